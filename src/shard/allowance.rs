//! The allowance of a shard: how many puzzles it keeps above the quotas, in the place of those that
//! turn out to be repeats when all shards come together.

use crate::bucket::{Level, Quotas};
use crate::config::Job;

/// The allowance of each level unless another is set: among millions of candidates hardly one is a
/// repeat.
pub const DEFAULT_ALLOWANCE: u64 = 8;

/// Returns the job with its quotas raised by the allowance; a quota of 0 stays 0.
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

/// Returns how many puzzles of a level a shard of this job keeps at most.
pub(super) fn most_kept(job: &Job, allowance: u64, level: Level) -> u64 {
    raised(job, allowance).wanted(level)
}
