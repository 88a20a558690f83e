//! The four computing stages fused: from a number to a rated puzzle.
//!
//! A candidate is a pure function of (job, k). It passes create, dig, rate and bucket in one go on
//! one thread: a queue and threads for each stage divide the same work no better
//! (`benches/staged.rs`).

use super::bench::Bench;
use super::full_levels::FullLevels;
use super::given::Given;
use crate::config::{Aim, Job};
use crate::create;
use crate::filter::{Sieve, Subject};
use crate::grid::{Board, Canonical};
use crate::pack::Record;
use crate::rate::Raters;
use crate::seed::Generator;
use std::ops::AddAssign;
use std::time::{Duration, Instant};

/// Makes the candidates of one job.
#[derive(Debug)]
pub struct Maker<'a> {
    pub(super) job: &'a Job,
    pub(super) raters: Raters,
    sieve: Sieve,
    given: Option<&'a Given>,
    full: Option<&'a FullLevels>,
}

/// What came of one number.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Las Vegas patterns tried until one was solvable; 1 for the other ways.
    pub attempts: u32,
    /// The rated puzzle, or why there is none.
    pub made: Result<Record, Lost>,
}

/// Why a candidate comes to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    /// Digging ended outside the wanted range of clues, on the board or in a row or box.
    OutOfRange,
    /// The scheme has no level for it.
    NoLevel,
    /// The job's filters don't let it pass.
    Filtered,
    /// This entry of a given list is no puzzle with a single solution.
    Refused,
}

/// Time spent in each computing stage, summed over threads.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct StageTimes {
    /// Making full grids.
    pub create: Duration,
    /// Digging.
    pub dig: Duration,
    /// The canonical form, rating, and the level that follows from it.
    pub rate: Duration,
}

impl AddAssign for StageTimes {
    fn add_assign(&mut self, other: Self) {
        self.create += other.create;
        self.dig += other.dig;
        self.rate += other.rate;
    }
}

impl<'a> Maker<'a> {
    /// A maker for this job.
    pub fn new(job: &'a Job) -> Self {
        Self {
            job,
            raters: Raters::new(&job.scheme.preset, &job.ratings),
            sieve: Sieve::new(&job.filters, &job.scheme.preset),
            given: None,
            full: None,
        }
    }

    /// A maker that takes these puzzles, where there are any, and makes none.
    pub fn of(self, given: Option<&'a Given>) -> Self {
        Self { given, ..self }
    }

    /// A maker that spares puzzles of full levels, which nobody will keep, the ratings that are made
    /// on request.
    pub fn sparing(self, full: &'a FullLevels) -> Self {
        let full = Some(full);
        Self { full, ..self }
    }

    /// Makes candidate number `k`, adding the time spent to `times`.
    pub fn make(&self, k: u64, times: &mut StageTimes) -> Candidate {
        if let Some(given) = self.given {
            return self.take(given, k, times);
        }
        let mut generator = Generator::for_candidate(self.job.seed, k);
        let aim = Aim::draw(&self.job.mix, &mut generator);
        let start = Instant::now();
        let created = create::full_grid(&self.job.create, &mut generator);
        times.create += start.elapsed();
        let mut bench = Bench {
            maker: self,
            number: k,
            created: &created,
            plan: aim.map_or(self.job.dig, |aim| aim.plan(&self.job.dig)),
            times,
        };
        let made = match aim.and_then(|aim| Some((aim.level?, aim.tries))) {
            Some((wanted, tries)) => bench.steer(wanted, tries, &mut generator),
            None => bench.dig(&mut generator).and_then(|dug| bench.rate(&dug)),
        };
        Candidate {
            attempts: created.attempts,
            made,
        }
    }

    /// Entry `k` of a list in the place of a candidate that was made.
    fn take(&self, given: &Given, k: u64, times: &mut StageTimes) -> Candidate {
        let start = Instant::now();
        let made = match given.solved(k) {
            Some((puzzle, solution)) => self.rated(k, &puzzle, &solution),
            None => Err(Lost::Refused),
        };
        times.rate += start.elapsed();
        Candidate { attempts: 1, made }
    }

    /// The record of a puzzle. Whether the filters let it pass is asked as soon as the ladder has
    /// been climbed, and once more where that depends on its level, its id or costly ratings.
    pub(super) fn rated(
        &self,
        number: u64,
        puzzle: &Board,
        solution: &Board,
    ) -> Result<Record, Lost> {
        let form = Canonical::of(puzzle, solution);
        let ladder = self.raters.ladder().rate_canonical(&form);
        let scheme = &self.job.scheme;
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
