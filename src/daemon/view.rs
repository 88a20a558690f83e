//! The state of the server as JSON shows it: jobs, shelves and next runs.

use crate::config::Job;
use crate::line::Tally;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The cause of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// A schedule was due.
    Schedule,
    /// A level of a shelf was low.
    Shelf,
    /// A request asked for it.
    Asked,
}

impl Cause {
    /// Returns its name in JSON.
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
    /// It waits in the queue.
    Waiting,
    /// It runs.
    Running,
    /// Its pack is published.
    Done,
    /// Its pack is published, but has fewer puzzles than requested.
    Short,
    /// It failed; the error says why.
    Failed,
    /// It was cancelled, or the server ended; its journal is kept.
    Stopped,
}

impl JobState {
    /// Returns its name in JSON.
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

    /// Returns whether it has ended.
    pub const fn has_ended(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }
}

/// A job as clients see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobView {
    /// Its number: 1, 2, 3 …, never used twice. In JSON it is a text, like all ids.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub id: u64,
    /// The name of the schedule or the shelf, or of the requested pack.
    pub name: String,
    /// The cause.
    pub cause: Cause,
    /// The state.
    pub state: JobState,
    /// The name of its published pack; for several packs, the name without the packs' numbers.
    pub pack: Option<String>,
    /// Number of puzzle candidates so far.
    pub candidates: u64,
    /// The maximum number of puzzle candidates.
    pub count: Option<u64>,
    /// Its levels, easiest first.
    pub levels: Vec<LevelView>,
    /// Puzzle candidates per second.
    pub per_second: f64,
    /// Seconds that it has run so far, or ran in total.
    pub seconds: f64,
    /// The time when it entered the queue (RFC 3339).
    pub queued: Option<String>,
    /// The time when it started.
    pub started: Option<String>,
    /// The time when it ended.
    pub ended: Option<String>,
    /// The exit code that the command would have ended with.
    pub exit: Option<u8>,
    /// The error in one line.
    pub error: Option<String>,
}

/// A level of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelView {
    /// Its name.
    pub name: String,
    /// Number of wanted puzzles; `None` if there is no limit.
    pub wanted: Option<u64>,
    /// Number of puzzles kept so far.
    pub made: u64,
}

impl LevelView {
    /// Returns the levels of a job, with the numbers of puzzles that are kept.
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

/// A shelf as clients see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShelfView {
    /// Its name.
    pub name: String,
    /// The scheme of its levels.
    pub scheme: String,
    /// Its state.
    pub state: ShelfState,
    /// Its levels, easiest first.
    pub levels: Vec<ShelfLevel>,
}

/// The state of a shelf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShelfState {
    /// No level is low.
    Stocked,
    /// A level is low, and a job for it waits.
    Low,
    /// A job for it runs.
    Making,
    /// A level is low because the last job didn't fill it; the next job follows after a pause.
    Resting,
}

/// A level of a shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShelfLevel {
    /// Its name.
    pub level: String,
    /// Number of its puzzles in stock.
    pub stock: u64,
    /// The number of puzzles below which the level is low.
    pub least: u64,
    /// The number of puzzles to which a low level is filled.
    pub most: u64,
}

/// The next run of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextRun {
    /// Its name.
    pub name: String,
    /// The time in its time zone (RFC 3339).
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
