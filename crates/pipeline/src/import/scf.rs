//! SCF: a character is a digit plus ten times the blanks after it.

use super::cells::Filling;
use super::{Format, Problem};
use crate::grid::Board;

/// Reads the puzzle of a line.
pub(super) fn read(line: &str) -> Result<Board, Problem> {
    let mut filling = Filling::new();
    for symbol in line.bytes() {
        let value = match symbol {
            b'0'..=b'9' => symbol - b'0',
            b'A'..=b'Z' => symbol - b'A' + 10,
            // The alphabet goes on to z, but more than five blanks at a time there are not.
            b'a'..=b'x' => symbol - b'a' + 36,
            _ => return Err(Problem::Form(Format::Scf)),
        };
        filling.push(value % 10);
        filling.blanks(usize::from(value / 10));
    }
    filling.board()
}
