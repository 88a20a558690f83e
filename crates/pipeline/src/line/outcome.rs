//! Defines the result of a run.

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
    /// The folder of the pack, or the folder of the unfinished run after a signal. For several packs, this is their
    /// common path without the packs' numbers, and no folder exists at this path.
    pub folder: PathBuf,
    /// The packs, if the run makes several and has written them; otherwise empty.
    pub parts: Vec<PartMade>,
    /// The job, with the seed that the run used.
    pub job: Job,
    /// The counts of the run.
    pub tally: Tally,
    /// The number of refused candidates: entries of a given list that are not a puzzle with exactly
    /// one solution.
    pub refused: u64,
    /// `true` if the pack already existed, and nothing was done.
    pub already_made: bool,
    /// The cause that stopped the run before its quotas or its count were reached, if there is one. After a timeout,
    /// the puzzles made so far are published; after a signal, only the journal remains.
    pub stopped: Option<StopCause>,
    /// The number of the candidate puzzle at which an earlier, unfinished run was resumed; `None` for a new run.
    pub resumed_at: Option<u64>,
    /// The time spent in each stage by this process, summed over all threads.
    pub times: StageTimes,
    /// The elapsed time in this process until the last candidate was collected.
    pub elapsed: Duration,
    /// The number of worker threads.
    pub threads: usize,
}

/// One pack of a run that makes several packs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartMade {
    /// The pack's folder.
    pub folder: PathBuf,
    /// The number of puzzles per level, easiest first.
    pub made: PerLevel<u64>,
    /// `true` if the pack already existed when this process began to write packs.
    pub was_there: bool,
}

impl PartMade {
    /// Returns the description of a pack that already existed, from its manifest.
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
    /// Returns whether the run made fewer puzzles than the job requests.
    pub fn is_short(&self) -> bool {
        let quota_is_short = self
            .job
            .quotas
            .as_ref()
            .is_some_and(|quotas| !quotas.are_full(&self.tally.kept));
        let count_is_short = self.job.quotas.is_none() || self.job.exhaust;
        quota_is_short || (count_is_short && self.stopped.is_some())
    }

    /// Returns whether a signal ended the run, which leaves a journal and no pack.
    pub const fn was_interrupted(&self) -> bool {
        matches!(
            self.stopped,
            Some(StopCause::Interrupt | StopCause::Terminate)
        )
    }

    /// Returns the number of candidate puzzles that this process made and used.
    pub fn made_here(&self) -> u64 {
        match self.already_made {
            true => 0,
            false => self.tally.used - self.resumed_at.unwrap_or(0),
        }
    }

    /// Returns the number of candidate puzzles made in this process per second of elapsed time.
    pub fn candidates_per_second(&self) -> f64 {
        self.made_here() as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
