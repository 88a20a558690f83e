//! The `factory` program: everything is in the library; here errors become exit codes.

use std::process::ExitCode;
use sudoku_factory::cli::{self, Exit};
use sudoku_factory::line::progress::tell;

fn main() -> ExitCode {
    // The default hook has printed where it happened by the time the panic arrives here.
    let exit = std::panic::catch_unwind(cli::run).unwrap_or_else(|_| {
        tell("this is a bug; please report it with the command and the lines above");
        Exit::Bug
    });
    exit.into()
}
