//! Goes through the puzzles of packs: chooses and sorts them, divides them among files, and passes on
//! each puzzle with the data to be written.

use super::{ExportEntry, ExportFormat, FileOptions, Split};
use crate::bucket::{MOST_LEVELS, PerLevel};
use crate::pack::{Pack, PackError, Record};
use crate::rate::Rater;
use crate::select::{ChosenPuzzle, Selection};

/// An export of puzzles from packs of one scheme, in one format.
#[derive(Debug)]
pub struct PackExport<'a> {
    /// The packs.
    pub packs: &'a [Pack],
    /// The selection of puzzles.
    pub selection: &'a Selection,
    /// The format.
    pub format: &'static ExportFormat,
    /// `true` if solutions are written.
    pub with_solutions: bool,
    /// `true` if solving paths are written.
    pub with_steps: bool,
    /// The split of the puzzles into files; `None` for one file.
    pub split: Option<&'a Split>,
}

/// A puzzle to be written.
#[derive(Debug)]
pub struct ExportItem<'a> {
    /// The index of the puzzle's file in the split, from 0.
    pub part: usize,
    /// The name of the puzzle's own file, without extension.
    pub stem: String,
    /// The puzzle.
    pub entry: ExportEntry<'a>,
}

impl PackExport<'_> {
    /// Returns the number of files, for formats with many puzzles per file.
    fn parts(&self) -> usize {
        self.split.map_or(1, |split| split.names().count())
    }

    /// Passes the puzzles to `put` in the order in which they are written. Returns the number of puzzles per
    /// level for each file. `options` are the settings of the files.
    ///
    /// # Errors
    /// If a pack can't be read, and the errors of `put`.
    pub fn for_each<E: From<PackError>>(
        &self,
        options: &FileOptions,
        mut put: impl FnMut(&ExportItem<'_>) -> Result<(), E>,
    ) -> Result<Vec<PerLevel<u64>>, E> {
        let scheme = options.scheme.as_ref();
        let rater = scheme
            .filter(|_| self.with_steps)
            .map(|scheme| Rater::new(&scheme.preset));
        // From a single pack, a puzzle keeps its number, even if others are left out.
        let keeps_place = self.packs.len() == 1;
        let mut counts = vec![[0; MOST_LEVELS]; self.parts()];
        self.in_order(|chosen| {
            let record = &chosen.record;
            let level = record.level;
            let name = scheme.map_or("", |scheme| scheme.level_name(level));
            let part = self.split.map_or(0, |split| split.part(&record.solution));
            let count = &mut counts[part][level.index()];
            *count += 1;
            let place = if keeps_place { chosen.place } else { *count };
            let steps = rater
                .as_ref()
                .map(|rater| rater.steps(&record.puzzle, &record.solution).1);
            put(&ExportItem {
                part,
                stem: format!("{}-{name}-{place:06}", level.number()),
                entry: ExportEntry {
                    place,
                    puzzle: &record.puzzle,
                    solution: self.with_solutions.then_some(&record.solution),
                    level: Some((level.number(), name)),
                    half: scheme.and_then(|it| it.half(level, &record.ratings)),
                    record: Some(record),
                    steps: steps.as_deref(),
                },
            })
        })?;
        Ok(counts)
    }

    /// Calls `of` with the record of each puzzle to be written, in the order of the output, and returns the results.
    ///
    /// # Errors
    /// If a pack can't be read.
    pub fn list<T>(&self, of: impl Fn(&Record) -> T) -> Result<Vec<T>, PackError> {
        let mut list = Vec::new();
        self.in_order(|chosen| {
            list.push(of(&chosen.record));
            Ok::<(), PackError>(())
        })?;
        Ok(list)
    }

    /// Passes the chosen puzzles to `put`. The puzzles are streamed unless they must be sorted: a format with one
    /// section per level needs the puzzles of a level together.
    fn in_order<E: From<PackError>>(
        &self,
        mut put: impl FnMut(&ChosenPuzzle) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_mixed = self.packs.len() > 1 || self.selection.order.is_some();
        let choose = |take: &mut dyn FnMut(ChosenPuzzle) -> Result<(), E>| {
            self.selection.choose(self.packs, |_| true, take)
        };
        if !(self.format.has_sections && is_mixed) {
            return choose(&mut |chosen| put(&chosen));
        }
        let mut all = Vec::new();
        choose(&mut |chosen| {
            all.push(chosen);
            Ok(())
        })?;
        all.sort_by_key(|chosen| chosen.record.level);
        all.iter().try_for_each(put)
    }
}
