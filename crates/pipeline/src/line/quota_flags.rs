//! Defines flags, shared by all threads, for the levels that already have as many puzzles as the job wants.
//!
//! A full level stays full, so a thread may skip work that only a kept puzzle needs. A thread that learns of a
//! full level late does useless work, but the pack stays the same.

use super::sync::{AtomicU16, Ordering};
use super::tally::Tally;
use crate::bucket::Level;
use crate::config::Job;

/// One bit per level, set if the level's quota is full.
#[derive(Debug, Default)]
pub struct QuotaFlags(AtomicU16);

impl QuotaFlags {
    /// Returns the flags at the start of a run, which may continue an earlier run.
    pub fn of(job: &Job, tally: &Tally) -> Self {
        let full = Self::default();
        full.note(job, tally);
        full
    }

    /// Sets the bits of the levels whose quotas are full according to the tally.
    pub fn note(&self, job: &Job, tally: &Tally) {
        let levels = job.scheme.levels();
        let full = levels.filter(|level| tally.kept[level.index()] >= job.wanted(*level));
        let bits = full.fold(0, |bits, level| bits | 1 << level.index());
        self.0.store(bits, Ordering::Relaxed);
    }

    /// Returns whether the quota of this level is full.
    pub fn holds(&self, level: Level) -> bool {
        self.0.load(Ordering::Relaxed) & 1 << level.index() != 0
    }
}
