//! Reads the 81 cells in a field of a table or of a JSON object, and recognizes the names of fields that hold
//! puzzles.

use super::EntryProblem;
use crate::grid::{Board, CELLS, SIDE};

/// The names of fields that hold puzzles, in the tables and objects that other programs write.
const NAMES: [&str; 12] = [
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "problem",
    "givens",
    "unsolved",
    "board",
    "mission",
];

/// Returns whether `name` is a usual name of a field that holds a puzzle.
pub(super) fn is_puzzle_name(name: &str) -> bool {
    let name = name.trim();
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Reads a board of 81 cells: digits for givens, and `. 0 _ * X x -` or a space for blanks.
pub(super) fn cells(text: &str) -> Result<Board, EntryProblem> {
    let mut values = [0; CELLS];
    let mut count = 0;
    for symbol in text.chars() {
        let value = match symbol {
            '1'..='9' => symbol as u8 - b'0',
            '.' | '0' | '_' | '*' | 'X' | 'x' | '-' | ' ' => 0,
            _ => return Err(cell(count, format!("{symbol:?}"))),
        };
        if let Some(place) = values.get_mut(count) {
            *place = value;
        }
        count += 1;
    }
    board(values, count)
}

/// Returns the board with these values; an error if `count`, the number of cells read, is not 81.
pub(super) fn board(values: [u8; CELLS], count: usize) -> Result<Board, EntryProblem> {
    match Board::from_values(values) {
        Some(board) if count == CELLS => Ok(board),
        _ => Err(EntryProblem::Count(count)),
    }
}

/// Returns the error for an invalid cell, given by its index from 0.
pub(super) fn cell(index: usize, found: String) -> EntryProblem {
    EntryProblem::Cell {
        row: index / SIDE + 1,
        column: index % SIDE + 1,
        found,
    }
}

/// Collects the values of cells, one after the other.
pub(super) struct Filling {
    values: [u8; CELLS],
    count: usize,
}

impl Filling {
    pub(super) const fn new() -> Self {
        Self {
            values: [0; CELLS],
            count: 0,
        }
    }

    /// Adds the next cell's value, 0 to 9.
    pub(super) fn push(&mut self, value: u8) {
        if let Some(place) = self.values.get_mut(self.count) {
            *place = value;
        }
        self.count += 1;
    }

    /// Adds `count` blanks.
    pub(super) fn blanks(&mut self, count: usize) {
        self.count = self.count.saturating_add(count);
    }

    pub(super) fn board(self) -> Result<Board, EntryProblem> {
        board(self.values, self.count)
    }
}
