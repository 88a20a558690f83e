//! The result of a run.

use super::stop::StopCause;
use super::tally::{StageTimes, Tally};
use crate::bucket::PerLevel;
use crate::config::Job;
use crate::pack::Pack;
use std::path::PathBuf;
use std::time::Duration;

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
    /// `true` if the pack was there already, and nothing was done.
    pub already_made: bool,
    /// The cause that stopped it before its quotas were full or its count was reached. A timeout
    /// publishes the puzzles made by then; a signal leaves the journal.
    pub stopped: Option<StopCause>,
    /// The candidate at which an earlier, unfinished run was resumed.
    pub resumed_at: Option<u64>,
    /// Time of each stage in this process, summed over threads.
    pub times: StageTimes,
    /// Time on the clock in this process until the last candidate was collected.
    pub elapsed: Duration,
    /// Worker threads.
    pub threads: usize,
}

/// A pack of a run that makes several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartMade {
    /// Its folder.
    pub folder: PathBuf,
    /// Number of puzzles that it holds of each level, easiest first.
    pub made: PerLevel<u64>,
    /// `true` if it was there before this process began to write packs.
    pub was_there: bool,
}

impl PartMade {
    /// Returns a pack that was there before, as its manifest describes it.
    pub(super) fn found(pack: &Pack) -> Self {
        let levels = &pack.manifest().levels;
        Self {
            folder: pack.folder().to_owned(),
            made: std::array::from_fn(|level| levels.get(level).map_or(0, |it| it.made)),
            was_there: true,
        }
    }
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
        quota_is_short || (count_is_short && self.stopped.is_some())
    }

    /// Returns whether a signal ended it, so that there is a journal and no pack.
    pub const fn was_interrupted(&self) -> bool {
        matches!(
            self.stopped,
            Some(StopCause::Interrupt | StopCause::Terminate)
        )
    }

    /// Returns the number of candidates made in this process and used.
    pub fn made_here(&self) -> u64 {
        match self.already_made {
            true => 0,
            false => self.tally.used - self.resumed_at.unwrap_or(0),
        }
    }

    /// Returns the candidates made in this process for each second on the clock.
    pub fn candidates_per_second(&self) -> f64 {
        self.made_here() as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
