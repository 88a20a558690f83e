//! The errors of plans, shards and merges. Every message is one line that names the file and says
//! what to do. No error changes published shards.

use crate::line::LineError;
use std::io;

/// An error in a run that is divided into shards.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The storage failed.
    #[error("{place}: the storage failed (nothing is lost: run the same command again)")]
    Store {
        /// The file or folder.
        place: String,
        /// The storage's error.
        source: io::Error,
    },
    /// The storage refused, and will refuse again.
    #[error(
        "{place}: the storage refuses access (check that the place exists and may be read and written)"
    )]
    Refused {
        /// The file or folder.
        place: String,
        /// The storage's error.
        source: io::Error,
    },
    /// This program supports no storage with such a URL.
    #[error("--run {url}: this names no folder: give a path, file:///path, or s3://bucket/folder")]
    UnknownStore {
        /// The URL of the storage.
        url: String,
    },
    /// This program was built without support for this storage.
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
        /// The reason.
        problem: String,
    },
    /// There are no credentials.
    #[error(
        "--run {url}: no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role"
    )]
    NoCredentials {
        /// The URL of the bucket.
        url: String,
    },
    /// There is no plan.
    #[error("{place} does not exist: factory plan --run makes it")]
    NoPlan {
        /// The plan's file.
        place: String,
    },
    /// The plan can't be read.
    #[error("{place} is not a plan: {problem}")]
    PlanDamaged {
        /// The plan's file.
        place: String,
        /// The fault.
        problem: String,
    },
    /// A different plan exists already.
    #[error("{place} is another plan ({difference}) and never changes: name another --run")]
    AnotherPlan {
        /// The plan's file.
        place: String,
        /// The part in which the plans differ.
        difference: &'static str,
    },
    /// The job can't be planned.
    #[error("{0}")]
    NoShards(String),
    /// Another program made the plan, and this program could make different puzzles.
    #[error(
        "{place} was made by factory {then}, and this is factory {now}: use one program for the whole run"
    )]
    OtherProgram {
        /// The plan's file.
        place: String,
        /// Version and fingerprint of the program that made the plan.
        then: String,
        /// Version and fingerprint of this program.
        now: String,
    },
    /// The plan changed while the shard was made.
    #[error(
        "{place} changed while the shard was made; nothing was published: plan again in another --run"
    )]
    PlanChanged {
        /// The plan's file.
        place: String,
    },
    /// The index is missing, or is not the index of a shard.
    #[error("{0}")]
    Index(String),
    /// Two files exist for one shard.
    #[error(
        "shard {index} exists twice with different bytes, {one} and {other}: a machine or its program is at fault; delete both and make it again with --index {index}"
    )]
    TwoDigests {
        /// The shard.
        index: u64,
        /// The first file.
        one: String,
        /// The second file.
        other: String,
    },
    /// A file is named like a shard, but its range belongs to no shard of this plan.
    #[error("{place} is not a shard of this plan: it belongs to another run; move it away")]
    ForeignRange {
        /// The file.
        place: String,
    },
    /// A shard's file has changed since it was written.
    #[error("{place} is damaged: {problem}; make it again with factory shard --index {index}")]
    Damaged {
        /// The file.
        place: String,
        /// The shard.
        index: u64,
        /// The fault and its place in the file.
        problem: String,
    },
    /// The shard was made by another plan.
    #[error(
        "{place} was made by plan {found}, and this is plan {plan}: move it away and make it again with factory shard --index {index}"
    )]
    OfAnotherPlan {
        /// The file.
        place: String,
        /// The shard.
        index: u64,
        /// The beginning of the digest of the shard's plan.
        found: String,
        /// The beginning of the digest of this plan.
        plan: String,
    },
    /// The shard was made by another program.
    #[error(
        "{place} was made by factory {found}, and the plan by factory {plan}: delete it and make it again with factory shard --index {index}"
    )]
    OfAnotherProgram {
        /// The file.
        place: String,
        /// The shard.
        index: u64,
        /// Version and fingerprint of the program that made it.
        found: String,
        /// Version and fingerprint of the program that made the plan.
        plan: String,
    },
    /// A puzzle candidate differs from the same candidate made by this machine.
    #[error(
        "{place}: candidate {number} was regenerated and {problem}: the machine that made shard {index} is at fault; delete the file and make it elsewhere"
    )]
    SpotCheck {
        /// The file.
        place: String,
        /// The shard.
        index: u64,
        /// The number of the candidate.
        number: u64,
        /// The difference between the candidates.
        problem: &'static str,
    },
    /// The plan was made with a ledger, but none was named.
    #[error("{place} was planned with a ledger that held {puzzles} puzzles: name it with --ledger")]
    NoLedger {
        /// The plan's file.
        place: String,
        /// Number of puzzles that the ledger held.
        puzzles: u64,
    },
    /// The plan was made without a ledger, but one was named.
    #[error(
        "{place} was planned without a ledger: leave --ledger out, and have the pack taken into it by factory ledger import"
    )]
    NotCounted {
        /// The plan's file.
        place: String,
    },
    /// Shards are missing.
    #[error(
        "{missing} of {shards} shards missing: {list} (make these with factory shard, then merge again)"
    )]
    Missing {
        /// Number of missing shards.
        missing: u64,
        /// Number of shards of the plan.
        shards: u64,
        /// The missing shards, as `3,17,40-42`.
        list: String,
    },
    /// A shard kept too few puzzles of a level for the merge to be exact.
    #[error(
        "shard {index} kept too few puzzles of level {level} to replace all repeats (candidates {first} to {last}): make it again with factory shard --index {index} --allowance {allowance}, then merge again"
    )]
    TooFew {
        /// The shard.
        index: u64,
        /// The level's name.
        level: String,
        /// The first puzzle candidate of the range in which a puzzle may be missing.
        first: u64,
        /// The last candidate of that range.
        last: u64,
        /// An allowance that is probably large enough.
        allowance: u64,
    },
    /// The pipeline failed.
    #[error(transparent)]
    Line(LineError),
}

impl ShardError {
    /// Returns the error for a storage that failed at this place.
    pub(super) fn of_storage(place: String, source: io::Error) -> Self {
        match refuses(source.kind()) {
            true => Self::Refused { place, source },
            false => Self::Store { place, source },
        }
    }
}

impl From<LineError> for ShardError {
    /// Unwraps an error of this module that the pipeline passed on.
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

/// Returns whether an error of this kind is permanent, so that another attempt never helps.
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
