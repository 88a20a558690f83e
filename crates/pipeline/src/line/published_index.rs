//! The trait of a ledger as a run uses it: the puzzles that were published before the run.

use crate::config::{Job, LedgerSnapshot, LedgerState};
use crate::grid::PuzzleId;
use crate::pack::PackedPuzzle;
use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

/// An error of a ledger.
pub type IndexError = Box<dyn Error + Send + Sync>;

/// The ledger that a run uses.
pub trait PublishedIndex {
    /// Returns the ledger states that a job's puzzles are checked against, for a pack in `folder`: the states
    /// from its earlier run if its pack was published there once, else the present state.
    ///
    /// # Errors
    /// If the ledger can't be read.
    fn states(&self, folder: &Path, job: &Job) -> Result<LedgerSnapshot, IndexError>;

    /// Selects the ledger states in which the run's puzzles are looked up from now on.
    ///
    /// # Errors
    /// If the ledger was never in one of these states.
    fn run_against(&self, against: &LedgerSnapshot) -> Result<(), IndexError>;

    /// Returns whether a candidate's puzzle was published in the state for its number. An id that can't be looked up
    /// counts as published, and the error is kept for [`trouble`](PublishedIndex::trouble).
    fn knows(&self, id: PuzzleId, number: u64) -> bool;

    /// Returns the first error since the last call.
    fn trouble(&self) -> Option<IndexError>;

    /// Returns whether the pack of exactly this job is recorded in `folder`: if so, a killed run only has to rename it.
    ///
    /// # Errors
    /// If the ledger can't be read.
    fn has_recorded(&self, folder: &Path, job: &Job) -> Result<bool, IndexError>;

    /// Records packs that are written, synced and about to be renamed: all of them, or none if another job has
    /// published a puzzle in the meantime. Packs that are already recorded stay unchanged.
    ///
    /// # Errors
    /// If the ledger can't be written. Then nothing is recorded.
    fn record(&self, packs: &[Publication<'_>]) -> Result<Verdict, IndexError>;
}

/// A puzzle of a pack that is about to be published.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedPuzzle {
    /// The id.
    pub id: PuzzleId,
    /// The number of the puzzle's candidate in its run.
    pub number: u64,
    /// The level's number, 1 for the easiest.
    pub level: u8,
    /// The difficulty D.
    pub difficulty: f64,
}

impl<R: PackedPuzzle> From<&R> for PublishedPuzzle {
    fn from(record: &R) -> Self {
        Self {
            id: record.id(),
            number: record.number(),
            level: record.level().number(),
            difficulty: record.difficulty(),
        }
    }
}

/// A pack that is about to be published.
#[derive(Debug)]
pub struct Publication<'a> {
    /// The pack's future folder; its parent folder exists.
    pub folder: &'a Path,
    /// The pack's job.
    pub job: &'a Job,
    /// The pack's puzzles.
    pub puzzles: &'a [PublishedPuzzle],
}

/// The result of recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The packs are recorded.
    Recorded,
    /// Nothing was recorded, since another job has published these puzzles.
    Taken {
        /// The ids of the puzzles.
        ids: HashSet<PuzzleId>,
        /// The present state of the ledger, from candidate 0.
        now: LedgerState,
    },
}
