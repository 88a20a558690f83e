//! The puzzles that were met already.
//!
//! It is a trait, so that a ledger above the line can be asked by the line.

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
