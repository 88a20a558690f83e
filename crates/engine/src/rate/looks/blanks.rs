//! The number of blanks and its five levels (the blog (2011), section 2.1).

use super::Limits;
use crate::grid::{Board, CELLS};

/// The limits of the levels by blanks: 40–45, 46–50, 51–55, 56–60, 61–65.
pub const BLANKS: Limits = Limits::new([45, 50, 55, 60]);

/// The limits that the author tried first and gave up, 0 to 81 blanks in five equal parts: nearly
/// every puzzle is of level 3 or 4.
pub const FIRST_BLANKS: Limits = Limits::new([16, 33, 50, 67]);

/// Counts the blanks.
pub fn blanks(puzzle: &Board) -> u16 {
    (CELLS - puzzle.clue_count()) as u16
}
