//! Game ids of Simon Tatham's *Solo*: a letter for a run of blanks, digits, `_` between digits that
//! are side by side. Only plain boards of 3×3 boxes are read.

use super::cells::Filling;
use super::{Format, Problem};
use crate::grid::Board;

/// Reads the puzzle of a line.
pub(super) fn read(line: &str) -> Result<Board, Problem> {
    let form = || Problem::Form(Format::Sgt);
    let (parameters, description) = line.split_once([':', '#']).ok_or_else(form)?;
    if line.as_bytes().get(parameters.len()) == Some(&b'#') {
        return Err(Problem::Seed);
    }
    let size_ends = parameters.find(|c: char| !c.is_ascii_digit() && c != 'x');
    let (size, flags) = parameters.split_at(size_ends.unwrap_or(parameters.len()));
    // x, j and k among the flags are diagonals, jigsaw and killer; the rest says how it was made.
    let variants = [('x', "diagonals"), ('j', "odd boxes"), ('k', "cages")];
    let (size, diagonals) = match size.strip_suffix('x') {
        Some(size) => (size, true),
        None => (size, false),
    };
    for (flag, name) in variants {
        if flags.contains(flag) || flag == 'x' && diagonals {
            return Err(Problem::Variant(name.to_owned()));
        }
    }
    match size.split_once('x') {
        Some(("3", "3")) => position(description),
        Some((columns, rows)) if is_number(columns) && is_number(rows) => {
            Err(Problem::Size(format!("boxes of {columns}x{rows}")))
        }
        _ => Err(form()),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn position(description: &str) -> Result<Board, Problem> {
    let mut filling = Filling::new();
    let mut after_digit = false;
    for symbol in description.bytes() {
        match symbol {
            b'a'..=b'z' => filling.blanks(usize::from(symbol - b'a' + 1)),
            b'_' => {}
            // Two digits without a sign between them would be one number.
            b'1'..=b'9' if !after_digit => filling.push(symbol - b'0'),
            _ => return Err(Problem::Form(Format::Sgt)),
        }
        after_digit = symbol.is_ascii_digit();
    }
    filling.board()
}
