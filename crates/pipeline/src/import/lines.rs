//! Reads one line with a puzzle in the format of HoDoKu's library, Sudoku Exchange, *Solo* or SCF (SudokuPad's
//! short form). [`super::line_by_line`] supplies the lines.

use super::cells::{Filling, cell, cells};
use super::{EntryProblem, Format};
use crate::grid::Board;

/// Reads a line of HoDoKu's library, `:technique:candidates:givens:deleted:eliminations:placements:`, in which `+d`
/// among the givens is a placed digit, not a given.
pub(super) fn hodoku(line: &str) -> Result<Board, EntryProblem> {
    let mut fields = line.split(':');
    let givens = (fields.next() == Some(""))
        .then(|| fields.nth(2))
        .flatten()
        .ok_or(EntryProblem::Form(Format::Hodoku))?;
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

/// Reads a line of the puzzle bank of Sudoku Exchange: twelve hexadecimal digits, the puzzle, a rating.
pub(super) fn exchange(line: &str) -> Result<Board, EntryProblem> {
    let mut fields = line.split_ascii_whitespace();
    let is_hash = |field: &str| field.len() == 12 && field.bytes().all(|b| b.is_ascii_hexdigit());
    match (fields.next(), fields.next(), fields.next(), fields.next()) {
        (Some(hash), Some(puzzle), Some(rating), None)
            if is_hash(hash) && rating.parse::<f64>().is_ok() =>
        {
            cells(puzzle)
        }
        _ => Err(EntryProblem::Form(Format::Exchange)),
    }
}

/// Reads SCF, a form in which each character stands for a digit and the number of blanks after the digit, encoded as
/// digit + 10 × blanks.
pub(super) fn scf(line: &str) -> Result<Board, EntryProblem> {
    let mut filling = Filling::new();
    for symbol in line.bytes() {
        let value = match symbol {
            b'0'..=b'9' => symbol - b'0',
            b'A'..=b'Z' => symbol - b'A' + 10,
            // The alphabet goes on to z, but no character stands for more than five blanks.
            b'a'..=b'x' => symbol - b'a' + 36,
            _ => return Err(EntryProblem::Form(Format::Scf)),
        };
        filling.push(value % 10);
        filling.blanks(usize::from(value / 10));
    }
    filling.board()
}

/// Reads a game id of *Solo* by Simon Tatham: a letter is a run of blanks, a digit is a given, and `_` separates
/// adjacent givens. Only plain boards with 3×3 boxes are read.
pub(super) fn sgt(line: &str) -> Result<Board, EntryProblem> {
    let form = || EntryProblem::Form(Format::Sgt);
    let (parameters, description) = line.split_once([':', '#']).ok_or_else(form)?;
    if line.as_bytes().get(parameters.len()) == Some(&b'#') {
        return Err(EntryProblem::Seed);
    }
    let size_ends = parameters.find(|c: char| !c.is_ascii_digit() && c != 'x');
    let (size, flags) = parameters.split_at(size_ends.unwrap_or(parameters.len()));
    // x, j and k among the flags are diagonals, jigsaw and killer; the other flags say how the game was made.
    let variants = [('x', "diagonals"), ('j', "odd boxes"), ('k', "cages")];
    let (size, diagonals) = match size.strip_suffix('x') {
        Some(size) => (size, true),
        None => (size, false),
    };
    for (flag, name) in variants {
        if flags.contains(flag) || flag == 'x' && diagonals {
            return Err(EntryProblem::Variant(name.to_owned()));
        }
    }
    match size.split_once('x') {
        Some(("3", "3")) => solo_cells(description),
        Some((columns, rows)) if is_number(columns) && is_number(rows) => {
            Err(EntryProblem::Size(format!("boxes of {columns}x{rows}")))
        }
        _ => Err(form()),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn solo_cells(description: &str) -> Result<Board, EntryProblem> {
    let mut filling = Filling::new();
    let mut after_digit = false;
    for symbol in description.bytes() {
        match symbol {
            b'a'..=b'z' => filling.blanks(usize::from(symbol - b'a' + 1)),
            b'_' => {}
            // Two digits without `_` between them would be one number.
            b'1'..=b'9' if !after_digit => filling.push(symbol - b'0'),
            _ => return Err(EntryProblem::Form(Format::Sgt)),
        }
        after_digit = symbol.is_ascii_digit();
    }
    filling.board()
}
