//! The errors of plans, shards and merges. Every message is one line that names the file and says
//! what to do. No error changes published shards.

use crate::line::LineError;
use std::io;

/// An error in a run that is divided into shards.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The storage failed for a reason that may be temporary.
    #[error("{place}: the storage failed (nothing is lost: run the same command again)")]
    Store {
        /// The file or folder that was accessed.
        place: String,
        /// The error of the storage.
        source: io::Error,
    },
    /// The storage refuses access, and would refuse it again.
    #[error(
        "{place}: the storage refuses access (check that the place exists and may be read and written)"
    )]
    Refused {
        /// The file or folder that was accessed.
        place: String,
        /// The error of the storage.
        source: io::Error,
    },
    /// The URL names a kind of storage that this program does not support.
    #[error("--run {url}: this names no folder: give a path, file:///path, or s3://bucket/folder")]
    UnknownStore {
        /// The URL of the storage.
        url: String,
    },
    /// The URL names a kind of storage that this program was built without.
    #[error(
        "--run {url}: this program was built without object stores: build it with cargo build --release --features cloud"
    )]
    NotBuiltIn {
        /// The URL of the storage.
        url: String,
    },
    /// The URL or the environment does not describe a valid bucket.
    #[error("--run {url}: {problem}")]
    NoBucket {
        /// The URL of the bucket.
        url: String,
        /// The fault of the URL or the environment.
        problem: String,
    },
    /// There are no credentials for the bucket.
    #[error(
        "--run {url}: no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role"
    )]
    NoCredentials {
        /// The URL of the bucket.
        url: String,
    },
    /// The run has no plan.
    #[error("{place} does not exist: factory plan --run makes it")]
    NoPlan {
        /// The path of the plan's file.
        place: String,
    },
    /// The file of the plan doesn't contain a valid plan.
    #[error("{place} is not a plan: {problem}")]
    PlanDamaged {
        /// The path of the plan's file.
        place: String,
        /// The fault of the file.
        problem: String,
    },
    /// The run already has a different plan. The plan of a run never changes.
    #[error("{place} is another plan ({difference}) and never changes: name another --run")]
    AnotherPlan {
        /// The path of the plan's file.
        place: String,
        /// The part in which the plans differ.
        difference: &'static str,
    },
    /// The job can't be divided into shards, for the reason in the text.
    #[error("{0}")]
    NoShards(String),
    /// Another program made the plan, and this program could make different puzzles.
    #[error(
        "{place} was made by factory {then}, and this is factory {now}: use one program for the whole run"
    )]
    OtherProgram {
        /// The path of the plan's file.
        place: String,
        /// The version and fingerprint of the program that made the plan.
        then: String,
        /// The version and fingerprint of this program.
        now: String,
    },
    /// The plan changed while the shard was made.
    #[error(
        "{place} changed while the shard was made; nothing was published: plan again in another --run"
    )]
    PlanChanged {
        /// The path of the plan's file.
        place: String,
    },
    /// The index of the shard is missing or invalid, or the plan has no shard with this index.
    #[error("{0}")]
    Index(String),
    /// Two files with different bytes exist for one shard.
    #[error(
        "shard {index} exists twice with different bytes, {one} and {other}: a machine or its program is at fault; delete both and make it again with --index {index}"
    )]
    TwoDigests {
        /// The index of the shard.
        index: u64,
        /// The path of the first file.
        one: String,
        /// The path of the second file.
        other: String,
    },
    /// A file has the name of a shard, but is not a shard of this plan, or is in the wrong folder.
    #[error(
        "{place} is not a shard of this plan: it belongs to another run or in another folder; move it away"
    )]
    ForeignRange {
        /// The path of the file.
        place: String,
    },
    /// The file of a shard has changed since it was written.
    #[error("{place} is damaged: {problem}; make it again with factory shard --index {index}")]
    Damaged {
        /// The path of the shard's file.
        place: String,
        /// The index of the shard.
        index: u64,
        /// The fault and its place in the file.
        problem: String,
    },
    /// The shard belongs to another plan.
    #[error(
        "{place} was made by plan {found}, and this is plan {plan}: move it away and make it again with factory shard --index {index}"
    )]
    OfAnotherPlan {
        /// The path of the shard's file.
        place: String,
        /// The index of the shard.
        index: u64,
        /// The first digits of the digest of the shard's plan.
        found: String,
        /// The first digits of the digest of this run's plan.
        plan: String,
    },
    /// The shard was not made by the program that made the plan.
    #[error(
        "{place} was made by factory {found}, and the plan by factory {plan}: delete it and make it again with factory shard --index {index}"
    )]
    OfAnotherProgram {
        /// The path of the shard's file.
        place: String,
        /// The index of the shard.
        index: u64,
        /// The version and fingerprint of the program that made the shard.
        found: String,
        /// The version and fingerprint of the program that made the plan.
        plan: String,
    },
    /// A candidate puzzle in a shard differs from the candidate that this machine makes with the same number.
    #[error(
        "{place}: candidate {number} was regenerated and {problem}: the machine that made shard {index} is at fault; delete the file and make it elsewhere"
    )]
    SpotCheck {
        /// The path of the shard's file.
        place: String,
        /// The index of the shard.
        index: u64,
        /// The number of the candidate puzzle.
        number: u64,
        /// The difference between the candidate puzzle in the shard and the one that this machine makes.
        problem: &'static str,
    },
    /// The plan was made with a ledger, but this command names no ledger.
    #[error("{place} was planned with a ledger that held {puzzles} puzzles: name it with --ledger")]
    NoLedger {
        /// The path of the plan's file.
        place: String,
        /// The number of puzzles that the ledger had when the plan was made.
        puzzles: u64,
    },
    /// The plan was made without a ledger, but this command names a ledger.
    #[error(
        "{place} was planned without a ledger: leave --ledger out, and have the pack taken into it by factory ledger import"
    )]
    NotCounted {
        /// The path of the plan's file.
        place: String,
    },
    /// Shards of the plan are missing, so the run can't be merged yet.
    #[error(
        "{missing} of {shards} shards missing: {list} (make these with factory shard, then merge again)"
    )]
    Missing {
        /// The number of missing shards.
        missing: u64,
        /// The number of shards in the plan.
        shards: u64,
        /// The indices of the missing shards, as in `3,17,40-42`.
        list: String,
    },
    /// A shard kept too few puzzles of a level to replace all repeats (puzzles that were made before). So a merge can't
    /// make the same pack as a single run.
    #[error(
        "shard {index} kept too few puzzles of level {level} to replace all repeats (candidates {first} to {last}): make it again with factory shard --index {index} --allowance {allowance}, then merge again"
    )]
    TooFew {
        /// The index of the shard.
        index: u64,
        /// The name of the level.
        level: String,
        /// The number of the first candidate puzzle of the range in which a puzzle may be missing.
        first: u64,
        /// The number of the last candidate puzzle of the range in which a puzzle may be missing.
        last: u64,
        /// The allowance (puzzles that the shard keeps beyond the quota) that is probably large enough.
        allowance: u64,
    },
    /// The pipeline failed, for the reason in its error.
    #[error(transparent)]
    Line(LineError),
}

impl ShardError {
    /// Returns the error for a store that failed when this file or folder was accessed.
    pub(super) fn of_storage(place: String, source: io::Error) -> Self {
        match refuses(source.kind()) {
            true => Self::Refused { place, source },
            false => Self::Store { place, source },
        }
    }
}

impl From<LineError> for ShardError {
    /// Returns the error of this module that the pipeline's error contains. If it contains none, wraps the pipeline's
    /// error.
    fn from(error: LineError) -> Self {
        match error {
            LineError::Chunks(inner) => match inner.downcast::<Self>() {
                Ok(own) => *own,
                Err(inner) => Self::Line(LineError::Chunks(inner)),
            },
            error => Self::Line(error),
        }
    }
}

/// Returns whether an error of this kind is permanent, so that another attempt would fail again.
pub(super) fn refuses(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::PermissionDenied
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::InvalidInput
    )
}
