//! The errors of writing and reading packs: the file, the fault, the remedy.

use super::FrameError;
use crate::bucket::{Level, SchemeError};
use std::io;
use std::path::PathBuf;

/// The reason why a pack can't be written or read.
///
/// An error of the system is the [`source`](std::error::Error::source) and not a part of the message, so that a report of the whole chain says everything once.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// A file or folder can't be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file or folder can't be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file or folder is already in the place of the pack.
    #[error("{} exists already; nothing was touched: choose another place or move it away", path.display())]
    TargetExists {
        /// The place of the pack.
        path: PathBuf,
    },
    /// Records don't come in the order of their numbers.
    #[error(
        "record {number} comes after record {after}: a pack takes records in the order of their numbers"
    )]
    Order {
        /// The number of the record that was refused.
        number: u64,
        /// The number of the one before.
        after: u64,
    },
    /// A record has a level that the job's scheme lacks.
    #[error("record {number} is of {level}, which the job's scheme lacks")]
    Level {
        /// The record's number.
        number: u64,
        /// Its level.
        level: Level,
    },
    /// The folder has no manifest.
    #[error("{} is no pack: it holds no pack.json", path.display())]
    NoPack {
        /// The folder, or the file in its place.
        path: PathBuf,
    },
    /// Nothing has this name.
    #[error("{}: no such pack{known}", path.display())]
    NoSuchPack {
        /// The path that was searched.
        path: PathBuf,
        /// The end of the message, which names packs in the same folder.
        known: String,
    },
    /// The manifest is not as it was written.
    #[error("{}: {problem}; take the pack from its source again, or make it again with the same job and seed", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// The fault.
        problem: ManifestProblem,
    },
    /// The file of a level can't be read on.
    #[error("{}: {problem}", path.display())]
    Frame {
        /// The file.
        path: PathBuf,
        /// The fault and its place.
        problem: FrameError,
    },
    /// The file of a level is not the one that the manifest lists.
    #[error("{} is not the file that pack.json lists ({difference}): take the pack from its source again, or make it again with the same job and seed", path.display())]
    Differs {
        /// The file.
        path: PathBuf,
        /// The difference.
        difference: FileDifference,
    },
}

/// The difference between a file and its entry in the manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileDifference {
    /// The manifest lists no file of its name.
    #[error("it lists none of this name")]
    Unlisted,
    /// It has another size.
    #[error("its size is {found} bytes, not {listed}")]
    Size {
        /// Bytes by the manifest.
        listed: u64,
        /// Bytes there are.
        found: u64,
    },
    /// It has the size that is listed, and another content.
    #[error("its BLAKE3 differs")]
    Hash,
}

/// A fault of a manifest.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestProblem {
    /// It doesn't end with a seal, or is not text.
    #[error("the seal at its end is missing: it was cut short or edited")]
    NoSeal,
    /// The seal is that of another text.
    #[error("it was changed after it was sealed")]
    BrokenSeal,
    /// It is of a newer format.
    #[error("it has format {0}, this program reads 1 and 2: read it with a newer release")]
    Schema(u64),
    /// Its records are of another version than the ratings of its job need.
    #[error(
        "it says format {schema} with another form of records than its job's ratings, which need format {wanted}"
    )]
    Records {
        /// The format that it says.
        schema: u32,
        /// The format for the ratings of its job.
        wanted: u32,
    },
    /// It is not a manifest.
    #[error("it is no manifest ({0})")]
    Content(String),
    /// The numbers of its job's scheme contradict one another.
    #[error("its scheme {name} makes no sense: {source}")]
    Scheme {
        /// The name of the scheme.
        name: String,
        /// The fault.
        source: SchemeError,
    },
    /// It lists other levels than its job's scheme has.
    #[error("it lists {listed} levels, its scheme has {scheme}")]
    Levels {
        /// Number of levels that it lists.
        listed: usize,
        /// Number of levels of the scheme.
        scheme: usize,
    },
    /// It is longer than any manifest.
    #[error("it is longer than any manifest")]
    TooLong,
}
