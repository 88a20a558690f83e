//! Shows a run's progress and messages: as bars on a terminal, otherwise as plain lines.
//!
//! The crate indicatif draws no bars if standard error is not a terminal, so a log would stay silent for hours. In
//! that case a line is printed at the start, every ten seconds, and at the end.

mod bars;
mod run_progress;

pub use bars::{Counter, Spinner};
pub use run_progress::{RunHooks, RunProgress, candidates_left, candidates_needed};

use indicatif::{DecimalBytes, HumanCount};
use std::fmt::Display;
use std::io::{self, Write};

/// Returns a number with thousands separators and the noun `one`, with an `s` added unless the number is 1: `1
/// puzzle`, `31,042 puzzles`.
pub fn counted(number: u64, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(number))
}

/// Prints a message to the user on standard error, as one line. If standard error is closed, the error is ignored.
pub fn tell(line: impl Display) {
    // One write per line, so that lines of several processes don't mix.
    let text = format!("factory: {line}\n");
    drop(io::stderr().lock().write_all(text.as_bytes()));
}

/// Returns a number with thousands separators: `31,042`.
pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Returns a number of bytes with its unit: `12.30 MB`.
pub fn size(bytes: u64) -> String {
    DecimalBytes(bytes).to_string()
}
