//! The content of the job queue: jobs, records of past jobs, shelves, and the next runs of schedules. Each job has
//! settings, a date, and a cause (a schedule, a shelf or a request).

use super::records::JobRecord;
use super::view::{Cause, JobState, JobView, LevelView, NextRun, ShelfView};
use crate::config::{ConfigError, Job, RunSpec, Settings};
use crate::line::{StopWatch, Tally};
use jiff::civil::Date;
use serde::ser::Error;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// The maximum number of jobs that the server shows.
pub(super) const MOST_SHOWN: usize = 100;

/// The maximum number of requested jobs that may wait in the queue.
pub(super) const MOST_WAITING: usize = 16;

/// The reason why a requested job was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobRefusal {
    /// The settings of the job are wrong, or include something that only the configuration may set.
    #[error("{0}")]
    Invalid(String),
    /// Another pack, or another unfinished job, has the name of the job's pack.
    #[error("{0} is the name of another pack or job: choose another name")]
    NameTaken(String),
    /// Too many jobs wait in the queue.
    #[error("{MOST_WAITING} jobs are waiting already: try again when some have ended")]
    Full,
    /// The server is about to shut down.
    #[error("the server is stopping")]
    Stopping,
}

/// The work of a job: its cause, date and settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobWork {
    /// The name of the job, which is the name of its schedule or shelf, or of the requested pack.
    pub name: String,
    /// The cause of the job.
    pub cause: Cause,
    /// The date on which the job is due.
    pub date: Date,
    /// The complete settings of the job.
    #[serde(serialize_with = "said")]
    pub settings: Settings,
    /// `true` if the job only makes the first few puzzles of an empty shelf.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_first: bool,
    /// The number of the shelf's newest packs that are never deleted. Older packs are deleted when none of their
    /// puzzles is left in stock. If this is `None`, all packs are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<usize>,
}

impl JobWork {
    /// Returns the job and the settings of its run.
    ///
    /// # Errors
    /// If the settings are not valid.
    pub fn run_spec(&self) -> Result<RunSpec, ConfigError> {
        let mut spec = self.settings.clone().run_spec()?;
        spec.run.date = Some(self.date);
        Ok(spec)
    }
}

/// Serializes the settings that have a value, in the form of a job file.
fn said<S: Serializer>(settings: &Settings, out: S) -> Result<S::Ok, S::Error> {
    let mut settings = serde_json::to_value(settings).map_err(S::Error::custom)?;
    if let Value::Object(said) = &mut settings {
        said.retain(|_, value| !value.is_null());
    }
    settings.serialize(out)
}

/// An unfinished job, in the form that is saved for a restart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QueuedJob {
    /// The number of the job.
    pub id: u64,
    /// The time when the job entered the queue (RFC 3339).
    pub queued: Option<String>,
    /// The job's cause, date and settings.
    #[serde(flatten)]
    pub work: JobWork,
}

/// A job that has ended, in the form that is saved for a restart.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct EndedJob {
    /// The state of the job as clients see it.
    pub(super) view: JobView,
    /// The job's cause, date and settings, kept so that the job can be repeated.
    pub(super) work: JobWork,
}

/// A job that has been taken from the queue.
#[derive(Debug, Clone)]
pub struct TakenJob {
    /// The job.
    pub job: QueuedJob,
    /// The switch with which the job is stopped.
    pub stop: StopWatch,
}

/// A function that makes a job from the settings in a request, or returns the reason why the settings are refused.
pub type Check = Arc<dyn Fn(Settings) -> Result<JobWork, JobRefusal> + Send + Sync>;

/// The jobs of the server, its shelves, and the next runs of its schedules.
pub(super) struct JobTable {
    /// The jobs, oldest first.
    pub(super) jobs: Vec<JobEntry>,
    pub(super) next_id: u64,
    /// The records of ended jobs: one for each schedule, one for each shelf, and one for all requested jobs together.
    pub(super) records: BTreeMap<(Cause, String), JobRecord>,
    pub(super) shelves: Vec<ShelfView>,
    pub(super) next_runs: Vec<NextRun>,
    pub(super) is_ready: bool,
    pub(super) is_stopping: bool,
    /// The number of changes of the queue so far.
    pub(super) change: u64,
    /// `true` if the supervisor should check the queue.
    pub(super) has_rung: bool,
    pub(super) has_changed: bool,
    pub(super) told: Option<Instant>,
}

