//! The daemon's state on the disk: the jobs that wait or run, and the time until which each
//! schedule has been served. Written aside, synced and renamed whenever the queue changes, so that
//! after a kill there is either the queue before or the queue after.

use super::error::DaemonError;
use super::job_table::Work;
use super::view::Cause;
use crate::config::Settings;
use crate::disk;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The layout of the file.
const SCHEMA: u64 = 1;

/// The state that a later process continues with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The layout.
    schema: u64,
    /// The number of the next job.
    pub next_id: u64,
    /// Jobs that wait or run, oldest first.
    pub jobs: Vec<Kept>,
    /// The time until which each schedule has been served.
    pub served: BTreeMap<String, Served>,
}

/// The served time of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// Its pattern and time zone then; the time does not count for another pattern.
    pub when: String,
    /// The time until which it has been served.
    pub until: Timestamp,
}

/// A job that hasn't ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Its number.
    pub id: u64,
    name: String,
    cause: Cause,
    queued: Option<String>,
    date: Date,
    settings: Value,
}

impl Kept {
    /// Returns the form of a job that is written.
    ///
    /// # Errors
    /// If its settings can't be written.
    pub fn of(id: u64, work: &Work, queued: Option<String>) -> Result<Self, serde_json::Error> {
        let mut settings = serde_json::to_value(&work.settings)?;
        // What isn't said is left out, as in a job file.
        if let Value::Object(said) = &mut settings {
            said.retain(|_, value| !value.is_null());
        }
        Ok(Self {
            id,
            name: work.name.clone(),
            cause: work.cause,
            queued,
            date: work.order.run.date.unwrap_or_default(),
            settings,
        })
    }

    /// Returns the job, and since when it waits.
    ///
    /// # Errors
    /// A line that says why it makes no job any more.
    pub fn work(self) -> Result<(Work, Option<String>), String> {
        let settings: Settings =
            serde_json::from_value(self.settings).map_err(|error| error.to_string())?;
        let order = settings.clone().order();
        let mut order = order.map_err(|error| error.to_string())?;
        order.run.date = Some(self.date);
        let work = Work {
            name: self.name,
            cause: self.cause,
            order,
            settings,
        };
        Ok((work, self.queued))
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(1, Vec::new(), BTreeMap::new())
    }
}

impl Memory {
    /// Returns the present state, to be written.
    pub const fn new(next_id: u64, jobs: Vec<Kept>, served: BTreeMap<String, Served>) -> Self {
        Self {
            schema: SCHEMA,
            next_id,
            jobs,
            served,
        }
    }

    /// Reads the state at `path`; an empty one if there is no file.
    ///
    /// # Errors
    /// If it can't be read, or is damaged or of a later release.
    pub fn read(path: &Path) -> Result<Self, DaemonError> {
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => {
                let path = path.to_owned();
                return Err(DaemonError::File { path, source });
            }
        };
        let damaged = |problem: String| DaemonError::StateDamaged {
            path: path.to_owned(),
            problem,
        };
        let memory: Self =
            serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        match memory.schema {
            SCHEMA => Ok(memory),
            schema => Err(damaged(format!("its schema is {schema}, not {SCHEMA}"))),
        }
    }

    /// Writes the state, whole or not at all.
    ///
    /// # Errors
    /// If it can't be written. What was there stays.
    pub fn write(&self, path: &Path) -> Result<(), DaemonError> {
        let text = serde_json::to_vec_pretty(self).map_err(io::Error::from);
        let written = text.and_then(|text| disk::write(path, &text));
        written.map_err(|source| DaemonError::File {
            path: path.to_owned(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work() -> Work {
        let settings = Settings::from_toml(
            "count = 900\nlevel = { hard = 7 }\nsymmetry = \"rotate180\"\nseed = \"18446744073709551615\"\nname = \"n-{date}\"\ntimeout = \"6h\"\nmax-rule = \"naked-pair\"\n[[mix]]\nshare = 2\nclues = \"26..30\"\n",
            "a test",
        );
        let settings = settings.unwrap().complete().unwrap();
        let mut order = settings.clone().order().unwrap();
        order.run.date = Some("2026-11-21".parse().unwrap());
        Work {
            name: "night".to_owned(),
            cause: Cause::Schedule,
            order,
            settings,
        }
    }

    #[test]
    fn a_job_comes_back_as_it_went() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("queue.json");
        assert_eq!(Memory::read(&path).unwrap(), Memory::default());
        let work = work();
        let kept = Kept::of(7, &work, Some("then".to_owned())).unwrap();
        let memory = Memory::new(8, vec![kept], BTreeMap::new());
        memory.write(&path).unwrap();
        let mut read = Memory::read(&path).unwrap();
        assert_eq!(read, memory);
        let (back, queued) = read.jobs.remove(0).work().unwrap();
        assert_eq!(queued.as_deref(), Some("then"));
        assert_eq!(back.order, work.order);
        assert_eq!(back.settings, work.settings);
    }

    #[test]
    fn damage_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("queue.json");
        for text in [
            "{\"schema\": 1, \"next_",
            "{}",
            "{\"schema\":2,\"next_id\":1,\"jobs\":[],\"served\":{}}",
        ] {
            fs::write(&path, text).unwrap();
            let said = Memory::read(&path).unwrap_err().to_string();
            assert!(said.contains("queue.json is damaged"), "{said}");
        }
    }
}
