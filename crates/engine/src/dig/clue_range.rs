//! Numbers of clues: the range that a puzzle may have, and the fewest that any has. Plans use them
//! as well as the limits of rows and boxes that plans are made of.

use serde::{Deserialize, Serialize};

/// The fewest clues of a puzzle with one solution (McGuire, Tugemann, Civario: *There is no
/// 16-clue Sudoku*, 2012).
pub const FEWEST_CLUES: u8 = 17;

/// A range of numbers of clues, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClueRange {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
}

impl ClueRange {
    /// Returns whether the range includes this count.
    pub fn holds(self, clues: usize) -> bool {
        (self.min.into()..=self.max.into()).contains(&clues)
    }
}
