//! A chunk of thousands of consecutive candidate puzzles that were made elsewhere. It holds their counts and
//! the puzzles that may be wanted.
//!
//! A collector of chunks ends where it would end with the candidates themselves, if every puzzle
//! that it wants is in the chunks. If a wanted puzzle may be missing, it reports that: this is so
//! if a level is not full at the chunk's end and some of its puzzles were left out.

use super::tally::Tally;
use crate::bucket::{Level, MOST_LEVELS, PerLevel};
use crate::pack::Record;
use serde::{Deserialize, Serialize};
use std::error::Error;

/// The puzzle candidates `first` to `end` − 1: their counts, and the puzzles that are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Chunk {
    /// The number of the first candidate.
    pub first: u64,
    /// The number after that of the last candidate.
    pub end: u64,
    /// The counts of these candidates.
    pub counts: ResultCounts,
    /// The chunk's puzzles, in the order of their numbers. Once a level has as many puzzles as can be wanted,
    /// its further puzzles are left out.
    pub kept: Vec<Record>,
}

/// Counts of puzzle candidates by their results, whether or not their puzzles are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ResultCounts {
    /// The number of candidates rated into each level.
    pub rated: PerLevel<u64>,
    /// Digs that ended outside the wanted range of clues.
    pub out_of_range: u64,
    /// Puzzles for which the scheme has no level.
    pub no_level: u64,
    /// Puzzles that the job's filters rejected.
    pub filtered: u64,
    /// Random patterns that the Las Vegas method tried.
    pub attempts: u64,
}

impl ResultCounts {
    /// Returns the counts of a tally.
    pub fn of(tally: &Tally) -> Self {
        Self {
            rated: tally.rated,
            out_of_range: tally.out_of_range,
            no_level: tally.no_level,
            filtered: tally.filtered,
            attempts: tally.attempts,
        }
    }

    /// Returns the difference from an earlier count of the same run.
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

    /// Returns the number of candidates counted; `None` if it exceeds 64 bits, as no valid count
    /// does.
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

/// The error for a chunk that may lack a wanted puzzle of this level: more were rated into the level than the
/// chunk holds, and the level's quota is not full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooFew(pub Level);

/// An error of a source of chunks.
pub type ChunkError = Box<dyn Error + Send + Sync>;

/// A source of chunks.
pub trait ChunkSource {
    /// Returns the chunk that contains the candidate `number`; `None` if it does not exist yet and
    /// the caller should ask again. `number` never decreases between calls.
    ///
    /// # Errors
    /// If the source fails.
    fn next(&mut self, number: u64) -> Result<Option<Chunk>, ChunkError>;

    /// Creates the error for a chunk that lacks puzzles of a level, with the reason and the remedy.
    fn too_few(&self, chunk: std::ops::Range<u64>, level: Level) -> ChunkError;
}
