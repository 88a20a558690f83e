//! Which puzzles were met before, in this pack or another of those given.

use crate::grid::Board;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

/// All puzzles met so far: the first half of their BLAKE3 and where they stand. Two different
/// puzzles among a billion share one with a chance below 10⁻²⁰.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    files: Vec<PathBuf>,
    met: HashMap<[u8; 16], (u32, u64)>,
}

impl Repeats {
    /// Goes on with the records of this file.
    pub(super) fn enter(&mut self, file: PathBuf) {
        self.files.push(file);
    }

    /// Notes a puzzle of the file entered last. If it was met before: in which file, and in which
    /// record of it.
    pub(super) fn note(&mut self, puzzle: &Board, place: u64) -> Option<(PathBuf, u64)> {
        let hash = blake3::hash(puzzle.values());
        let key = *hash.as_bytes().first_chunk()?;
        let file = self.files.len().checked_sub(1)?;
        match self.met.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert((file as u32, place));
                None
            }
            Entry::Occupied(entry) => {
                let (file, place) = *entry.get();
                Some((self.files.get(file as usize)?.clone(), place))
            }
        }
    }
}
