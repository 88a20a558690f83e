//! Counts the candidates and puzzles of a run so far. The counts depend only on the job and on the candidates made so
//! far, never on threads, speed or kills. The counts are journaled with the puzzles.

use crate::bucket::{Level, MOST_LEVELS, PerLevel};
use crate::pack::{Pack, PackError, PackedPuzzle};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

/// The reason why a candidate of a run yields no puzzle, before repeats and full quotas are considered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossReason {
    /// The number of clues left after digging is outside the wanted range, on the whole board or in a row or box.
    OutOfRange,
    /// The scheme has no level for the puzzle.
    NoLevel,
    /// The job's filters reject the puzzle.
    Filtered,
    /// The entry of the job's list is not a puzzle with exactly one solution.
    Rejected,
}

/// The counts of a run so far. The run has used the candidate puzzles with the numbers from 0 to `used` − 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The number of candidates used.
    pub used: u64,
    /// The number of candidates rated into each level, including puzzles that are not kept.
    pub rated: PerLevel<u64>,
    /// The number of puzzles kept per level.
    pub kept: PerLevel<u64>,
    /// The number of puzzles equal to a puzzle that was kept or published before, possibly turned or relabelled.
    pub repeats: u64,
    /// The number of candidates whose number of clues after digging was outside the wanted range.
    pub out_of_range: u64,
    /// The number of puzzles for which the scheme has no level.
    pub no_level: u64,
    /// The number of puzzles that the job's filters rejected.
    pub filtered: u64,
    /// The number of random patterns that the Las Vegas method tried; for other methods, the number of candidates.
    pub attempts: u64,
    /// The minimum, maximum and mean number of clues of the kept puzzles, by level.
    pub clues: PerLevel<Spread>,
    /// The minimum, maximum and mean difficulty D of the kept puzzles, by level. For layouts other than 9×9, the
    /// puzzles' points take the place of D.
    pub difficulty: PerLevel<Spread>,
}

impl Tally {
    /// Returns the tally of a finished pack, from its manifest and records.
    ///
    /// # Errors
    /// If a record can't be read.
    pub fn of_pack(pack: &Pack) -> Result<Self, PackError> {
        let manifest = pack.manifest();
        let mut tally = Self {
            used: manifest.numbers,
            rated: std::array::from_fn(|level| manifest.levels.get(level).map_or(0, |it| it.rated)),
            repeats: manifest.dropped.repeats,
            out_of_range: manifest.dropped.out_of_range,
            no_level: manifest.dropped.no_level,
            filtered: manifest.dropped.filtered,
            attempts: manifest.las_vegas_attempts.unwrap_or(manifest.numbers),
            ..Self::default()
        };
        for level in manifest.job.scheme.levels() {
            match manifest.job.layout {
                None => tally.keep_all(pack.records(level)?)?,
                Some(_) => tally.keep_all(pack.layout_records(level)?)?,
            }
        }
        Ok(tally)
    }

    /// Counts a candidate that yields no puzzle, by its reason. [`LossReason::Rejected`] is not counted.
    pub fn lose(&mut self, reason: LossReason) {
        match reason {
            LossReason::OutOfRange => self.out_of_range += 1,
            LossReason::Filtered => self.filtered += 1,
            LossReason::NoLevel => self.no_level += 1,
            // Refused entries of a list are already known before the line starts.
            LossReason::Rejected => {}
        }
    }

    fn keep_all<R: PackedPuzzle>(
        &mut self,
        mut records: impl Iterator<Item = Result<R, PackError>>,
    ) -> Result<(), PackError> {
        records.try_for_each(|record| record.map(|record| self.keep(&record)))
    }

    /// Counts a puzzle that is kept.
    pub fn keep(&mut self, record: &impl PackedPuzzle) {
        let level = record.level().index();
        self.kept[level] += 1;
        self.clues[level].add(record.clue_count() as f64);
        self.difficulty[level].add(record.difficulty());
    }

    /// Returns the tally with only those counts that don't depend on which puzzles are kept.
    #[must_use]
    pub(super) fn without_kept(self) -> Self {
        let none = Self::default();
        Self {
            kept: none.kept,
            clues: none.clues,
            difficulty: none.difficulty,
            ..self
        }
    }

    /// Adds the counts of the puzzles kept in another pack of the same run.
    pub fn add_part(&mut self, other: &Self) {
        for level in 0..MOST_LEVELS {
            self.kept[level] += other.kept[level];
            self.clues[level].merge(&other.clues[level]);
            self.difficulty[level].merge(&other.difficulty[level]);
        }
    }

