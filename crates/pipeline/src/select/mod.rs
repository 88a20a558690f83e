//! Chooses puzzles from packs, in the same way for every command.
//!
//! The steps always come in this order: select by level and condition; sort; leave out puzzles that the caller
//! excludes; apply `skip`, `per_level` and `limit`.

mod layouts;
mod order;

pub use layouts::ChosenLayoutPuzzle;
pub use order::SortOrder;

use crate::bucket::{Level, MOST_LEVELS, PerLevel};
use crate::filter::{Condition, Subject};
use crate::pack::{Pack, PackError, Record};

/// The criteria by which puzzles are chosen from packs; the default criteria choose all puzzles.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// The only level to choose from; `None` for all levels.
    pub level: Option<Level>,
    /// The condition that puzzles must meet; `None` for no condition.
    pub condition: Option<Condition>,
    /// The sort order; equal puzzles keep their relative order. `None` sorts by pack, level and
    /// number.
    pub order: Option<SortOrder>,
    /// The number of puzzles to leave out at the beginning.
    pub skip: u64,
    /// The maximum number of puzzles per level; `None` for no maximum.
    pub per_level: Option<u64>,
    /// The maximum number of puzzles in total; `None` for no maximum.
    pub limit: Option<u64>,
}

/// A puzzle that a selection chose, with its place in a pack.
#[derive(Debug, Clone, PartialEq)]
pub struct ChosenPuzzle {
    /// The index of the puzzle's pack, from 0.
    pub pack: usize,
    /// The puzzle's place in the file of its level, from 1.
    pub place: u64,
    /// The puzzle.
    pub record: Record,
}

impl Selection {
    /// Checks that the files to be read match their packs' manifests. This is for callers that output each puzzle
    /// immediately and can't take it back.
    ///
    /// # Errors
    /// If a pack can't be read, or has changed since it was written.
    pub fn prove(&self, packs: &[Pack]) -> Result<(), PackError> {
        for pack in packs {
            for level in self.levels(pack) {
                pack.records(level)?.prove_rest()?;
            }
        }
        Ok(())
    }

    /// Returns the levels of a pack that the selection chooses from.
    fn levels<'a>(&self, pack: &'a Pack) -> impl Iterator<Item = Level> + use<'a> {
        let only = self.level;
        let levels = pack.manifest().job.scheme.levels();
        levels.filter(move |level| only.is_none_or(|only| only == *level))
    }

    /// Passes the chosen puzzles of these packs to `take`, in the selection's order. A puzzle can only be chosen if
    /// it has the selected level, meets the condition and is accepted by `wants`. The calls of `wants` are also in
    /// the selection's order. Puzzles are streamed unless they must be sorted. If a limit is reached within a file,
    /// the rest of that file is still compared with its manifest, so every puzzle comes from a verified file.
    ///
    /// # Errors
    /// If a pack can't be read, and the errors of `take`.
    pub fn choose<E: From<PackError>>(
        &self,
        packs: &[Pack],
        mut wants: impl FnMut(&Record) -> bool,
        mut take: impl FnMut(ChosenPuzzle) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut failed = None;
        self.choose_until(packs, &mut wants, &mut |chosen| {
            failed = take(chosen).err();
            failed.is_some()
        })?;
        failed.map_or(Ok(()), Err)
    }

    /// Passes the chosen puzzles to `take` until `take` returns `true`. This function is not generic, so it is
    /// compiled and optimised in this crate for all callers.
    fn choose_until(
        &self,
        packs: &[Pack],
        wants: &mut dyn FnMut(&Record) -> bool,
        take: &mut dyn FnMut(ChosenPuzzle) -> bool,
    ) -> Result<(), PackError> {
        let mut window = Window::new(self);
        let mut pass = |chosen: ChosenPuzzle| {
            if window.is_shut() {
                return Next::Prove;
            }
            let is_in = wants(&chosen.record) && window.lets_in(chosen.record.level);
            match is_in && take(chosen) {
                true => Next::Stop,
                false => Next::Read,
            }
        };
        let Some(order) = &self.order else {
            return self.for_each(packs, &mut pass);
        };
        let mut all = Vec::new();
        self.for_each(packs, &mut |chosen| {
            all.push(chosen);
            Next::Read
        })?;
        all.sort_by(|a, b| order.compare(&a.record, &b.record));
        all.into_iter().map(pass).find(|next| *next != Next::Read);
        Ok(())
    }

    /// Calls `pass` for each puzzle that has the selected level and meets the condition, until `pass` ends the
    /// reading.
    fn for_each(
        &self,
        packs: &[Pack],
        pass: &mut dyn FnMut(ChosenPuzzle) -> Next,
    ) -> Result<(), PackError> {
        for (number, pack) in packs.iter().enumerate() {
            for level in self.levels(pack) {
                let mut records = pack.records(level)?;
                for (place, record) in (1..).zip(&mut records) {
                    let record = record?;
                    let condition = self.condition.as_ref();
                    if condition.is_some_and(|it| !it.holds(&Subject::of(&record))) {
                        continue;
                    }
                    let next = pass(ChosenPuzzle {
                        pack: number,
                        place,
                        record,
                    });
                    match next {
                        Next::Read => {}
                        Next::Prove => return records.prove_rest(),
                        Next::Stop => return Ok(()),
                    }
                }
            }
        }
        Ok(())
    }
}

/// The instruction for how reading continues after a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Read,
    /// Chooses nothing more, but compares the rest of the file with its manifest.
    Prove,
    /// Stops reading.
    Stop,
}

/// The numbers of puzzles still to skip, still to choose per level, and still to choose in total.
struct Window {
    skip: u64,
    limit: u64,
    levels: PerLevel<u64>,
}

impl Window {
    fn new(selection: &Selection) -> Self {
        let per_level = selection.per_level.unwrap_or(u64::MAX);
        Self {
            skip: selection.skip,
            limit: selection.limit.unwrap_or(u64::MAX),
            levels: [per_level; MOST_LEVELS],
        }
    }

    const fn is_shut(&self) -> bool {
        self.limit == 0
    }

    fn lets_in(&mut self, level: Level) -> bool {
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        let of_level = &mut self.levels[level.index()];
        if *of_level == 0 {
            return false;
        }
        *of_level -= 1;
        self.limit -= 1;
        true
    }
}
