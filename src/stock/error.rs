//! The errors of the stock. Every message is one line that says what, where and what to do.

use crate::ledger::LedgerError;
use crate::pack::PackError;
use std::io;
use std::path::PathBuf;

/// An error that keeps the stock from being opened or looked at.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StockError {
    /// Another process hands out the same puzzles.
    #[error("{} is held by another process, which hands out the same puzzles: stop that one first", path.display())]
    Held {
        /// The file that it holds.
        path: PathBuf,
    },
    /// A file or folder can't be read or written.
    #[error("{}{}", path.display(), if source.kind() == io::ErrorKind::StorageFull { " (make room, then start again)" } else { "" })]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// No level has this name or number.
    #[error("no level is called {text:?}; the levels are {known}")]
    UnknownLevel {
        /// The name or number that was asked for.
        text: String,
        /// The names of the levels.
        known: String,
    },
    /// Several schemes have a level of this name or number.
    #[error("level {text:?} is one of several schemes, {schemes}: name the scheme, too")]
    WhichScheme {
        /// The name or number that was asked for.
        text: String,
        /// The schemes.
        schemes: String,
    },
    /// The ledger can't be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A pack can't be read.
    #[error(transparent)]
    Pack(#[from] PackError),
}

/// The reason why nothing was taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TakeError {
    /// There is no such level.
    #[error(transparent)]
    Level(StockError),
    /// The level has fewer puzzles than were asked for.
    #[error("{level} has {free} puzzles in stock, {wanted} were asked for; nothing was taken")]
    Short {
        /// The level's name.
        level: String,
        /// Number of puzzles that can be taken.
        free: u64,
        /// Number of puzzles that were asked for.
        wanted: u64,
    },
    /// The key was used for another request.
    #[error("this key was used for another request: choose a new key for a new request")]
    OtherRequest,
    /// It can't be recorded, or read.
    #[error("nothing was taken: {0}; the same request again does no harm")]
    Trouble(String),
    /// The stock is being closed.
    #[error("nothing was taken: the stock is being closed; the same request again does no harm")]
    Closed,
}

/// Returns an error and all its causes, in one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        said = format!("{said}: {error}");
        source = error.source();
    }
    said
}
