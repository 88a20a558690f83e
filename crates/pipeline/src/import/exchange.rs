//! The Sudoku Exchange bank: twelve hexadecimal digits, the puzzle, a rating.

use super::cells::cells;
use super::{Format, Problem};
use crate::grid::Board;

/// Reads the puzzle of a record.
pub(super) fn read(line: &str) -> Result<Board, Problem> {
    let mut fields = line.split_ascii_whitespace();
    let is_hash = |field: &str| field.len() == 12 && field.bytes().all(|b| b.is_ascii_hexdigit());
    match (fields.next(), fields.next(), fields.next(), fields.next()) {
        (Some(hash), Some(puzzle), Some(rating), None)
            if is_hash(hash) && rating.parse::<f64>().is_ok() =>
        {
            cells(puzzle)
        }
        _ => Err(Problem::Form(Format::Exchange)),
    }
}
