//! The four computing stages fused: from a number to a rated puzzle.
//!
//! A candidate is a pure function of (job, k). It passes create, dig, rate and bucket in one go on
//! one thread: handing it over between threads would cost more than the stages themselves.

use super::bench::Bench;
use crate::config::{Aim, Job};
use crate::create;
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
}

/// What came of one number.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Las Vegas patterns tried until one was solvable; 1 for the other ways.
    pub attempts: u32,
    /// The rated puzzle, or why there is none.
    pub made: Result<Record, Lost>,
}

/// Why a number gives no puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    /// Digging ended outside the wanted range of clues, on the board or in a row.
    OutOfRange,
    /// The scheme has no level for it.
    NoLevel,
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
        }
    }

    /// Makes candidate number `k`, adding the time spent to `times`.
    pub fn make(&self, k: u64, times: &mut StageTimes) -> Candidate {
        let mut generator = Generator::for_candidate(self.job.seed, k);
        let aim = Aim::draw(&self.job.mix, &mut generator);
        let start = Instant::now();
        let created = create::full_grid(&self.job.create, &mut generator);
        times.create += start.elapsed();
        let mut bench = Bench {
            job: self.job,
            raters: &self.raters,
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
}
