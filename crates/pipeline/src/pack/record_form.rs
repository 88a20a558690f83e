//! The entry of `pack.json` for the format of a pack's records: its version, its size, and the
//! ratings that it has besides those of version 1.

use crate::config::Job;
use crate::record::{RecordVersion, tables_of};
use serde::{Deserialize, Serialize};

/// The version of a pack's records in `pack.json`, from version 2 on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordForm {
    /// The version number.
    pub version: u32,
    /// The number of bytes per record.
    pub bytes: usize,
    /// The ratings that version 1 has no room for, such as `se-1.2.1`.
    pub tables: Vec<String>,
}

impl RecordForm {
    /// Returns the form of a job's records; `None` for version 1, which manifests don't state.
    pub(super) fn of(job: &Job) -> Option<Self> {
        let version = job.record_version();
        (version != RecordVersion::One).then(|| Self {
            version: version.number(),
            bytes: version.bytes(),
            tables: tables_of(&job.ratings).map(str::to_owned).collect(),
        })
    }
}
