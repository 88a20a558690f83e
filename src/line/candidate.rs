//! The four computing stages fused: from a number to a rated puzzle.
//!
//! A candidate is a pure function of (job, k). It passes create, dig, rate and bucket in one go on
//! one thread: handing it over between threads would cost more than the stages themselves.

use super::given::Given;
use crate::bucket::Sieve;
use crate::config::Job;
use crate::create;
use crate::dig;
use crate::grid::{Board, Canonical};
use crate::pack::Record;
use crate::rate::Raters;
use crate::seed::Generator;
use std::ops::AddAssign;
use std::time::{Duration, Instant};

/// Makes the candidates of one job.
#[derive(Debug)]
pub struct Maker<'a> {
    job: &'a Job,
    raters: Raters,
    sieve: Sieve,
    given: Option<&'a Given>,
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
        }
    }

    /// A maker that takes these puzzles, where there are any, and makes none.
    pub fn of(self, given: Option<&'a Given>) -> Self {
        Self { given, ..self }
    }

    /// Makes candidate number `k`, adding the time spent to `times`.
    pub fn make(&self, k: u64, times: &mut StageTimes) -> Candidate {
        if let Some(given) = self.given {
            return self.take(given, k, times);
        }
        let mut generator = Generator::for_candidate(self.job.seed, k);
        let start = Instant::now();
        let created = create::full_grid(&self.job.create, &mut generator);
        let full = Instant::now();
        let dug = dig::dig_from(&created.grid, created.clues, &self.job.dig, &mut generator);
        let carved = Instant::now();
        let made = match dug.in_range {
            true => self.rated(k, &dug.puzzle, &created.grid),
            false => Err(Lost::OutOfRange),
        };
        *times += StageTimes {
            create: full - start,
            dig: carved - full,
            rate: carved.elapsed(),
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
    /// been climbed.
    fn rated(&self, number: u64, puzzle: &Board, solution: &Board) -> Result<Record, Lost> {
        let form = Canonical::of(puzzle, solution);
        let ladder = self.raters.ladder().rate_canonical(&form);
        if !self.sieve.passes(&ladder, &form) {
            return Err(Lost::Filtered);
        }
        let ratings = self.raters.complete(&form, ladder);
        Ok(Record {
            number,
            puzzle: *puzzle,
            solution: *solution,
            id: form.id(),
            level: self.job.scheme.level(&ratings),
            ratings,
        })
    }
}