    /// Returns the share of the run's candidates that got this level; 0 before the first candidate.
    pub fn yield_of(&self, level: Level) -> f64 {
        self.rated[level.index()] as f64 / self.used.max(1) as f64
    }

    /// Returns the total number of puzzles kept.
    pub fn kept_in_all(&self) -> u64 {
        self.kept.iter().sum()
    }

    /// Returns whether a run can have these counts, which may come from a damaged file. A run has no more results
    /// than used candidates, and no level has more kept puzzles than rated candidates. If this function returns
    /// `true`, sums of the counts don't overflow.
    pub(super) fn is_possible(&self) -> bool {
        let lost = [self.out_of_range, self.no_level, self.filtered];
        let mut results = self.rated.iter().chain(&lost).copied();
        let results = results.try_fold(0, u64::checked_add);
        let is_level_possible = |level: usize| {
            let kept = self.kept[level];
            let is_counted = |spread: &Spread| spread.count == kept;
            kept <= self.rated[level]
                && is_counted(&self.clues[level])
                && is_counted(&self.difficulty[level])
        };
        results.is_some_and(|results| results <= self.used)
            && self.repeats <= self.used
            && self.attempts <= self.used.saturating_mul(u32::MAX.into())
            && (0..MOST_LEVELS).all(is_level_possible)
    }
}

/// The minimum, maximum and mean of a series of values.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Spread {
    count: u64,
    least: f64,
    greatest: f64,
    sum: f64,
}

impl Spread {
    fn add(&mut self, value: f64) {
        if self.count == 0 {
            (self.least, self.greatest) = (value, value);
        }
        self.count += 1;
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
        self.sum += value;
    }

    fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            (self.least, self.greatest) = (other.least, other.greatest);
        }
        self.count += other.count;
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
        self.sum += other.sum;
    }

    /// Returns the minimum, the mean and the maximum; `None` if there are no values.
    pub fn summary(&self) -> Option<(f64, f64, f64)> {
        (self.count > 0).then(|| (self.least, self.sum / self.count as f64, self.greatest))
    }
}

/// The time spent in each computing stage, summed over all threads.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct StageTimes {
    /// The time spent making full grids.
    pub create: Duration,
    /// The time spent digging puzzles.
    pub dig: Duration,
    /// The time spent computing canonical forms, ratings and levels.
    pub rate: Duration,
}

/// The moment at which a stage began. In WebAssembly, no clock is read, and all times are zero.
#[derive(Debug, Clone, Copy)]
pub(super) struct StageStart(#[cfg(not(target_family = "wasm"))] Instant);

impl StageStart {
    /// Returns the present moment.
    pub(super) fn now() -> Self {
        #[cfg(not(target_family = "wasm"))]
        {
            Self(Instant::now())
        }
        #[cfg(target_family = "wasm")]
        {
            Self()
        }
    }

    /// Returns the time since the stage began.
    pub(super) fn elapsed(self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        {
            self.0.elapsed()
        }
        #[cfg(target_family = "wasm")]
        {
            Duration::ZERO
        }
    }
}

impl AddAssign for StageTimes {
    fn add_assign(&mut self, other: Self) {
        self.create += other.create;
        self.dig += other.dig;
        self.rate += other.rate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_counts_of_a_run_are_possible() {
        let run = Tally {
            used: 12,
            rated: std::array::from_fn(|level| u64::from(level < 5) * 2),
            repeats: 1,
            out_of_range: 2,
            attempts: 30,
            ..Tally::default()
        };
        assert!(run.is_possible());
        assert!(Tally::default().is_possible());
        let with = |change: fn(&mut Tally)| {
            let mut changed = run;
            change(&mut changed);
            changed
        };
        let mut kept = run;
        kept.kept[3] = 2;
        assert!(!kept.is_possible(), "kept without clues");
        for spread in [&mut kept.clues[3], &mut kept.difficulty[3]] {
            (0..2).for_each(|value| spread.add(f64::from(value)));
        }
        assert!(kept.is_possible());
        for impossible in [
            with(|it| it.used = 11),
            with(|it| it.rated[4] = u64::MAX),
            with(|it| it.no_level = u64::MAX),
            with(|it| it.filtered = 1),
            with(|it| it.repeats = 13),
            with(|it| it.attempts = u64::MAX),
            with(|it| it.kept[0] = 3),
            with(|it| it.clues[0].count = 1),
        ] {
            assert!(!impossible.is_possible(), "{impossible:?}");
        }
    }
}
