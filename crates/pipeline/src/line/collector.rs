//! Takes candidate puzzles in the order of their numbers and decides which puzzles to keep.
//!
//! The number order makes a pack independent of threads, speed and kills: the first puzzles of each
//! level *by number* fill its quota, and the run ends at the number that fills the last quota.

use super::candidate::Candidate;
use super::chunk::{Chunk, TooFew};
use super::published_index::PublishedIndex;
use super::seen::SeenPuzzles;
use super::tally::Tally;
use crate::bucket::MOST_LEVELS;
use crate::config::Job;
use crate::pack::PackedPuzzle;
use std::collections::HashSet;

/// Collects the candidate puzzles of a job in the order of their numbers. The collector holds the counts so far and
/// the puzzles that must not be kept again.
pub struct Collector<'a> {
    job: &'a Job,
    seen: &'a mut SeenPuzzles,
    published: Option<&'a dyn PublishedIndex>,
    tally: Tally,
    /// The number of the candidate before which the collector stops, even if more puzzles are wanted.
    stop_at: u64,
}

impl<'a> Collector<'a> {
    /// Returns a collector that continues from the counts in `tally`; `seen` contains the puzzles that these counts
    /// include.
    pub fn new(job: &'a Job, seen: &'a mut SeenPuzzles, tally: Tally) -> Self {
        Self {
            job,
            seen,
            published: None,
            tally,
            stop_at: u64::MAX,
        }
    }

    /// Returns a collector that drops puzzles that were published before, if a ledger is given.
    pub fn without_published(self, published: Option<&'a dyn PublishedIndex>) -> Self {
        Self { published, ..self }
    }

    /// Makes the collector stop before the candidate with this number.
    pub fn stop_at(&mut self, number: u64) {
        self.stop_at = number;
    }

    /// Returns the counts so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns whether the collector needs no further candidate: the job's count or the number in `stop_at` is
    /// reached, or every quota is full. If the job sets `exhaust`, full quotas don't end the work.
    pub fn is_done(&self) -> bool {
        if self.tally.used >= self.stop_at {
            return true;
        }
        let most = self.job.most_candidates();
        let counted_out = most.is_some_and(|most| self.tally.used >= most);
        let quotas_full = || {
            let quotas = self.job.quotas.as_ref();
            quotas.is_some_and(|quotas| quotas.are_full(&self.tally.kept))
        };
        counted_out || (!self.job.exhaust && quotas_full())
    }

    /// Takes the candidate with the next number and counts it. Returns the candidate's puzzle if the puzzle is
    /// kept, otherwise `None`.
    pub fn take<R: PackedPuzzle>(&mut self, candidate: Candidate<R>) -> Option<R> {
        self.tally.used += 1;
        self.tally.attempts += u64::from(candidate.attempts);
        let record = match candidate.made {
            Ok(record) => record,
            Err(reason) => {
                self.tally.lose(reason);
                return None;
            }
        };
        let level = record.level();
        self.tally.rated[level.index()] += 1;
        if self.tally.kept[level.index()] >= self.job.wanted(level) {
            return None;
        }
        if self.seen.knows(record.id()) || self.is_published(&record) {
            self.tally.repeats += 1;
            return None;
        }
        self.seen.remember(record.id());
        self.tally.keep(&record);
        Some(record)
    }

    fn is_published(&self, record: &impl PackedPuzzle) -> bool {
        let knows = |published: &dyn PublishedIndex| published.knows(record.id(), record.number());
        self.published.is_some_and(knows)
    }

    /// Takes the candidate puzzles of a chunk that begins with the next number, and returns the puzzles that are
    /// kept. If the last quota fills inside the chunk, returns `None` without a change; the caller must then take the
    /// candidates one by one.
    ///
    /// # Errors
    /// If the chunk may lack a puzzle that the job still needs. In that case nothing is changed.
    pub fn take_chunk<R: PackedPuzzle>(
        &mut self,
        chunk: Chunk<R>,
    ) -> Result<Option<Vec<R>>, TooFew> {
        let mut full = self.tally.kept;
        let mut met = [0; MOST_LEVELS];
        let mut repeats = 0;
        let mut ids = HashSet::new();
        let mut kept = chunk.kept;
        kept.retain(|record| {
            let level = record.level().index();
            met[level] += 1;
            if full[level] >= self.job.wanted(record.level()) {
                return false;
            }
            let id = record.id();
            if self.seen.knows(id) || self.is_published(record) || !ids.insert(id) {
                repeats += 1;
                return false;
            }
            full[level] += 1;
            true
        });
        let quotas = self.job.quotas.as_ref();
        if !self.job.exhaust && quotas.is_some_and(|quotas| quotas.are_full(&full)) {
            return Ok(None);
        }
        for level in self.job.scheme.levels() {
            let at = level.index();
            if chunk.counts.rated[at] > met[at] && full[at] < self.job.wanted(level) {
                return Err(TooFew(level));
            }
        }
        for record in &kept {
            self.seen.remember(record.id());
            self.tally.keep(record);
        }
        chunk.counts.add_to(&mut self.tally);
        self.tally.repeats += repeats;
        self.tally.used = chunk.end;
        Ok(Some(kept))
    }
}
