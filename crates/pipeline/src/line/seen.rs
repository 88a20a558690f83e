//! The puzzles that were met already.
//!
//! A trait, so that a ledger of all nights can stand above the line and still be asked by it.

use crate::grid::PuzzleId;
use std::collections::HashSet;

/// A set of puzzles that must not be kept again, turned, mirrored, shuffled or relabelled: all
/// these forms share one id.
pub trait Seen {
    /// Returns whether the puzzle is known.
    fn knows(&self, id: PuzzleId) -> bool;

    /// Makes a kept puzzle known.
    fn remember(&mut self, id: PuzzleId);
}

/// The puzzles kept in this run.
#[derive(Debug, Default)]
pub struct ThisRun(HashSet<PuzzleId>);

impl Seen for ThisRun {
    fn knows(&self, id: PuzzleId) -> bool {
        self.0.contains(&id)
    }

    fn remember(&mut self, id: PuzzleId) {
        self.0.insert(id);
    }
}
