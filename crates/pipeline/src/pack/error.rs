//! Defines the errors of writing and reading packs. Each error names the problem and its place.

use super::FrameError;
use crate::bucket::{Level, SchemeError};
use crate::grid::Layout;
use std::error::Error;
use std::path::PathBuf;
use std::{io, iter};

/// Returns the message of an error and those of its causes in one line, as the program prints them.
pub fn with_causes(error: &(impl Error + ?Sized)) -> String {
    let causes = iter::successors(error.source(), |cause| (*cause).source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

/// The reason why a pack can't be written or read.
///
/// An error of the operating system is the [`source`](std::error::Error::source) and is not repeated in the message, so
/// a report that lists an error with its sources says everything only once.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// A file or folder can't be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file or folder that can't be written.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// A file or folder can't be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file or folder that can't be read.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// A file or folder already has the path that the pack should get.
    #[error("{} exists already; nothing was touched: choose another place or move it away", path.display())]
    TargetExists {
        /// The path of the pack.
        path: PathBuf,
    },
    /// The records are not in the order of their numbers.
    #[error(
        "record {number} comes after record {after}: a pack takes records in the order of their numbers"
    )]
    Order {
        /// The number of the refused record.
        number: u64,
        /// The number of the previous record.
        after: u64,
    },
    /// A record has a level that the job's scheme lacks.
    #[error("record {number} is of {level}, which the job's scheme lacks")]
    Level {
        /// The record's number.
        number: u64,
        /// The record's level.
        level: Level,
    },
    /// The folder has no manifest.
    #[error("{} is not a pack: it holds no pack.json", path.display())]
    NoPack {
        /// The path of the folder, or of the file that exists instead of a folder.
        path: PathBuf,
    },
    /// No file or folder has the path of the pack.
    #[error("{}: no such pack{known}", path.display())]
    NoSuchPack {
        /// The path at which no pack was found.
        path: PathBuf,
        /// The end of the message, which lists the packs in the same folder.
        known: String,
    },
    /// The pack has a layout other than 9×9.
    #[error("{} holds puzzles of {layout}, but only those of 9x9 can be used here", path.display())]
    Layout {
        /// The folder of the pack.
        path: PathBuf,
        /// The layout of the pack.
        layout: Layout,
    },
    /// The manifest has changed since it was written, or has a format that this program can't read.
    #[error("{}: {problem}; take the pack from its source again, or make it again with the same job and seed", path.display())]
    Manifest {
        /// The path of the manifest.
        path: PathBuf,
        /// The problem with the manifest.
        problem: ManifestProblem,
    },
    /// The file of a level has an invalid record, or can't be read any further.
    #[error("{}: {problem}", path.display())]
    Frame {
        /// The file of the level.
        path: PathBuf,
        /// The problem in the file, with its place.
        problem: FrameError,
    },
    /// The file of a level is not the file that the manifest lists.
    #[error("{} is not the file that pack.json lists ({difference}): take the pack from its source again, or make it again with the same job and seed", path.display())]
    Differs {
        /// The file of the level.
        path: PathBuf,
        /// The difference between the file and its entry in the manifest.
        difference: FileDifference,
    },
}

/// The difference between a file and its entry in the manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileDifference {
    /// The manifest lists no file of this name.
    #[error("it lists none of this name")]
    Unlisted,
    /// The size of the file differs from the size that the manifest lists.
    #[error("its size is {found} bytes, not {listed}")]
    Size {
        /// The size that the manifest lists, in bytes.
        listed: u64,
        /// The actual size in bytes.
        found: u64,
    },
    /// The file has the size that the manifest lists, but other contents.
    #[error("its BLAKE3 differs")]
    Hash,
}

/// The problem with a manifest.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestProblem {
    /// The text doesn't end with a seal, or is not UTF-8.
    #[error("the seal at its end is missing: it was cut short or edited")]
    NoSeal,
    /// The seal does not match the text.
    #[error("it was changed after it was sealed")]
    BrokenSeal,
    /// The manifest has a format that this program can't read, such as the format of a newer release.
    #[error("it has format {0}, this program reads 1 and 2: read it with a newer release")]
    Schema(u64),
    /// The format that the manifest states does not fit the ratings of its job.
    #[error(
        "it says format {schema} with another form of records than its job's ratings, which need format {wanted}"
    )]
    Records {
        /// The format that the manifest states.
        schema: u32,
        /// The format that the job's ratings need.
        wanted: u32,
    },
    /// The text is not the JSON of a manifest.
    #[error("it is not a manifest ({0})")]
    Content(String),
    /// The numbers of the job's scheme contradict one another.
    #[error("its scheme {name} makes no sense: {source}")]
    Scheme {
        /// The name of the scheme.
        name: String,
        /// The error in the scheme.
        source: SchemeError,
    },
    /// The number of levels in the manifest differs from the number of levels of the job's scheme.
    #[error("it lists {listed} levels, its scheme has {scheme}")]
    Levels {
        /// The number of levels in the manifest.
        listed: usize,
        /// The number of levels of the scheme.
        scheme: usize,
    },
    /// The text is longer than the limit for manifests.
    #[error("it is longer than any manifest")]
    TooLong,
}
