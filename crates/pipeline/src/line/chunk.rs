//! Defines a chunk: up to a few thousand consecutive candidate puzzles that another process made. A chunk has the
//! counts of all its candidates, but holds only those puzzles that the run may need.
//!
//! A run that merges chunks ends at the same number as a run that makes every candidate itself. The collector
//! returns an error if a puzzle that it needs may be missing. That is the case if puzzles of a level were left out
//! of the chunk, and the level is not full at the chunk's end.

use super::tally::Tally;
use crate::bucket::{Level, MOST_LEVELS, PerLevel};
use crate::pack::Record;
use serde::{Deserialize, Serialize};
use std::error::Error;

/// The candidate puzzles with the numbers from `first` to `end` − 1: their counts, and the puzzles among them that a
/// run may need.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk<R = Record> {
    /// The number of the first candidate.
    pub first: u64,
    /// The number after the last candidate's number.
    pub end: u64,
    /// The counts of the chunk's candidates.
    pub counts: ResultCounts,
    /// The chunk's puzzles, in the order of their numbers. The process that makes chunks keeps only a limited number of
    /// puzzles per level: the level's quota, and usually a few more to replace repeats. Further puzzles of the level
    /// are left out.
    pub kept: Vec<R>,
}

/// Counts of candidate puzzles by their results, no matter which of the puzzles are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ResultCounts {
    /// The number of candidates rated into each level.
    pub rated: PerLevel<u64>,
    /// The number of candidates whose digging ended outside the range of clues in their dig plan.
    pub out_of_range: u64,
    /// The number of puzzles for which the scheme has no level.
    pub no_level: u64,
    /// The number of puzzles that the job's filters rejected.
    pub filtered: u64,
    /// The number of random patterns that the Las Vegas method tried; for other methods, the number of candidates.
    pub attempts: u64,
}

impl ResultCounts {
    /// Copies the counts of candidates by their results from a tally.
    pub fn of(tally: &Tally) -> Self {
        Self {
            rated: tally.rated,
            out_of_range: tally.out_of_range,
            no_level: tally.no_level,
            filtered: tally.filtered,
            attempts: tally.attempts,
        }
    }

    /// Returns the increase of each count since `earlier`, the counts at an earlier time of the same run.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            rated: std::array::from_fn(|level| self.rated[level] - earlier.rated[level]),
            out_of_range: self.out_of_range - earlier.out_of_range,
            no_level: self.no_level - earlier.no_level,
            filtered: self.filtered - earlier.filtered,
            attempts: self.attempts - earlier.attempts,
        }
    }

    /// Returns the number of candidates counted; `None` if the sum exceeds 64 bits, which happens only with invalid
    /// counts.
    pub fn candidates(&self) -> Option<u64> {
        let lost = [self.out_of_range, self.no_level, self.filtered];
        let all = self.rated.iter().chain(&lost);
        all.copied().try_fold(0, u64::checked_add)
    }

    /// Adds these counts to a tally.
    pub(super) fn add_to(&self, tally: &mut Tally) {
        for level in 0..MOST_LEVELS {
            tally.rated[level] += self.rated[level];
        }
        tally.out_of_range += self.out_of_range;
        tally.no_level += self.no_level;
        tally.filtered += self.filtered;
        tally.attempts += self.attempts;
    }
}

/// The error for a chunk that may lack a puzzle of a level whose quota is not full: more candidates were rated into the
/// level than the chunk holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooFew(pub Level);

/// An error of a source of chunks.
pub type ChunkError = Box<dyn Error + Send + Sync>;

/// A source of chunks.
pub trait ChunkSource<R = Record> {
    /// Returns the chunk that contains candidate `number`; `None` if that chunk is not made yet and the caller should
    /// ask again later. `number` never decreases between calls.
    ///
    /// # Errors
    /// If the source fails.
    fn next(&mut self, number: u64) -> Result<Option<Chunk<R>>, ChunkError>;

    /// Creates the error for a chunk that lacks puzzles of a level, with the reason and the remedy.
    fn too_few(&self, chunk: std::ops::Range<u64>, level: Level) -> ChunkError;
}
