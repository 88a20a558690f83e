//! The allowance of a shard: the number of puzzles of each level that the shard keeps beyond the quota, to
//! replace repeats that are found when the shards are merged.

use crate::bucket::{Level, Quotas};
use crate::config::Job;

/// The default number of puzzles of each level that a shard keeps beyond the quota, to replace repeats (puzzles that
/// were made before). A small number is enough, because only a few in millions of candidate puzzles are repeats.
pub const DEFAULT_ALLOWANCE: u64 = 8;

/// Returns the job with each quota raised by the allowance. A quota of 0 stays 0.
pub(super) fn raised(job: &Job, allowance: u64) -> Job {
    let raise = |quotas: &Quotas| {
        let more = |level: Level| match quotas.of(level) {
            0 => 0,
            wanted => wanted.saturating_add(allowance),
        };
        Quotas::new(job.scheme.levels().map(more).collect())
    };
    Job {
        quotas: job.quotas.as_ref().map(raise),
        ..job.clone()
    }
}

/// Returns the maximum number of puzzles of a level that a shard of this job keeps.
pub(super) fn most_kept(job: &Job, allowance: u64, level: Level) -> u64 {
    raised(job, allowance).wanted(level)
}
