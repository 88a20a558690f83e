//! Turns a puzzle with its solution into a record: computes its canonical form, ratings and level, and applies the
//! filters.

use super::quota_flags::QuotaFlags;
use super::tally::LossReason;
use crate::bucket::{Level, Scheme};
use crate::config::Job;
use crate::filter::{PreparedFilters, Subject};
use crate::grid::{Board, Canonical};
use crate::pack::Record;
use crate::rate::explainer::{Explainer, SeRating};
use crate::rate::techniques::{Climbers, TechniquePath};
use crate::rate::{Raters, Ratings};

/// Rates the puzzles of one job and applies the job's filters.
#[derive(Debug)]
pub(super) struct PuzzleRater<'a> {
    scheme: &'a Scheme,
    raters: Raters,
    filters: PreparedFilters,
    /// The solvers for a scheme that defines its levels by bands (sets of conditions). They give up early on a puzzle
    /// that fits no band. `None` for other schemes.
    climbers: Option<Climbers>,
    full: Option<&'a QuotaFlags>,
}

/// The level that a puzzle gets when it is rated without computing its canonical form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuickRating {
    Of(Level),
    /// The rules solve the puzzle, but the scheme has no level for it.
    Outside,
    /// The rules don't solve the puzzle.
    Unsolved,
}

impl<'a> PuzzleRater<'a> {
    /// Creates the rater of a job.
    pub(super) fn new(job: &'a Job) -> Self {
        Self {
            scheme: &job.scheme,
            raters: job.scheme.raters(&job.ratings),
            filters: PreparedFilters::of(&job.filters, &job.scheme),
            climbers: job.scheme.band_climbers(),
            full: None,
        }
    }

    /// Returns a rater that skips unneeded ratings. If the quota of a puzzle's level is full according to `full`,
    /// the puzzle is not kept. The rater then skips ratings that neither the scheme nor the filters need.
    pub(super) fn sparing(self, full: &'a QuotaFlags) -> Self {
        let full = Some(full);
        Self { full, ..self }
    }

    /// Rates a puzzle without computing its canonical form.
    pub(super) fn quick_rating(&self, puzzle: &Board, solution: &Board) -> QuickRating {
        let needed = self.scheme.by.extras();
        let ratings = self.raters.rate_as_given(puzzle, solution, needed);
        match self.scheme.level(&ratings) {
            Some(level) => QuickRating::Of(level),
            None if ratings.ladder.solved => QuickRating::Outside,
            None => QuickRating::Unsolved,
        }
    }

    /// Returns the ratings that every puzzle gets. If the scheme defines its levels by bands (sets of conditions), also
    /// returns the ratings that decide which band the puzzle fits; `None` if the puzzle fits no band.
    fn begin(&self, form: &Canonical) -> Option<Ratings> {
        let climbers = self.climbers.as_ref();
        let banded = climbers.map(|climbers| self.banded(climbers, form));
        let (techniques, se) = match banded {
            Some(banded) => banded.map(|(path, se)| (Some(path), se))?,
            None => (None, None),
        };
        let ladder = self.raters.ladder().rate_canonical(form);
        Some(Ratings {
            techniques,
            se,
            ..self.raters.begin(form, ladder)
        })
    }

    /// Returns the ratings that decide which of the scheme's bands (sets of conditions) the puzzle fits; `None` if the
    /// puzzle fits no band. ER, by far the most costly rating, is computed last, and only for bands that limit ER.
    fn banded(
        &self,
        climbers: &Climbers,
        form: &Canonical,
    ) -> Option<(TechniquePath, Option<SeRating>)> {
        let clues = form.puzzle.clue_count();
        let path = climbers.solve(&form.puzzle, Some(&form.solution));
        let level = self.scheme.band_level(&path, clues, None)?;
        if !self.scheme.asks_for_er(level) {
            return Some((path, None));
        }
        let se = Explainer::default().rate(&form.puzzle);
        let rated = self.scheme.band_level(&path, clues, Some(se.er.value()));
        (rated == Some(level)).then_some((path, Some(se)))
    }

    /// Returns the record of a puzzle, or the reason why the puzzle is not wanted. The filters are applied as soon as
    /// the ladder's rating is known, and once more if they depend on the level, the id or costly ratings.
    pub(super) fn record(
        &self,
        number: u64,
        puzzle: &Board,
        solution: &Board,
    ) -> Result<Record, LossReason> {
        let scheme = self.scheme;
        let is_banded = self.climbers.is_some();
        if is_banded && !scheme.takes_clues(puzzle.clue_count()) {
            return Err(LossReason::NoLevel);
        }
        let form = Canonical::of(puzzle, solution);
        let mut ratings = self.begin(&form).ok_or(LossReason::NoLevel)?;
        let known = Subject {
            number: Some(number),
            id: None,
            level: None,
            ratings: &ratings,
            unfinished: true,
        };
        let decided = self.filters.decide(&known, &form);
        if decided == Some(false) {
            return Err(LossReason::Filtered);
        }
        for &needed in scheme.by.extras().iter().filter(|_| !is_banded) {
            self.raters.add(needed, &form, &mut ratings);
        }
        let level = scheme.level(&ratings).ok_or(LossReason::NoLevel)?;
        if decided.is_none() {
            for extra in self.filters.extras() {
                self.raters.add(extra, &form, &mut ratings);
            }
            let known = Subject {
                number: Some(number),
                id: Some(form.id()),
                level: Some(level),
                ratings: &ratings,
                unfinished: false,
            };
            if !self.filters.holds(&known, &form) {
                return Err(LossReason::Filtered);
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
