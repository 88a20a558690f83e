//! Makes a rated puzzle from the number of a candidate, by the stages create, dig, rate and bucket.
//!
//! A candidate depends only on the job and its number. One thread takes it through all stages, since a queue and
//! threads for each stage are no faster (`benches/staged.rs`). The candidates of a range are dug side by side,
//! which is faster with vector instructions.

use super::input_list::InputList;
use super::puzzle_rater::PuzzleRater;
use super::quota_flags::QuotaFlags;
use super::tally::LossReason;
use super::tally::{StageStart, StageTimes};
use super::targeted_dig::TargetedDig;
use crate::config::{Job, MixTarget};
use crate::create;
use crate::dig::{DigRequest, dig_many};
use crate::pack::Record;
use crate::seed::Generator;
use std::mem;
use std::ops::Range;

/// Makes the candidates of one job. A candidate has a number, and is a rated puzzle or a failed attempt.
#[derive(Debug)]
pub struct Maker<'a> {
    job: &'a Job,
    rater: PuzzleRater<'a>,
    input: Option<&'a InputList>,
}

/// The result of making one candidate: a rated puzzle, or the reason why the attempt gave no puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate<R = Record> {
    /// The number of random patterns that the Las Vegas method tried until a pattern was solvable; 1 for other
    /// methods.
    pub attempts: u32,
    /// The rated puzzle, or the reason why the attempt gave no puzzle.
    pub made: Result<R, LossReason>,
}

impl<'a> Maker<'a> {
    /// Creates a maker for this job.
    pub fn new(job: &'a Job) -> Self {
        Self {
            job,
            rater: PuzzleRater::new(job),
            input: None,
        }
    }

    /// Returns a maker that rates the puzzles of `input`, if there is an input, instead of making puzzles.
    pub fn of(self, input: Option<&'a InputList>) -> Self {
        Self { input, ..self }
    }

    /// Returns a maker that skips unneeded ratings. If the quota of a puzzle's level is full according to `full`,
    /// the puzzle is not kept, so the ratings made only on request are skipped.
    pub fn sparing(self, full: &'a QuotaFlags) -> Self {
        let rater = self.rater.sparing(full);
        Self { rater, ..self }
    }

    /// Makes the candidate puzzle with number `k`, and adds the time spent to `times`.
    pub fn make(&self, k: u64, times: &mut StageTimes) -> Candidate {
        if let Some(input) = self.input {
            return self.take(input, k, times);
        }
        let mut rng = Generator::for_candidate(self.job.seed, k);
        let target = MixTarget::draw(&self.job.mix, &mut rng);
        let start = StageStart::now();
        let created = create::full_grid(&self.job.create, &mut rng);
        times.create += start.elapsed();
        let mut targeted = TargetedDig {
            rater: &self.rater,
            number: k,
            created: &created,
            plan: target.map_or(self.job.dig, |target| target.plan(&self.job.dig)),
            times,
        };
        let made = match target.and_then(|target| Some((target.level?, target.tries))) {
            Some((wanted, tries)) => targeted.search(wanted, tries, &mut rng),
            None => targeted.dig(&mut rng).and_then(|dug| targeted.rate(&dug)),
        };
        Candidate {
            attempts: created.attempts,
            made,
        }
    }

    /// Makes the candidate puzzles of a range, in order, and adds the time spent to `times`. Where possible, the
    /// puzzles are dug side by side, which is faster than one after the other.
    pub fn make_all(&self, range: Range<u64>, times: &mut StageTimes) -> Vec<Candidate> {
        let is_searched = |target: &MixTarget| target.level.is_some();
        if self.input.is_some() || self.job.mix.iter().any(is_searched) {
            return range.map(|k| self.make(k, times)).collect();
        }
        self.make_side_by_side(range, times)
    }

    /// Creates the full grids of a range, digs all of them side by side, and rates the puzzles.
    fn make_side_by_side(&self, range: Range<u64>, times: &mut StageTimes) -> Vec<Candidate> {
        let mut lap = StageStart::now();
        let mut spent = || mem::replace(&mut lap, StageStart::now()).elapsed();
        let mut attempts = Vec::new();
        let requests = range.clone().map(|k| {
            let mut rng = Generator::for_candidate(self.job.seed, k);
            let target = MixTarget::draw(&self.job.mix, &mut rng);
            let created = create::full_grid(&self.job.create, &mut rng);
            attempts.push(created.attempts);
            DigRequest {
                solution: created.grid,
                start: created.clues,
                plan: target.map_or(self.job.dig, |target| target.plan(&self.job.dig)),
                rng,
            }
        });
        let requests: Vec<DigRequest> = requests.collect();
        times.create += spent();
        let dug = dig_many(requests.into_iter());
        times.dig += spent();
        let candidates = range.zip(attempts).zip(&dug);
        let candidates = candidates.map(|((k, attempts), dug)| Candidate {
            attempts,
            made: match dug.in_range {
                true => self.rater.record(k, &dug.puzzle, &dug.solution),
                false => Err(LossReason::OutOfRange),
            },
        });
        let candidates = candidates.collect();
        times.rate += spent();
        candidates
    }

    /// Rates entry `k` of the list `input`, in place of making candidate `k`.
    fn take(&self, input: &InputList, k: u64, times: &mut StageTimes) -> Candidate {
        let start = StageStart::now();
        let made = match input.solved(k) {
            Some((puzzle, solution)) => self.rater.record(k, &puzzle, &solution),
            None => Err(LossReason::Rejected),
        };
        times.rate += start.elapsed();
        Candidate { attempts: 1, made }
    }
}
