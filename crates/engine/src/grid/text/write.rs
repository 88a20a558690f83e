//! Writes boards as text: one line of 81 characters, or a drawing with boxes.

use crate::grid::{Board, CELLS, SIDE};
use std::fmt;

/// Writes a board as one line of 81 ASCII bytes, with `blank` for a blank.
pub fn line_bytes(board: &Board, blank: u8) -> [u8; CELLS] {
    board
        .values()
        .map(|v| if v == 0 { blank } else { b'0' + v })
}

/// Writes a board as one line of 81 characters, with `blank` for a blank; `.sdm` files use `0`.
///
/// ```
/// use sudoku_engine::grid::{Board, text};
/// assert_eq!(text::line(&Board::EMPTY, '0'), "0".repeat(81));
/// ```
pub fn line(board: &Board, blank: char) -> String {
    let bytes = u8::try_from(blank).map(|blank| line_bytes(board, blank));
    match bytes.as_ref().map(|it| std::str::from_utf8(it)) {
        Ok(Ok(line)) => line.to_owned(),
        _ => board.values().iter().map(|&v| symbol(v, blank)).collect(),
    }
}

/// Draws a board with its boxes, in eleven lines that each end with a line feed:
///
/// ```text
/// 4 . . | . . . | 8 . 5
/// . 3 . | . . . | . . .
/// . . . | 7 . . | . . .
/// ------+-------+------
/// ```
pub fn boxed(board: &Board) -> String {
    let mut text = String::with_capacity(11 * 22);
    for (row, values) in board.values().chunks_exact(SIDE).enumerate() {
        if row == 3 || row == 6 {
            text.push_str("------+-------+------\n");
        }
        for (column, &value) in values.iter().enumerate() {
            text.push_str(match column {
                0 => "",
                3 | 6 => " | ",
                _ => " ",
            });
            text.push(symbol(value, '.'));
        }
        text.push('\n');
    }
    text
}

fn symbol(value: u8, blank: char) -> char {
    if value == 0 {
        blank
    } else {
        char::from(b'0' + value)
    }
}

/// Writes the board as one line of 81 characters, `.` for a blank.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&line(self, '.'))
    }
}

impl From<Board> for String {
    fn from(board: Board) -> Self {
        line(&board, '.')
    }
}
