//! Defines the options, the progress and the report of a verification.

use super::Finding;
use std::path::PathBuf;

/// The options of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VerifyOptions {
    /// `true` to check only manifests, sizes and hashes, and no records.
    pub checksums_only: bool,
}

/// The progress of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The number of records checked so far.
    pub done: u64,
    /// The number of records in all packs, according to their manifests.
    pub total: u64,
}

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The number of packs checked, including those that can't be opened.
    pub packs: usize,
    /// The number of records checked; 0 if only manifests, sizes and hashes were checked.
    pub puzzles: u64,
    /// All faults; empty if the packs are in order.
    pub findings: Vec<Finding>,
    /// The given packs that were made by the same job as another given pack, but in a longer run.
    pub longer: Vec<LongerRun>,
}

/// A pack that was made by the same job as another pack, but in a longer run, such as a run of `factory extend`. The
/// longer pack contains the puzzles of the shorter pack; these shared puzzles don't count as repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongerRun {
    /// The folder of the longer pack.
    pub pack: PathBuf,
    /// The folder of the shorter pack.
    pub base: PathBuf,
    /// The number of puzzles that both packs contain.
    pub puzzles: u64,
}
