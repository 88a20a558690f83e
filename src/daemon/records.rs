//! Keeps records of ended jobs, so that an alert can fire if a nightly job has not succeeded. Each schedule and
//! each shelf has a record, and all requested jobs share one. A record counts the jobs by their final state, and
//! says when a job last succeeded. Records survive a restart of the server.

use super::view::{JobState, JobView};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The record of the ended jobs of one schedule or one shelf, or of all requested jobs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobRecord {
    /// The number of jobs that ended in each state.
    pub ended: BTreeMap<JobState, u64>,
    /// The time when the last job ended (RFC 3339).
    pub last_end: Option<String>,
    /// The time when a job last ended with a published pack (RFC 3339).
    pub last_success: Option<String>,
    /// The exit code of the last job; `None` if no job has ended, or the last one was cancelled before it began.
    pub exit: Option<u8>,
    /// The duration of the last job in seconds.
    pub seconds: f64,
    /// The number of candidate puzzles that the last job made.
    pub candidates: u64,
    /// The number of puzzles that were missing at the end of the last job, by level.
    pub lacking: BTreeMap<String, u64>,
}

impl JobRecord {
    /// Adds a job that has ended to the record.
    pub fn add(&mut self, job: &JobView) {
        *self.ended.entry(job.state).or_default() += 1;
        self.last_end.clone_from(&job.ended);
        if matches!(job.state, JobState::Done | JobState::Short) {
            self.last_success.clone_from(&job.ended);
        }
        self.exit = job.exit;
        self.seconds = job.seconds;
        self.candidates = job.candidates;
        let lacking = job.levels.iter().filter_map(|level| {
            let lacks = level.wanted?.saturating_sub(level.made);
            Some((level.name.clone(), lacks))
        });
        self.lacking = lacking.collect();
    }
}
