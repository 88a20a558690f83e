//! Lines for people, and numbers as they are written in them.

use indicatif::{DecimalBytes, HumanCount};
use std::fmt::Display;
use std::io::{self, Write};

/// So many of something: `1 puzzle`, `31,042 puzzles`.
pub fn counted(number: u64, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {one}{plural}", grouped(number))
}

/// Says a line to people, on standard error. If nobody listens any more, that is no reason to stop.
pub fn tell(line: impl Display) {
    // One write, so that lines of several processes don't mix.
    let text = format!("factory: {line}\n");
    drop(io::stderr().lock().write_all(text.as_bytes()));
}

/// A number with its thousands apart: `31,042`.
pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A number of bytes: `12.3 MB`.
pub fn size(bytes: u64) -> String {
    DecimalBytes(bytes).to_string()
}
