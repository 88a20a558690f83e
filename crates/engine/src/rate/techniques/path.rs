//! The result of solving by a ladder: the number of steps of each technique, with score and level.

use super::technique::{TECHNIQUES, Technique};
use crate::rate::HodokuLevel;
use std::fmt;

/// The number of steps of each technique, by [`Technique::index`].
pub type TechniqueCounts = [u32; TECHNIQUES];

/// The score and level of a puzzle that a ladder solves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TechniqueRating {
    /// The sum of the points of all steps.
    pub score: u32,
    /// The highest level of the techniques used, or a higher one if the score exceeds the maximum score of that level.
    pub level: HodokuLevel,
}

/// The result of solving a puzzle by the techniques of a ladder. The result means nothing if the puzzle does not
/// have exactly one solution. Techniques that rely on uniqueness may then reach one of several solutions, or fill
/// cells with digits that contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TechniquePath {
    /// The number of steps of each technique.
    pub counts: TechniqueCounts,
    /// The score and level; `None` if the puzzle is *beyond the ladder*: the techniques of the ladder do not solve
    /// it, or not within the solver's limits of effort (usually [`EFFORT_LIMIT`](super::EFFORT_LIMIT)) and points.
    pub rating: Option<TechniqueRating>,
    /// The number of cells that are still blank at the end; 0 if the puzzle is solved.
    pub blanks: usize,
}

/// Displays the score and the level: `872 points (Hard)`.
impl fmt::Display for TechniqueRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} points ({})", self.score, self.level)
    }
}

impl TechniquePath {
    /// Returns the techniques that were used, each with its number of steps.
    pub fn used(&self) -> impl Iterator<Item = (Technique, u32)> {
        let counts = self.counts;
        let counted = Technique::all().map(move |it| (it, counts[it.index()]));
        counted.filter(|(_, count)| *count > 0)
    }
}
