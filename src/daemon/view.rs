//! What the daemon shows of itself: jobs, shelves and times, as they go out in JSON.

use crate::config::Job;
use crate::line::Tally;
use serde::{Deserialize, Serialize, Serializer};

/// Why a job is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// Its time had come.
    Schedule,
    /// A level of a shelf was low.
    Shelf,
    /// Somebody asked for it.
    Asked,
}

impl Cause {
    /// As it stands in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::Shelf => "shelf",
            Self::Asked => "asked",
        }
    }
}

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Others come before it.
    Waiting,
    /// At work.
    Running,
    /// Its pack is published.
    Done,
    /// Its pack is published, with less than was asked for.
    Short,
    /// It came to nothing; the error says why.
    Failed,
    /// It was cancelled, or the daemon ended; what was made is journaled.
    Stopped,
}

impl State {
    /// As it stands in JSON.
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

    /// Whether nothing more will come of it.
    pub const fn has_ended(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }
}

/// A job.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JobView {
    /// 1, 2, 3 …; never used twice. A text in JSON, as all ids are.
    #[serde(serialize_with = "as_text")]
    pub id: u64,
    /// The name of the schedule or the shelf, or that of the pack that was asked for.
    pub name: String,
    /// Why it is run.
    pub cause: Cause,
    /// How far it is.
    pub state: State,
    /// The name of its pack, when it is published; of several the name without their numbers.
    pub pack: Option<String>,
    /// Candidates looked at.
    pub candidates: u64,
    /// How many there are at most.
    pub count: Option<u64>,
    /// Its levels, easiest first.
    pub levels: Vec<LevelView>,
    /// Candidates a second.
    pub per_second: f64,
    /// How long it has been running, or ran.
    pub seconds: f64,
    /// When it was put into the queue, by RFC 3339.
    pub queued: Option<String>,
    /// When it was begun.
    pub started: Option<String>,
    /// When it ended.
    pub ended: Option<String>,
    /// What the exit code of the command would have been.
    pub exit: Option<u8>,
    /// Why it failed, in one line.
    pub error: Option<String>,
}

/// A level of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelView {
    /// Its name.
    pub name: String,
    /// How many puzzles of it are wanted; `None` for all that come.
    pub wanted: Option<u64>,
    /// How many are kept.
    pub made: u64,
}

impl LevelView {
    /// The levels of a job, with what is kept of them.
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

/// A shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShelfView {
    /// Its name.
    pub name: String,
    /// How it stands.
    pub state: ShelfState,
    /// Its levels, easiest first.
    pub levels: Vec<ShelfLevel>,
}

/// How a shelf stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShelfState {
    /// No level is low.
    Stocked,
    /// A level is low, and a job for it waits.
    Low,
    /// A job for it runs.
    Making,
    /// A level is low, and the last job didn't mend it: another try comes later.
    Resting,
}

/// A level of a shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShelfLevel {
    /// Its name.
    pub level: String,
    /// How many puzzles of it are in stock.
    pub stock: u64,
    /// When there are fewer than this, more are made.
    pub least: u64,
    /// So many there are then to be.
    pub most: u64,
}

/// When a schedule comes next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NextRun {
    /// Its name.
    pub name: String,
    /// The time by RFC 3339, in its time zone.
    pub at: String,
}

fn as_text<S: Serializer>(id: &u64, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(id)
}
