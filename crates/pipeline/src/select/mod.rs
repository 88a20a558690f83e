//! The choice of puzzles from packs: the level, a condition, an order, a number. It means the same
//! in every command that chooses.
//!
//! The steps always come in this order: level and condition; order; what the caller leaves out;
//! `skip`; `per_level`; `limit`.

mod order;

pub use order::SortOrder;

use crate::bucket::{Level, MOST_LEVELS, PerLevel};
use crate::filter::{Condition, Subject};
use crate::pack::{Pack, PackError, Record};

/// A choice of puzzles; the default chooses all of them.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Only this level.
    pub level: Option<Level>,
    /// Only puzzles that meet this condition.
    pub condition: Option<Condition>,
    /// The order, in which equal puzzles keep theirs; `None` for pack by pack, level by level, by
    /// number.
    pub order: Option<SortOrder>,
    /// Number of puzzles to leave out at the beginning.
    pub skip: u64,
    /// The most puzzles of each level.
    pub per_level: Option<u64>,
    /// The most puzzles in all.
    pub limit: Option<u64>,
}

/// A puzzle that a selection chose, with its place in a pack.
#[derive(Debug, Clone, PartialEq)]
pub struct ChosenPuzzle {
    /// The index of its pack, from 0.
    pub pack: usize,
    /// Its place in the file of its level, from 1.
    pub place: u64,
    /// The puzzle.
    pub record: Record,
}

impl Selection {
    /// Compares the files that it reads with their manifests, for callers that write each puzzle at
    /// once and can't take it back.
    ///
    /// # Errors
    /// If a pack can't be read, or is not as it was written.
    pub fn prove(&self, packs: &[Pack]) -> Result<(), PackError> {
        for pack in packs {
            for level in self.levels(pack) {
                pack.records(level)?.prove_rest()?;
            }
        }
        Ok(())
    }

    /// Returns the levels of a pack that it chooses from.
    fn levels<'a>(&self, pack: &'a Pack) -> impl Iterator<Item = Level> + use<'a> {
        let only = self.level;
        let levels = pack.manifest().job.scheme.levels();
        levels.filter(move |level| only.is_none_or(|only| only == *level))
    }

    /// Gives the chosen puzzles of these packs to `take`, in order. Of the puzzles that level and
    /// condition let through, only those count that `wants` accepts; it is called in order. It
    /// streams unless the puzzles must be sorted. Where a limit ends the choice within a file, the
    /// rest of that file is still compared with its manifest: no puzzle comes from a file that is
    /// not proven in the end.
    ///
    /// # Errors
    /// If a pack can't be read, and what `take` returns.
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

    /// Gives the chosen puzzles to `take` until it returns `true`. It is compiled here, and so
    /// optimised, for callers of all crates.
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

    /// Gives `pass` the puzzles that level and condition let through.
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

/// The reading that is left after a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Read,
    /// Nothing more is chosen, but the rest of the file is compared with its manifest.
    Prove,
    /// Nothing more is read.
    Stop,
}

/// The rest of `skip`, `per_level` and `limit` that is still open.
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
