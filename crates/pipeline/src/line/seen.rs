//! The puzzles that were met already.

use crate::grid::PuzzleId;
use std::collections::HashSet;

/// The puzzles that must not be kept again, turned, mirrored, shuffled or relabelled: all these
/// forms share one id.
#[derive(Debug)]
pub struct SeenPuzzles(Option<HashSet<PuzzleId>>);

impl Default for SeenPuzzles {
    /// Returns a set that remembers every kept puzzle.
    fn default() -> Self {
        Self(Some(HashSet::new()))
    }
}

impl SeenPuzzles {
    /// Returns a set that stays empty: which of two puzzles is the repeat shows only where all
    /// ranges of a run are merged.
    pub const fn nothing() -> Self {
        Self(None)
    }

    /// Returns whether the puzzle is known.
    pub fn knows(&self, id: PuzzleId) -> bool {
        self.0.as_ref().is_some_and(|ids| ids.contains(&id))
    }

    /// Makes a kept puzzle known.
    pub fn remember(&mut self, id: PuzzleId) {
        if let Some(ids) = &mut self.0 {
            ids.insert(id);
        }
    }
}
