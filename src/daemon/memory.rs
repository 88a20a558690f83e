//! Saves the state of the server, from which the next process continues. The state consists of the waiting,
//! running and ended jobs, and of a time for each schedule. All runs of the schedule that were due up to this time
//! have been handled.
//!
//! Every change writes a new file, syncs it, and gives it the name of the old file. So after a kill the file holds
//! either the old state or the new state.

use super::error::DaemonError;
use super::records::JobRecord;
use super::view::Cause;
use crate::disk;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The version of the format of the file with the server's state.
const SCHEMA: u64 = 1;

/// The saved state of the server, from which a later process continues.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The version of the file's format.
    schema: u64,
    /// The jobs and their records.
    #[serde(flatten)]
    pub table: SavedJobs,
    /// For each schedule, the time up to which its due times have been handled.
    pub served: BTreeMap<String, ServedTime>,
}

/// The jobs and records that a later process takes over.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedJobs {
    /// The number that the next job gets.
    pub next_id: u64,
    /// The jobs that wait or run, oldest first, each saved as a [`QueuedJob`](super::job_table::QueuedJob). Each job is
    /// read on its own, so a job that this release can't read doesn't affect the others.
    pub jobs: Vec<Value>,
    /// The jobs that have ended, oldest first.
    #[serde(default)]
    pub ended: Vec<Value>,
    /// The records of ended jobs: one for each schedule, one for each shelf, and one for all requested jobs together.
    #[serde(default)]
    pub records: Vec<(Cause, String, JobRecord)>,
}

/// The time up to which a schedule's due times have been handled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedTime {
    /// The schedule's cron pattern and time zone when the time was saved. If the configuration now has another pattern
    /// or zone, the saved time is ignored.
    pub when: String,
    /// The time up to which the schedule's due times have been handled.
    pub until: Timestamp,
}

impl Default for Memory {
    fn default() -> Self {
        let next_id = 1;
        Self::new(
            SavedJobs {
                next_id,
                ..SavedJobs::default()
            },
            BTreeMap::new(),
        )
    }
}

impl Memory {
    /// Returns the state of the server with these jobs. For each schedule, `served` has the time up to which its
    /// due times have been handled.
    pub fn new(table: SavedJobs, served: BTreeMap<String, ServedTime>) -> Self {
        let schema = SCHEMA;
        Self {
            schema,
            table,
            served,
        }
    }

    /// Reads the state of the server from the file at `path`. If there is no file, the state is empty.
    ///
    /// # Errors
    /// If the file can't be read, is damaged, or comes from a later release.
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

    /// Writes the state of the server to the file at `path`, completely or not at all.
    ///
    /// # Errors
    /// If the file can't be written. In this case, the old file is kept.
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
    use super::super::job_table::{JobWork, QueuedJob};
    use super::*;
    use crate::config::Settings;

    fn work() -> JobWork {
        let settings = Settings::from_toml(
            "count = 900\nlevel = { hard = 7 }\nsymmetry = \"rotate180\"\nseed = \"18446744073709551615\"\nname = \"n-{date}\"\ntimeout = \"6h\"\nmax-rule = \"naked-pair\"\n[[mix]]\nshare = 2\nclues = \"26..30\"\n",
            "a test",
        );
        let settings = settings.unwrap().complete().unwrap();
        JobWork {
            name: "night".to_owned(),
            cause: Cause::Schedule,
            date: "2026-11-21".parse().unwrap(),
            settings,
            is_first: false,
            keep: None,
        }
    }

    #[test]
    fn a_job_comes_back_as_it_went() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("queue.json");
        assert_eq!(Memory::read(&path).unwrap(), Memory::default());
        let job = QueuedJob {
            id: 7,
            queued: Some("then".to_owned()),
            work: work(),
        };
        let kept = SavedJobs {
            next_id: 8,
            jobs: vec![serde_json::to_value(&job).unwrap()],
            ..SavedJobs::default()
        };
        let memory = Memory::new(kept, BTreeMap::new());
        memory.write(&path).unwrap();
        let mut read = Memory::read(&path).unwrap();
        assert_eq!(read, memory);
        let back: QueuedJob = serde_json::from_value(read.table.jobs.remove(0)).unwrap();
        assert_eq!(back, job);
        assert_eq!(back.work.run_spec().unwrap(), job.work.run_spec().unwrap());
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
