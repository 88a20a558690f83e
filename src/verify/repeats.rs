//! Which puzzles were met before, in this pack or another of those given.

use crate::grid::PuzzleId;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

/// All puzzles met so far, by id, and where they stand: a puzzle that is another one turned or
/// relabelled is a repeat.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    files: Vec<PathBuf>,
    met: HashMap<PuzzleId, (u32, u64)>,
}

impl Repeats {
    /// Goes on with the records of this file.
    pub(super) fn enter(&mut self, file: PathBuf) {
        self.files.push(file);
    }

    /// Notes a puzzle of the file entered last. If it was met before: in which file, and in which
    /// record of it.
    pub(super) fn note(&mut self, id: PuzzleId, place: u64) -> Option<(PathBuf, u64)> {
        let file = self.files.len().checked_sub(1)?;
        match self.met.entry(id) {
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
