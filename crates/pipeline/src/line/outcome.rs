//! The result of a run, and the way in which it ended.

use super::finished::PartMade;
use super::stage_times::StageTimes;
use super::stop::StopCause;
use super::tally::Tally;
use crate::config::Job;
use std::path::PathBuf;
use std::time::Duration;

/// The way in which a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every quota is full.
    Full,
    /// `count` was reached with a quota short.
    Short,
    /// There were no quotas, and `count` was reached.
    Counted,
    /// The pack was there already.
    AlreadyMade,
    /// It was stopped before that. A timeout publishes the puzzles made by then; a signal leaves
    /// the journal.
    Stopped(StopCause),
}

/// The result of a run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The pack, or the folder of the unfinished run after a signal. For several packs it is the
    /// name without their numbers, where no folder is.
    pub folder: PathBuf,
    /// The packs, where several were asked for and written.
    pub parts: Vec<PartMade>,
    /// The job, with the seed it used.
    pub job: Job,
    /// The counts.
    pub tally: Tally,
    /// Number of refused candidates: entries of a given list that are not a puzzle with a single
    /// solution.
    pub refused: u64,
    /// The way in which it ended.
    pub end: End,
    /// The candidate at which an earlier, unfinished run was resumed.
    pub resumed_at: Option<u64>,
    /// Time of each stage in this process, summed over threads.
    pub times: StageTimes,
    /// Time on the clock in this process until the last candidate was collected.
    pub elapsed: Duration,
    /// Worker threads.
    pub threads: usize,
}

impl Outcome {
    /// Returns whether less was made than was asked.
    pub fn is_short(&self) -> bool {
        let quota_is_short = self
            .job
            .quotas
            .as_ref()
            .is_some_and(|quotas| !quotas.are_full(&self.tally.kept));
        let count_is_short = self.job.quotas.is_none() || self.job.exhaust;
        quota_is_short || (count_is_short && matches!(self.end, End::Stopped(_)))
    }

    /// Returns whether a signal ended it, so that there is a journal and no pack.
    pub const fn was_interrupted(&self) -> bool {
        matches!(
            self.end,
            End::Stopped(StopCause::Interrupt | StopCause::Terminate)
        )
    }

    /// Returns the number of candidates made in this process and used.
    pub fn made_here(&self) -> u64 {
        match self.end {
            End::AlreadyMade => 0,
            _ => self.tally.used - self.resumed_at.unwrap_or(0),
        }
    }

    /// Returns the candidates made in this process for each second on the clock.
    pub fn candidates_per_second(&self) -> f64 {
        self.made_here() as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
