//! Makes the candidate puzzles of jobs with layouts other than 9×9. If the job has a list of puzzles, they are
//! rated instead.
//!
//! The seed and the number of a candidate determine the level for which it is dug. Its rating then decides its
//! level, which may be another one.

use super::candidate::Candidate;
use super::input_list::InputList;
use super::tally::{LossReason, StageStart, StageTimes};
use super::worker::Make;
use crate::bucket::Level;
use crate::config::Job;
use crate::layouts::{LayoutKit, LayoutMaker};
use crate::pack::LayoutRecord;
use crate::seed::Generator;
use crate::solve::fused::Searcher;
use std::ops::Range;

/// Makes the candidate puzzles of a job that names a layout.
#[derive(Debug)]
pub struct LayoutCandidates<'a> {
    seed: u64,
    kit: &'a LayoutKit,
    /// The levels for which puzzles are dug.
    wanted: Vec<Level>,
    /// The list of puzzles to rate; `None` if the job makes its puzzles.
    input: Option<&'a InputList>,
}

impl<'a> LayoutCandidates<'a> {
    /// Creates a maker for a job with the layout of `kit`.
    pub fn new(job: &Job, kit: &'a LayoutKit) -> Self {
        let levels = kit.scheme().levels();
        let wanted: Vec<Level> = levels
            .clone()
            .filter(|&level| job.wanted(level) > 0)
            .collect();
        Self {
            seed: job.seed,
            kit,
            wanted: match wanted.is_empty() {
                true => levels.collect(),
                false => wanted,
            },
            input: None,
        }
    }

    /// Returns a maker that rates the puzzles of `input`, if there is an input, instead of making puzzles.
    pub fn of(self, input: Option<&'a InputList>) -> Self {
        Self { input, ..self }
    }

    /// Makes candidate puzzle number `k`, adding the time spent to `times`.
    pub fn make(
        &self,
        maker: &mut LayoutMaker<'_>,
        k: u64,
        times: &mut StageTimes,
    ) -> Candidate<LayoutRecord> {
        let mut rng = Generator::for_candidate(self.seed, k);
        let wanted = self.wanted[rng.below(self.wanted.len() as u32) as usize];
        let start = StageStart::now();
        let board = maker.board(&mut rng);
        times.create += start.elapsed();
        let made = board.and_then(|mut board| {
            let start = StageStart::now();
            let givens = board.dig(maker, wanted, &mut rng);
            times.dig += start.elapsed();
            let start = StageStart::now();
            let made = board.rate(maker, givens);
            times.rate += start.elapsed();
            made
        });
        Candidate {
            attempts: 1,
            made: made
                .map(|made| LayoutRecord { number: k, made })
                .ok_or(LossReason::NoLevel),
        }
    }
}

impl LayoutCandidates<'_> {
    /// Rates entry `k` of a list of puzzles.
    fn take(
        &self,
        input: &InputList,
        maker: &mut LayoutMaker<'_>,
        judge: &mut Searcher,
        k: u64,
    ) -> Candidate<LayoutRecord> {
        let Some((puzzle, solution)) = input.solved_layout(k, judge) else {
            let made = Err(LossReason::Rejected);
            return Candidate { attempts: 1, made };
        };
        let givens = puzzle.board.values().to_vec();
        let solution = solution.values().to_vec();
        let rated = match self.kit.layout().has_features() {
            true => {
                let own = self.kit.with_features(puzzle.features.clone());
                LayoutMaker::new(&own).rate(givens, solution)
            }
            false => maker.rate(givens, solution),
        };
        let made = rated
            .map(|made| LayoutRecord { number: k, made })
            .ok_or(LossReason::NoLevel);
        Candidate { attempts: 1, made }
    }
}

impl Make for LayoutCandidates<'_> {
    type Puzzle = LayoutRecord;

    fn make_all(&self, range: Range<u64>, times: &mut StageTimes) -> Vec<Candidate<LayoutRecord>> {
        let mut maker = LayoutMaker::new(self.kit);
        let Some(input) = self.input else {
            return range.map(|k| self.make(&mut maker, k, times)).collect();
        };
        let mut judge = Searcher::on(self.kit.layout());
        let start = StageStart::now();
        let taken = range.map(|k| self.take(input, &mut maker, &mut judge, k));
        let taken = taken.collect();
        times.rate += start.elapsed();
        taken
    }
}
