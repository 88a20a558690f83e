//! A range of clue counts. The plan of a dig has such ranges for the board, for rows and for boxes. The file also
//! holds the minimum number of clues of any puzzle.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The minimum number of clues in a puzzle with one solution (McGuire, Tugemann, Civario: *There is
/// no 16-clue Sudoku*, 2012).
pub const FEWEST_CLUES: u8 = 17;

/// A range of clue counts, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ClueRange {
    /// The minimum.
    pub min: u8,
    /// The maximum.
    pub max: u8,
}

impl ClueRange {
    /// Returns whether the range includes this count.
    pub fn holds(self, clues: usize) -> bool {
        (self.min.into()..=self.max.into()).contains(&clues)
    }
}
