//! Five levels by the number of clues: 24, 23, 22, 21, 20 (Huang 2015, table 1).

use crate::grid::Board;

/// Returns a puzzle's level by Huang 2015, 1 to 5. Numbers of clues outside of its table get the
/// nearest level: 1 above 24 clues, 5 below 20.
pub fn clue_level(puzzle: &Board) -> u8 {
    25 - puzzle.clue_count().clamp(20, 24) as u8
}