/// A job in the table of jobs.
pub(super) struct JobEntry {
    pub(super) view: JobView,
    pub(super) job: QueuedJob,
    pub(super) stop: StopWatch,
    /// `true` if the job was cancelled while it ran. Such a job is not queued again after a restart.
    pub(super) is_unwanted: bool,
    pub(super) begun: Option<Instant>,
    /// The time when this process first saw the job running, and the number of candidate puzzles that the job had made
    /// by then.
    pub(super) pace_from: Option<(Instant, u64)>,
}

impl Default for JobTable {
    fn default() -> Self {
        Self {
            jobs: Vec::new(),
            next_id: 1,
            records: BTreeMap::new(),
            shelves: Vec::new(),
            next_runs: Vec::new(),
            is_ready: false,
            is_stopping: false,
            change: 0,
            has_rung: false,
            has_changed: false,
            told: None,
        }
    }
}

impl JobTable {
    pub(super) fn add(&mut self, work: JobWork, now: String) -> Result<u64, ConfigError> {
        let id = self.next_id;
        let queued = Some(now);
        self.jobs
            .push(JobEntry::new(QueuedJob { id, queued, work })?);
        self.next_id += 1;
        while self.jobs.len() > MOST_SHOWN {
            let ended = |entry: &JobEntry| entry.view.state.has_ended();
            match self.jobs.iter().position(ended) {
                Some(oldest) => drop(self.jobs.remove(oldest)),
                None => break,
            }
        }
        Ok(id)
    }

    /// Returns whether an unfinished requested job conflicts with the job `work`. Two jobs conflict if they have
    /// the same name but different settings, because the later job would fail. If the server drew the seed of
    /// `work`, jobs with the same name and settings conflict, too.
    pub(super) fn has_rival(&self, work: &JobWork, seed_is_drawn: bool) -> bool {
        self.jobs.iter().any(|entry| {
            let other = &entry.job.work;
            !entry.view.state.has_ended()
                && other.cause == Cause::Asked
                && other.name == work.name
                && (seed_is_drawn || other.settings != work.settings)
        })
    }

    /// Adds a job that has ended to the record of its schedule or shelf, or to the record of all requested jobs.
    pub(super) fn record(&mut self, id: u64) {
        let Some(entry) = self.find(id) else {
            return;
        };
        let view = entry.view.clone();
        // Clients choose the names of requested jobs, so all requested jobs share one record.
        let name = match view.cause {
            Cause::Asked => String::new(),
            _ => view.name.clone(),
        };
        let record = self.records.entry((view.cause, name)).or_default();
        record.add(&view);
    }

    pub(super) fn find(&self, id: u64) -> Option<&JobEntry> {
        self.jobs.iter().find(|entry| entry.view.id == id)
    }

    pub(super) fn find_mut(&mut self, id: u64) -> Option<&mut JobEntry> {
        self.jobs.iter_mut().find(|entry| entry.view.id == id)
    }
}

impl JobEntry {
    pub(super) fn new(queued_job: QueuedJob) -> Result<Self, ConfigError> {
        let QueuedJob { id, queued, work } = &queued_job;
        let spec = work.run_spec()?;
        let (job, seed_is_known) = (spec.job, spec.seed_is_given);
        let view = JobView {
            id: *id,
            name: work.name.clone(),
            cause: work.cause,
            state: JobState::Waiting,
            pack: None,
            packs: Vec::new(),
            seed: seed_is_known.then(|| job.seed.to_string()),
            candidates: 0,
            count: job.most_candidates(),
            levels: LevelView::of(&job, &Tally::default()),
            per_second: 0.0,
            seconds: 0.0,
            queued: queued.clone(),
            started: None,
            ended: None,
            exit: None,
            error: None,
        };
        Ok(Self {
            view,
            job: queued_job,
            stop: StopWatch::default(),
            is_unwanted: false,
            begun: None,
            pace_from: None,
        })
    }

    pub(super) fn view(&self) -> JobView {
        let mut view = self.view.clone();
        if let Some(begun) = self.begun {
            view.seconds = begun.elapsed().as_secs_f64();
        }
        view
    }

    pub(super) fn advance(&mut self, job: &Job, tally: &Tally) {
        let (since, from) = *self.pace_from.get_or_insert((Instant::now(), tally.used));
        let seconds = since.elapsed().as_secs_f64();
        // The first tenth of a second is too short for a speed.
        if seconds > 0.1 {
            self.view.per_second = tally.used.saturating_sub(from) as f64 / seconds;
        }
        self.view.candidates = tally.used;
        self.view.levels = LevelView::of(job, tally);
    }
}
