//! Takes candidates in number order and decides which are kept.
//!
//! Order is what makes a pack independent of threads, speed and kills: the first puzzles of each
//! level *by number* fill its quota, and the run ends at the number that fills the last one.

use super::candidate::Candidate;
use super::past::Past;
use super::seen::Seen;
use super::tally::Tally;
use crate::config::Job;
use crate::pack::Record;

/// The state of a collection: what was counted, and what is already known.
pub struct Collector<'a> {
    job: &'a Job,
    seen: &'a mut dyn Seen,
    past: Option<&'a dyn Past>,
    tally: Tally,
}

impl<'a> Collector<'a> {
    /// A collector that goes on from `tally`; `seen` knows what was kept until then.
    pub fn new(job: &'a Job, seen: &'a mut dyn Seen, tally: Tally) -> Self {
        Self {
            job,
            seen,
            past: None,
            tally,
        }
    }

    /// The same, which keeps nothing that was published before.
    pub fn beside(self, past: Option<&'a dyn Past>) -> Self {
        Self { past, ..self }
    }

    /// What was counted so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether no further number is wanted: every quota is full, or `count` is reached.
    pub fn is_done(&self) -> bool {
        let most = self.job.most_candidates();
        let counted_out = most.is_some_and(|most| self.tally.used >= most);
        let quotas_full = || {
            let quotas = self.job.quotas.as_ref();
            quotas.is_some_and(|quotas| quotas.are_full(&self.tally.kept))
        };
        counted_out || (!self.job.exhaust && quotas_full())
    }

    /// Takes the candidate whose number comes next. Gives back the puzzle if it is kept.
    pub fn take(&mut self, candidate: Candidate) -> Option<Record> {
        self.tally.used += 1;
        self.tally.attempts += u64::from(candidate.attempts);
        let record = match candidate.made {
            Ok(record) => record,
            Err(lost) => {
                self.tally.lose(lost);
                return None;
            }
        };
        self.tally.rated[record.level.index()] += 1;
        if self.tally.kept[record.level.index()] >= self.job.wanted(record.level) {
            return None;
        }
        let is_published = |past: &dyn Past| past.knows(record.id, record.number);
        if self.seen.knows(record.id) || self.past.is_some_and(is_published) {
            self.tally.repeats += 1;
            return None;
        }
        self.seen.remember(record.id);
        self.tally.keep(&record);
        Some(record)
    }
}
