//! The state of the server, in the form that is shown as JSON: jobs, shelves and next runs.

use crate::config::Job;
use crate::line::Tally;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The reason why a job was started: a schedule, a shelf or a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// The job was started by a schedule.
    Schedule,
    /// The job fills a shelf, because a level of the shelf was low in stock.
    Shelf,
    /// A client requested the job over HTTP.
    Asked,
}

impl Cause {
    /// Returns the name of the cause in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::Shelf => "shelf",
            Self::Asked => "asked",
        }
    }
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// The job is waiting in the queue.
    Waiting,
    /// The job is running.
    Running,
    /// The job has ended, and its pack is published.
    Done,
    /// The job has ended, and its pack is published with fewer puzzles than requested.
    Short,
    /// The job failed, and its error says why.
    Failed,
    /// The job was cancelled, or the server was shut down. The journal of the job is kept.
    Stopped,
}

impl JobState {
    /// Returns the name of the state in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Short => "short",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }

    /// Returns whether a job with this state has ended.
    pub const fn has_ended(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }
}

/// The state of a job, as clients see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobView {
    /// The number of the job: 1, 2, 3 …, never used twice. In JSON it is a string, like all ids.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub id: u64,
    /// The name of the schedule or the shelf, or of the requested pack.
    pub name: String,
    /// The cause of the job.
    pub cause: Cause,
    /// The state of the job.
    pub state: JobState,
    /// The name of the pack that the job published; for several packs, their common name without the numbers. `None` if
    /// no pack is published.
    pub pack: Option<String>,
    /// The names of the packs that the job published.
    #[serde(default)]
    pub packs: Vec<String>,
    /// The seed of the job, as text, because JavaScript's numbers have too few digits for it; `None` if the seed
    /// depends on the day and the job has not ended.
    #[serde(default)]
    pub seed: Option<String>,
    /// The number of candidate puzzles that the job has made so far.
    pub candidates: u64,
    /// The maximum number of candidate puzzles that the job makes; `None` if there is no maximum.
    pub count: Option<u64>,
    /// The levels of the job, easiest first.
    pub levels: Vec<LevelView>,
    /// The number of candidate puzzles that the job makes per second.
    pub per_second: f64,
    /// The number of seconds that the job has run so far, or ran in total.
    pub seconds: f64,
    /// The time when the job entered the queue (RFC 3339).
    pub queued: Option<String>,
    /// The time when the job started (RFC 3339).
    pub started: Option<String>,
    /// The time when the job ended (RFC 3339).
    pub ended: Option<String>,
    /// The exit code that a run of this job from the command line would have had; `None` if the job has not ended, or
    /// was cancelled before it began.
    pub exit: Option<u8>,
    /// The error of a failed job in one line.
    pub error: Option<String>,
}

/// A level of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelView {
    /// The name of the level.
    pub name: String,
    /// The number of puzzles of this level that the job should make; `None` if there is no limit.
    pub wanted: Option<u64>,
    /// The number of puzzles of this level that the job has kept so far.
    pub made: u64,
}

impl LevelView {
    /// Returns the levels of a job, with the number of puzzles kept so far in each.
    pub fn of(job: &Job, tally: &Tally) -> Vec<Self> {
        let levels = job.scheme.levels();
        levels
            .map(|level| Self {
                name: job.scheme.level_name(level).to_owned(),
                wanted: job.quotas.as_ref().map(|quotas| quotas.of(level)),
                made: tally.kept[level.index()],
            })
            .collect()
    }
}

/// The state of a shelf, as clients see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShelfView {
    /// The name of the shelf.
    pub name: String,
    /// The name of the scheme of the shelf's levels.
    pub scheme: String,
    /// The state of the shelf.
    pub state: ShelfState,
    /// The levels of the shelf, easiest first.
    pub levels: Vec<ShelfLevel>,
}

/// The state of a shelf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShelfState {
    /// No level of the shelf is low in stock.
    Stocked,
    /// A level of the shelf is low in stock, and a job that will fill the shelf is waiting in the queue.
    Low,
    /// A job that fills the shelf is running.
    Making,
    /// A level of the shelf is low in stock, because the last job didn't fill it. The next job follows after a pause.
    Resting,
}

/// A level of a shelf, with its stock and its bounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShelfLevel {
    /// The name of the level.
    pub level: String,
    /// The number of puzzles of this level in stock.
    pub stock: u64,
    /// The number of puzzles below which the level is low in stock.
    pub least: u64,
    /// The number of puzzles to which the level is filled when it is low in stock.
    pub most: u64,
}

/// The next run of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextRun {
    /// The name of the schedule.
    pub name: String,
    /// The time of the next run, in the schedule's time zone (RFC 3339).
    pub at: String,
}

fn as_text<S: Serializer>(id: &u64, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(id)
}

fn from_text<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
    String::deserialize(input)?
        .parse()
        .map_err(D::Error::custom)
}
