//! Holds the set of puzzles that a run already has.

use crate::grid::PuzzleId;
use std::collections::HashSet;

/// The set of puzzles that must not be kept again. All turned, mirrored, shuffled and relabelled forms of a puzzle
/// share one id.
#[derive(Debug)]
pub struct SeenPuzzles(Option<HashSet<PuzzleId>>);

impl Default for SeenPuzzles {
    /// Returns a set that remembers every kept puzzle.
    fn default() -> Self {
        Self(Some(HashSet::new()))
    }
}

impl SeenPuzzles {
    /// Returns a set that stays empty, for a process that makes one range of a run. Repeats are found when all ranges
    /// are merged.
    pub const fn nothing() -> Self {
        Self(None)
    }

    /// Returns whether the set contains a puzzle with this id.
    pub fn knows(&self, id: PuzzleId) -> bool {
        self.0.as_ref().is_some_and(|ids| ids.contains(&id))
    }

    /// Adds a kept puzzle to the set.
    pub fn remember(&mut self, id: PuzzleId) {
        if let Some(ids) = &mut self.0 {
            ids.insert(id);
        }
    }
}
