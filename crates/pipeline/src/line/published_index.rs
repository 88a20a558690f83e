//! The puzzles published before this run: the part of a ledger that the line uses.

use crate::config::{Job, LedgerSnapshot, LedgerState};
use crate::grid::PuzzleId;
use crate::pack::Record;
use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

/// An error of a ledger.
pub type IndexError = Box<dyn Error + Send + Sync>;

/// The ledger that a run uses.
pub trait PublishedIndex {
    /// Returns the states that a job runs against whose pack goes to `folder`: those that it ran
    /// against before if its pack was published there once, else the present one.
    ///
    /// # Errors
    /// If it can't be read.
    fn states(&self, folder: &Path, job: &Job) -> Result<LedgerSnapshot, IndexError>;

    /// Selects the states in which candidates are looked up from now on.
    ///
    /// # Errors
    /// If the ledger never was in one of them.
    fn run_against(&self, against: &LedgerSnapshot) -> Result<(), IndexError>;

    /// Returns whether the puzzle of a candidate was published in the state that holds for it. An
    /// id that can't be looked up counts as published, and the error as [trouble](PublishedIndex::trouble).
    fn knows(&self, id: PuzzleId, number: u64) -> bool;

    /// Returns the first error since the last call.
    fn trouble(&self) -> Option<IndexError>;

    /// Returns whether the pack of exactly this job is recorded in `folder`: a run that was killed
    /// after that only has to put it there.
    ///
    /// # Errors
    /// If it can't be read.
    fn has_recorded(&self, folder: &Path, job: &Job) -> Result<bool, IndexError>;

    /// Records packs that are written, synced and about to be renamed into their places: all of
    /// them, or none if a puzzle was published by another job in the meantime. Packs that are
    /// recorded already are left as they are.
    ///
    /// # Errors
    /// If it can't be written. Nothing is recorded then.
    fn record(&self, packs: &[Publication<'_>]) -> Result<Verdict, IndexError>;
}

/// A puzzle of a pack that is about to be published.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedPuzzle {
    /// The id.
    pub id: PuzzleId,
    /// The candidate's number.
    pub number: u64,
    /// The level's number, 1 for the easiest.
    pub level: u8,
    /// D.
    pub difficulty: f64,
}

impl From<&Record> for PublishedPuzzle {
    fn from(record: &Record) -> Self {
        Self {
            id: record.id,
            number: record.number,
            level: record.level.number(),
            difficulty: record.ratings.ladder.difficulty,
        }
    }
}

/// A pack that is about to be published.
#[derive(Debug)]
pub struct Publication<'a> {
    /// The folder where it will be; the folder above it exists.
    pub folder: &'a Path,
    /// Its job.
    pub job: &'a Job,
    /// Its puzzles.
    pub puzzles: &'a [PublishedPuzzle],
}

/// The result of recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The packs are recorded.
    Recorded,
    /// Nothing was recorded: these puzzles were published meanwhile, and this is the present state.
    Taken {
        /// The puzzles.
        ids: HashSet<PuzzleId>,
        /// The state, from candidate 0.
        now: LedgerState,
    },
}
