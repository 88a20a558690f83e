//! Decides how much of each shard a spot check makes again, so that a machine that computes wrongly now and then is
//! found.
//!
//! If a machine gets a share p of its records wrong, k of its records made again find it with the probability
//! 1 − (1 − p)^k: one wrong record in 10,000 is found with a probability of 99 % by 46,050 records. Shards don't say
//! which machine made them, because a shard has the same bytes wherever it is made. So the checks of all shards add up,
//! divided by the number of machines of which a single one may be faulty.

use super::allowance::{DEFAULT_ALLOWANCE, most_kept};
use super::plan::ShardPlan;
use crate::line;

/// The share of wrong records at which a machine is found by default.
pub const DEFAULT_ERROR_RATE: f64 = 1e-4;
/// The probability with which a machine with that share of wrong records is found.
const CONFIDENCE: f64 = 0.99;
/// Number of candidate numbers that are made again of each shard, whether the shard keeps their puzzles or not.
const NUMBERS: u64 = 2;
/// The default check makes at most one puzzle for this number of candidates again, and at least [`NUMBERS`].
const MOST_OF_A_SHARD: u64 = 20;
/// Number of candidates in a chunk of a job whose candidates take some hundredths of a millisecond.
const QUICK_CHUNK: u64 = 4096;

/// The number of candidates of each shard that a merge makes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpotCheckSize {
    /// Number of the puzzles that the shard keeps, drawn at random.
    pub puzzles: u64,
    /// Number of candidate numbers of the shard's range, drawn at random.
    pub numbers: u64,
}

impl SpotCheckSize {
    /// Returns a size of `number` puzzles and `number` candidate numbers of each shard.
    pub fn fixed(number: u64) -> Self {
        Self {
            puzzles: number,
            numbers: number,
        }
    }

    /// Returns the size that finds one faulty machine among `machines` with a probability of 99 %, if the machine gets
    /// the share `error_rate` of its records wrong (above 0 and below 1) and makes as many shards as each of the
    /// others.
    pub fn for_error_rate(plan: &ShardPlan, error_rate: f64, machines: u64) -> Self {
        let of_machine = ((1.0 - CONFIDENCE).ln() / (-error_rate).ln_1p()).ceil();
        let of_shard = of_machine * machines as f64 / plan.shards as f64;
        Self {
            puzzles: (of_shard.ceil() as u64).max(1),
            numbers: NUMBERS,
        }
    }

    /// Returns the default size: that for one machine and one wrong record in 10,000, but at most a twentieth of the
    /// shard's candidates, because making a candidate again takes as long as making it. Jobs with slow candidates have
    /// only a few made again, since many machines made the shards and one machine merges them.
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

    /// Returns the probability that a merge of all shards finds one faulty machine among `machines` that gets the share
    /// `error_rate` of its records wrong. It is lower if most candidates are no puzzles of the job.
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
