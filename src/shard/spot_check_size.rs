//! Decides how much of each shard a spot check makes again. The check must find a machine that makes occasional errors.
//!
//! If a machine gets a share p of its records wrong, making k of its records again finds it with the probability 1
//! − (1 − p)^k. For one wrong record in 10,000, making 46,050 records again gives a probability of 99 %.
//!
//! Shards don't say which machine made them, because a shard has the same bytes wherever it is made. So k is the
//! number of records checked in all shards, divided by the number of machines. Only one machine is assumed to be
//! faulty.

use super::allowance::{DEFAULT_ALLOWANCE, most_kept};
use super::plan::ShardPlan;
use crate::line;

/// The share of records that a faulty machine is assumed to get wrong. The size of the default check is computed from
/// this share.
pub const DEFAULT_ERROR_RATE: f64 = 1e-4;
/// The probability that a check finds a faulty machine. The size of a check is computed from this probability.
const CONFIDENCE: f64 = 0.99;
/// The number of candidate puzzles that are drawn at random from all those of a shard, kept or not, and made again.
const NUMBERS: u64 = 2;
/// The divisor that limits the default check: at most as many kept puzzles are made again as the shard has candidate
/// puzzles, divided by this number. Even in a small shard, the check may make [`NUMBERS`] kept puzzles again.
const MOST_OF_A_SHARD: u64 = 20;
/// The minimum number of candidate puzzles in a chunk of a quick job. Each candidate of a quick job takes a few
/// hundredths of a millisecond.
const QUICK_CHUNK: u64 = 4096;

/// The size of a spot check: how many candidate puzzles of each shard a merge makes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpotCheckSize {
    /// The number of puzzles drawn at random from the puzzles that the shard keeps.
    pub puzzles: u64,
    /// The number of candidate puzzles drawn at random from all those of the shard, kept or not.
    pub numbers: u64,
}

impl SpotCheckSize {
    /// Returns the size of a spot check with two draws from each shard: `number` of the kept puzzles, and `number` of
    /// all candidate puzzles.
    pub fn fixed(number: u64) -> Self {
        Self {
            puzzles: number,
            numbers: number,
        }
    }

    /// Returns the size of a spot check that finds one faulty machine among `machines` with a probability of 99 %. The
    /// faulty machine gets the share `error_rate` of its records wrong (above 0 and below 1), and makes as many shards
    /// as each of the others.
    pub fn for_error_rate(plan: &ShardPlan, error_rate: f64, machines: u64) -> Self {
        let of_machine = ((1.0 - CONFIDENCE).ln() / (-error_rate).ln_1p()).ceil();
        let of_shard = of_machine * machines as f64 / plan.shards as f64;
        Self {
            puzzles: (of_shard.ceil() as u64).max(1),
            numbers: NUMBERS,
        }
    }

    /// Returns the default size of a spot check. For a quick job, the check finds one machine that gets one record in
    /// 10,000 wrong, as in [`for_error_rate`](Self::for_error_rate). But the number of kept puzzles that are made
    /// again is at most a twentieth of a shard's candidate puzzles, because making a candidate again takes as long as
    /// the first time. For a slow job, only two kept puzzles are made again, because one machine checks the work of
    /// many.
    pub fn default_for(plan: &ShardPlan) -> Self {
        let wanted = Self::for_error_rate(plan, DEFAULT_ERROR_RATE, 1);
        let most = match line::chunk_of(&plan.job) >= QUICK_CHUNK {
            true => (plan.count() / plan.shards / MOST_OF_A_SHARD).max(NUMBERS),
            false => NUMBERS,
        };
        Self {
            puzzles: wanted.puzzles.clamp(NUMBERS, most),
            ..wanted
        }
    }

    /// Returns the probability that a merge of all shards finds one faulty machine among `machines`. The faulty
    /// machine gets the share `error_rate` of its records wrong. The true probability is lower than the result if
    /// most candidates do not become puzzles of the job.
    pub fn detection(self, plan: &ShardPlan, error_rate: f64, machines: u64) -> f64 {
        let job = &plan.job;
        let levels = job.scheme.levels();
        let kept = levels.map(|level| most_kept(job, DEFAULT_ALLOWANCE, level));
        let kept = kept.fold(0, u64::saturating_add);
        let checked = self.puzzles.min(kept).min(plan.count() / plan.shards);
        let records = checked as f64 * plan.shards as f64 / machines as f64;
        -((-error_rate).ln_1p() * records).exp_m1()
    }
}
