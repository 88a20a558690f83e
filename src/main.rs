//! The `factory` program: everything is in the library; here errors become exit codes.

use std::panic;
use std::process::{self, ExitCode};
use sudoku_factory::cli;
use sudoku_factory::exit::Exit;
use sudoku_factory::line::progress::tell;

fn main() -> ExitCode {
    if cfg!(panic = "abort") {
        end_at_panic();
    }
    // The default hook has printed where it happened by the time the panic arrives here.
    panic::catch_unwind(cli::run)
        .unwrap_or_else(|_| report_bug())
        .into()
}

/// Makes a panic of any thread end the process like one that `main` catches: this build can't catch it.
fn end_at_panic() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        print(panicked);
        process::exit(report_bug().code().into());
    }));
}

fn report_bug() -> Exit {
    tell("this is a bug; please report it with the command and the lines above");
    Exit::Bug
}
