//! Defines the entry of `pack.json` that describes the format of a pack's records. It states the version, the size
//! of a record, and the ratings for which records of version 1 have no room.

use crate::config::Job;
use crate::record::{RecordVersion, tables_of};
use serde::{Deserialize, Serialize};

/// The entry of `pack.json` that describes the format of a pack's records, for version 2 and later versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordForm {
    /// The version number.
    pub version: u32,
    /// The number of bytes per record.
    pub bytes: usize,
    /// The names of the ratings for which records of version 1 have no room, such as `se-1.2.1`.
    pub tables: Vec<String>,
}

impl RecordForm {
    /// Returns the entry for the records of a job; `None` for version 1, since manifests have no entry for that
    /// version.
    pub(super) fn of(job: &Job) -> Option<Self> {
        let version = job.record_version();
        (version != RecordVersion::One).then(|| Self {
            version: version.number(),
            bytes: version.bytes(),
            tables: tables_of(&job.ratings).map(str::to_owned).collect(),
        })
    }
}
