//! Turns a puzzle with its solution into a record: the canonical form, the filters, the ratings and
//! the level that follows from them.

use super::quota_flags::QuotaFlags;
use super::tally::Lost;
use crate::bucket::{Level, Scheme};
use crate::config::Job;
use crate::filter::{Sieve, Subject};
use crate::grid::{Board, Canonical};
use crate::pack::Record;
use crate::rate::Raters;

/// Rates the puzzles of one job and keeps to its filters.
#[derive(Debug)]
pub(super) struct PuzzleRater<'a> {
    scheme: &'a Scheme,
    raters: Raters,
    sieve: Sieve,
    full: Option<&'a QuotaFlags>,
}

/// The level that a puzzle seems to have, rated without its canonical form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuickRating {
    Of(Level),
    /// Solved by the rules, but outside the levels of the scheme.
    Outside,
    /// Too hard for the rules.
    Unsolved,
}

impl<'a> PuzzleRater<'a> {
    /// Creates the rater of a job.
    pub(super) fn new(job: &'a Job) -> Self {
        Self {
            scheme: &job.scheme,
            raters: Raters::new(&job.scheme.preset, &job.ratings),
            sieve: Sieve::new(&job.filters, &job.scheme.preset),
            full: None,
        }
    }

    /// Leaves out the ratings made on request for puzzles of full levels.
    pub(super) fn sparing(self, full: &'a QuotaFlags) -> Self {
        let full = Some(full);
        Self { full, ..self }
    }

    /// Rates a puzzle without its canonical form.
    pub(super) fn quick_rating(&self, puzzle: &Board, solution: &Board) -> QuickRating {
        let needed = self.scheme.by.extra();
        let ratings = self.raters.glance(puzzle, solution, needed);
        match self.scheme.level(&ratings) {
            Some(level) => QuickRating::Of(level),
            None if ratings.ladder.solved => QuickRating::Outside,
            None => QuickRating::Unsolved,
        }
    }

    /// Returns the record of a puzzle. The filters are asked as soon as the ladder has been
    /// climbed, and once more where they depend on its level, its id or costly ratings.
    pub(super) fn record(
        &self,
        number: u64,
        puzzle: &Board,
        solution: &Board,
    ) -> Result<Record, Lost> {
        let form = Canonical::of(puzzle, solution);
        let ladder = self.raters.ladder().rate_canonical(&form);
        let scheme = self.scheme;
        let mut ratings = self.raters.begin(&form, ladder);
        let known = Subject {
            number: Some(number),
            id: None,
            level: None,
            ratings: &ratings,
            unfinished: true,
        };
        let decided = self.sieve.decide(&known, &form);
        if decided == Some(false) {
            return Err(Lost::Filtered);
        }
        if let Some(needed) = scheme.by.extra() {
            self.raters.add(needed, &form, &mut ratings);
        }
        let level = scheme.level(&ratings).ok_or(Lost::NoLevel)?;
        if decided.is_none() {
            for extra in self.sieve.extras() {
                self.raters.add(extra, &form, &mut ratings);
            }
            let known = Subject {
                number: Some(number),
                id: Some(form.id()),
                level: Some(level),
                ratings: &ratings,
                unfinished: false,
            };
            if !self.sieve.condition_holds(&known) {
                return Err(Lost::Filtered);
            }
        }
        if !self.full.is_some_and(|full| full.holds(level)) {
            self.raters.complete(&form, &mut ratings);
        }
        Ok(Record {
            number,
            puzzle: *puzzle,
            solution: *solution,
            id: form.id(),
            level,
            ratings,
        })
    }
}
