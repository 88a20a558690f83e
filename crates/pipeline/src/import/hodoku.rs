//! HoDoKu's library: `:technique:candidates:givens:deleted:eliminations:placements:`, where `+d`
//! among the givens is a digit that was placed, not a given.

use super::cells::{Filling, cell};
use super::{Format, Problem};
use crate::grid::Board;

/// Reads the puzzle of a line.
pub(super) fn read(line: &str) -> Result<Board, Problem> {
    let mut fields = line.split(':');
    let givens = (fields.next() == Some(""))
        .then(|| fields.nth(2))
        .flatten()
        .ok_or(Problem::Form(Format::Hodoku))?;
    let mut filling = Filling::new();
    let mut is_placed = false;
    let mut index = 0;
    for symbol in givens.chars() {
        match symbol {
            '+' if !is_placed => {
                is_placed = true;
                continue;
            }
            '1'..='9' if is_placed => filling.push(0),
            '1'..='9' => filling.push(symbol as u8 - b'0'),
            '.' | '0' if !is_placed => filling.push(0),
            _ => return Err(cell(index, format!("{symbol:?}"))),
        }
        is_placed = false;
        index += 1;
    }
    filling.board()
}
