//! Several packs of one job: one run makes the puzzles of all, and each pack says which it is.

use serde::{Deserialize, Serialize};

/// The most packs that one run makes.
pub const MOST_PACKS: u64 = 99_999;

/// Which of several packs a job is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Which one, from 1; `None` in the job of the run that makes them all, whose quotas are those
    /// of all packs together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// How many there are, 1 to [`MOST_PACKS`].
    pub of: u64,
}
