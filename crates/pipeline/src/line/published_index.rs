//! Defines the trait through which a run uses a ledger: the ledger knows which puzzles were published before the run,
//! and records the packs of the run.

use crate::config::{Job, LedgerSnapshot, LedgerState};
use crate::grid::PuzzleId;
use crate::pack::PackedPuzzle;
use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

/// An error of a ledger.
pub type IndexError = Box<dyn Error + Send + Sync>;

/// The methods by which a run uses a ledger of published puzzles.
pub trait PublishedIndex {
    /// Returns the ledger states against which a job's puzzles are checked. If the ledger has recorded a pack of
    /// the job in `folder`, these are the states recorded with the pack. Otherwise, the present state is returned.
    ///
    /// # Errors
    /// If the ledger can't be read.
    fn states(&self, folder: &Path, job: &Job) -> Result<LedgerSnapshot, IndexError>;

    /// Selects the ledger states in which the run's puzzles are looked up from now on.
    ///
    /// # Errors
    /// If the ledger was never in one of these states, or can't be read.
    fn run_against(&self, against: &LedgerSnapshot) -> Result<(), IndexError>;

    /// Returns whether the puzzle `id` is published in the ledger state that applies to candidate `number`. If the
    /// id can't be looked up, the puzzle counts as published, and [`trouble`](PublishedIndex::trouble) returns the
    /// error.
    fn knows(&self, id: PuzzleId, number: u64) -> bool;

    /// Returns the first error that occurred since the last call of this method; `None` if there was none.
    fn trouble(&self) -> Option<IndexError>;

    /// Returns whether the ledger has recorded a pack of exactly this job in `folder`. If so, and if the run was killed
    /// before it could rename the pack, only this renaming remains to be done.
    ///
    /// # Errors
    /// If the ledger can't be read.
    fn has_recorded(&self, folder: &Path, job: &Job) -> Result<bool, IndexError>;

    /// Records packs that are written, synced and about to be renamed. If another job has published one of their
    /// puzzles in the meantime, no pack is recorded. Packs that are already recorded stay unchanged.
    ///
    /// # Errors
    /// If the ledger can't be written. Then nothing is recorded.
    fn record(&self, packs: &[Publication<'_>]) -> Result<Verdict, IndexError>;
}

/// A puzzle of a pack, as the ledger records it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedPuzzle {
    /// The id of the puzzle.
    pub id: PuzzleId,
    /// The number of the candidate puzzle in its run.
    pub number: u64,
    /// The number of the level, 1 for the easiest.
    pub level: u8,
    /// The difficulty D; for layouts other than 9×9, the points.
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
    /// The folder that the pack will have; its parent folder exists.
    pub folder: &'a Path,
    /// The pack's job.
    pub job: &'a Job,
    /// The pack's puzzles, in the order of their ids.
    pub puzzles: &'a [PublishedPuzzle],
}

/// The result of recording packs in the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The packs are recorded.
    Recorded,
    /// Nothing was recorded, since another job has published some of the puzzles.
    Taken {
        /// The ids of the puzzles that another job has published.
        ids: HashSet<PuzzleId>,
        /// The present state of the ledger. Its field `from` is 0.
        now: LedgerState,
    },
}
