//! The options, the progress and the report of a verification.

use super::Finding;
use std::path::PathBuf;

/// The thoroughness of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VerifyOptions {
    /// `true` to compare only manifests, sizes and hashes with those written. No record is proved.
    pub checksums_only: bool,
}

/// The progress of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Records proven so far.
    pub done: u64,
    /// Records in all packs, by their manifests.
    pub total: u64,
}

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Number of packs checked, including those that can't be opened.
    pub packs: usize,
    /// Number of records proven; 0 if only hashes were checked.
    pub puzzles: u64,
    /// All faults; empty if the packs are as they should be.
    pub findings: Vec<Finding>,
    /// Packs that are longer runs of other given packs.
    pub longer: Vec<LongerRun>,
}

/// A pack that holds the puzzles of another, since it is a longer run of the same job, as `factory
/// extend` makes it. The shared puzzles don't count as repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongerRun {
    /// The longer one's folder.
    pub pack: PathBuf,
    /// The shorter one's.
    pub base: PathBuf,
    /// The number of puzzles in both.
    pub puzzles: u64,
}
