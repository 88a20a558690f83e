//! Finds a puzzle in a line with other text, such as quotes, a number before the puzzle, or a rating after it.
//!
//! The cells are a run of exactly 81 digits and blanks, with neither a digit nor a letter next to it. All blanks of
//! a run are the same character. A run of another length is refused, since a puzzle joined to a number can't be
//! distinguished from a puzzle that has one cell too many.

use crate::grid::{Board, CELLS};

/// The characters that can mean blanks in a run of cells. Hyphens and spaces are left out, since they would join the
/// run to the text around the run.
const BLANKS: &[u8] = b".0_*Xx";

/// Finds a line's first run of 81 cells with at least one digit. A full grid counts only if the line has nothing else
/// that looks like a grid: a full grid beside a puzzle that can't be read is assumed to be that puzzle's solution.
pub fn first_run(line: &[u8]) -> Option<Board> {
    if line.len() < CELLS {
        return None;
    }
    let found = BLANKS.iter().filter_map(|&blank| run_of(line, blank));
    let (start, board) = found.min_by_key(|&(start, _)| start)?;
    let is_puzzle = board.clue_count() < CELLS;
    let around = [&line[..start], &line[start + CELLS..]];
    (is_puzzle || !around.into_iter().any(holds_many_cells)).then_some(board)
}

/// Returns whether a text has at least half a grid's cells next to each other.
pub fn holds_many_cells(text: &[u8]) -> bool {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || BLANKS.contains(byte);
    let mut runs = text.split(|byte| !is_cell(byte));
    runs.any(|run| run.len() > CELLS / 2)
}

/// Finds the first run of 81 cells in the line, with `blank` as the character for empty cells. Returns the place where
/// the run starts, and its board.
fn run_of(line: &[u8], blank: u8) -> Option<(usize, Board)> {
    let is_cell = |byte: &u8| (b'1'..=b'9').contains(byte) || *byte == blank;
    let is_apart = |byte: Option<&u8>| !byte.is_some_and(u8::is_ascii_alphanumeric);
    let mut start = 0;
    while start + CELLS <= line.len() {
        let length = line[start..]
            .iter()
            .take_while(|byte| is_cell(byte))
            .count();
        let end = start + length;
        let is_free = is_apart(line[..start].last()) && is_apart(line.get(end));
        if length == CELLS && is_free {
            let board = board_of(&line[start..end]);
            if let Some(board) = board.filter(|board| board.clue_count() > 0) {
                return Some((start, board));
            }
        }
        start = end + 1;
    }
    None
}

fn board_of(cells: &[u8]) -> Option<Board> {
    let mut values = [0; CELLS];
    for (value, &byte) in values.iter_mut().zip(cells) {
        *value = if byte.is_ascii_digit() {
            byte - b'0'
        } else {
            0
        };
    }
    Board::from_values(values)
}
