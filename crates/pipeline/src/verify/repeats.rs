//! Finds the puzzles that occur more than once in the given packs.
//!
//! A longer run of a pack's job, for example by `factory extend`, makes the puzzles of that pack again, under the
//! same numbers. Such shared puzzles are not repeats; the report states their number. If two runs of a job are
//! equally long, one pack is a copy, so its puzzles are repeats.

use super::report::LongerRun;
use crate::config::Job;
use crate::grid::PuzzleId;
use crate::pack::Pack;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// All puzzles read so far, by id, with their places. Turned and relabelled forms of a puzzle have the same id, so they
/// count as repeats.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    packs: Vec<PackJob>,
    /// The files, each with the index of its pack.
    files: Vec<(PathBuf, usize)>,
    met: HashMap<PuzzleId, PuzzlePlace>,
    /// The second and later places of puzzles that a longer and a shorter run of the same job share.
    again: HashMap<PuzzleId, Vec<PuzzlePlace>>,
    /// The number of shared puzzles, by the indices of the longer and the shorter pack.
    shared: BTreeMap<(usize, usize), u64>,
}

/// The index of the file that holds a puzzle, the puzzle's number, and the puzzle's place in the file.
type PuzzlePlace = (u32, u64, u64);

/// The folder of a pack, its job, and the number of candidate puzzles that its run used.
#[derive(Debug)]
struct PackJob {
    folder: PathBuf,
    job: Job,
    numbers: u64,
}

impl Repeats {
    /// Begins a pack: the files entered from now on belong to this pack.
    pub(super) fn begin(&mut self, pack: &Pack) {
        self.packs.push(PackJob {
            folder: pack.folder().to_owned(),
            job: pack.manifest().job.clone(),
            numbers: pack.manifest().numbers,
        });
    }

    /// Begins a file: the puzzles noted from now on are in this file.
    pub(super) fn enter(&mut self, file: PathBuf) {
        self.files.push((file, self.packs.len().saturating_sub(1)));
    }

    /// Records a puzzle of the current file, with its number and its place. For a repeat, returns the file and the
    /// place of an earlier occurrence; otherwise `None`. A puzzle that a longer and a shorter run of the same job
    /// share is not a repeat.
    pub(super) fn note(&mut self, id: PuzzleId, number: u64, place: u64) -> Option<(PathBuf, u64)> {
        let here = self.files.len().checked_sub(1)?;
        let place = (here as u32, number, place);
        let first = match self.met.entry(id) {
            Entry::Vacant(entry) => {
                entry.insert(place);
                return None;
            }
            Entry::Occupied(entry) => *entry.get(),
        };
        let further = self.again.get(&id).into_iter().flatten();
        for &(file, then, place) in [first].iter().chain(further) {
            let (file, one) = &self.files[file as usize];
            match self.longer_of(*one, self.files[here].1) {
                Some(both) if number == then => *self.shared.entry(both).or_default() += 1,
                _ => return Some((file.clone(), place)),
            }
        }
        self.again.entry(id).or_default().push(place);
        None
    }

    /// Returns the indices of the longer and the shorter of two packs; `None` if neither pack is from a longer run of
    /// the other pack's job.
    fn longer_of(&self, one: usize, other: usize) -> Option<(usize, usize)> {
        let (first, second) = (&self.packs[one], &self.packs[other]);
        let is_longer = first.numbers != second.numbers && first.job.has_candidates_of(&second.job);
        let both = if first.numbers > second.numbers {
            (one, other)
        } else {
            (other, one)
        };
        is_longer.then_some(both)
    }

    /// Returns the packs that were made by the same job as another pack, but in a longer run.
    pub(super) fn longer(&self) -> Vec<LongerRun> {
        let folder = |pack: usize| self.packs[pack].folder.clone();
        let shared = self.shared.iter();
        shared
            .map(|(&(longer, base), &puzzles)| LongerRun {
                pack: folder(longer),
                base: folder(base),
                puzzles,
            })
            .collect()
    }
}
