//! The `factory` program: runs the command line, and turns its result or a panic into an exit code.

use std::panic;
use std::process::{self, ExitCode};
use sudoku_factory::cli;
use sudoku_factory::exit::Exit;
use sudoku_factory::line::progress::tell;

fn main() -> ExitCode {
    if cfg!(panic = "abort") {
        end_at_panic();
    }
    // The default hook has already printed where the panic happened.
    panic::catch_unwind(cli::run)
        .unwrap_or_else(|_| report_bug())
        .into()
}

/// Installs a hook: if any thread panics, the process ends with the exit code for a bug. This is for builds that abort
/// on a panic, in which `main` can't catch it.
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
