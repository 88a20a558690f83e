//! Which puzzles were already met.
//!
//! A trait, so that a ledger of all nights can stand above the line and still be asked by it.

use crate::grid::Board;
use crate::pack::Record;
use std::collections::HashSet;

/// What knows puzzles that must not be kept again.
pub trait Seen {
    /// Whether an equal puzzle is known.
    fn knows(&self, record: &Record) -> bool;

    /// Makes a kept puzzle known.
    fn remember(&mut self, record: &Record);
}

/// The puzzles kept in this run: 16 bytes each, the first half of their BLAKE3. Two different
/// puzzles among a billion share one with a chance below 10⁻²⁰.
#[derive(Debug, Default)]
pub struct ThisRun(HashSet<u128>);

impl ThisRun {
    fn key(puzzle: &Board) -> u128 {
        let hash = blake3::hash(puzzle.values());
        let mut half = [0; 16];
        half.copy_from_slice(&hash.as_bytes()[..16]);
        u128::from_le_bytes(half)
    }
}

impl Seen for ThisRun {
    fn knows(&self, record: &Record) -> bool {
        self.0.contains(&Self::key(&record.puzzle))
    }

    fn remember(&mut self, record: &Record) {
        self.0.insert(Self::key(&record.puzzle));
    }
}
