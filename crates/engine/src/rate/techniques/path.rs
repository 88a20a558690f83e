//! The result of solving by a ladder: the number of steps of each technique, with score and level.

use super::technique::{TECHNIQUES, Technique};
use crate::rate::HodokuLevel;
use std::fmt;

/// The number of steps of each technique, by [`Technique::index`].
pub type TechniqueCounts = [u32; TECHNIQUES];

/// The score of a solved puzzle, which is the sum of the points of all steps, and the level that follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TechniqueRating {
    /// The points of all steps.
    pub score: u32,
    /// The highest level of the techniques used, raised while the score is above the level's limit.
    pub level: HodokuLevel,
}

/// The result of solving a puzzle by techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TechniquePath {
    /// The number of steps of each technique.
    pub counts: TechniqueCounts,
    /// The rating; `None` if the puzzle is *beyond the ladder*: the techniques of the ladder do not solve it,
    /// or not within [`EFFORT_LIMIT`](super::EFFORT_LIMIT).
    pub rating: Option<TechniqueRating>,
    /// The number of cells that remain blank; 0 if the puzzle is solved.
    pub blanks: usize,
}

/// Displays score and level: `872 points (Hard)`.
impl fmt::Display for TechniqueRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} points ({})", self.score, self.level)
    }
}

impl TechniquePath {
    /// Returns the techniques that were used, with the number of steps of each.
    pub fn used(&self) -> impl Iterator<Item = (Technique, u32)> {
        let counts = self.counts;
        let counted = Technique::all().map(move |it| (it, counts[it.index()]));
        counted.filter(|(_, count)| *count > 0)
    }
}
