//! The errors of the stock. Every message is one line that says what is wrong, where, and what to
//! do.

use crate::ledger::LedgerError;
use crate::pack::PackError;
use std::io;
use std::path::PathBuf;

/// An error when opening or reading the stock.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StockError {
    /// Another process hands out the puzzles of this ledger.
    #[error("{} is held by another process, which hands out the same puzzles: stop that one first", path.display())]
    Held {
        /// The path of the lock file that the other process holds.
        path: PathBuf,
    },
    /// A file or folder can't be read or written.
    #[error("{}{}", path.display(), if source.kind() == io::ErrorKind::StorageFull { " (make room, then start again)" } else { "" })]
    File {
        /// The path of the file or folder.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The stock is closed.
    #[error("the stock is being closed")]
    Closed,
    /// No level has this name or number.
    #[error("no level is called {text:?}; the levels are {known}")]
    UnknownLevel {
        /// The name or number that was asked for.
        text: String,
        /// The names of the existing levels.
        known: String,
    },
    /// No scheme has this name.
    #[error("no scheme is called {text:?}; the schemes are {known}")]
    UnknownScheme {
        /// The name that was asked for.
        text: String,
        /// The names of the existing schemes.
        known: String,
    },
    /// Several schemes have a level with this name or number, so the scheme must be named.
    #[error("several schemes have a level {text:?} ({schemes}): name the scheme also")]
    WhichScheme {
        /// The name or number that was asked for.
        text: String,
        /// The names of the schemes that have such a level.
        schemes: String,
    },
    /// The ledger can't be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A pack can't be read.
    #[error(transparent)]
    Pack(#[from] PackError),
}

/// The reason why a request to take puzzles failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TakeError {
    /// The requested level does not exist, or several schemes have it.
    #[error(transparent)]
    Level(StockError),
    /// The level has fewer puzzles in stock than the request asks for.
    #[error("{level} has {free} puzzles in stock, but {wanted} were requested; nothing was taken")]
    Short {
        /// The name of the level.
        level: String,
        /// The number of puzzles of the level that can be taken.
        free: u64,
        /// The number of puzzles that the request asks for.
        wanted: u64,
    },
    /// The request asks for more puzzles than the client's quota ever allows.
    #[error("the quota is {quota}, and {wanted} were requested; nothing was taken")]
    AboveQuota {
        /// The number of puzzles that the quota allows in an hour or a day.
        quota: u64,
        /// The number of puzzles that the request asks for.
        wanted: u64,
    },
    /// The client's quota has fewer puzzles left than the request asks for.
    #[error("the quota is {quota}, and {left} are left of it; nothing was taken")]
    QuotaUsedUp {
        /// The number of puzzles that the quota allows in an hour or a day.
        quota: u64,
        /// The number of puzzles that are left of the quota.
        left: u64,
        /// The number of seconds until the client may take more puzzles.
        seconds: i64,
    },
    /// The key of the request was used before, for a request that asked for something else.
    #[error("this key was used for another request: choose a new key for a new request")]
    OtherRequest,
    /// The earlier request with this key took puzzles of a pack that was deleted or changed since.
    #[error("the key took puzzles of {pack}, which has been deleted or changed since")]
    PackGone {
        /// The name of the pack.
        pack: String,
    },
    /// The request can't be recorded in the ledger, or its puzzles can't be read.
    #[error("nothing was taken: {said}; it is safe to send the same request again")]
    Failed {
        /// The kind of error, which says what can be done about it.
        fault: StockFault,
        /// The error in one line.
        said: String,
    },
    /// The stock is being closed.
    #[error(
        "nothing was taken: the stock is being closed; it is safe to send the same request again"
    )]
    Closed,
}

impl TakeError {
    /// Returns the error for a request that could not be recorded, or whose puzzles could not be read.
    pub(super) fn failed(error: &(dyn std::error::Error + 'static)) -> Self {
        Self::Failed {
            fault: StockFault::of(error),
            said: chain(error),
        }
    }
}

/// The kind of an error of the stock, which says what can be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockFault {
    /// There is no room on the disk.
    DiskFull,
    /// Another process holds the ledger.
    Locked,
    /// A file is damaged.
    Damaged,
    /// The error is of another kind.
    Other,
}

impl StockFault {
    /// Returns the kind of an error, judged from the error and its causes.
    pub fn of(error: &(dyn std::error::Error + 'static)) -> Self {
        let mut cause = Some(error);
        while let Some(error) = cause {
            // These errors only pass on the errors below them.
            match (error.downcast_ref(), error.downcast_ref()) {
                (Some(StockError::Ledger(error)), _) => return Self::of(error),
                (Some(StockError::Pack(error)), _) => return Self::of(error),
                (_, Some(LedgerError::Pack(error))) => return Self::of(error),
                _ => {}
            }
            let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
            match (kind, error.downcast_ref::<LedgerError>()) {
                (
                    Some(
                        io::ErrorKind::StorageFull
                        | io::ErrorKind::QuotaExceeded
                        | io::ErrorKind::FileTooLarge,
                    ),
                    _,
                ) => return Self::DiskFull,
                (_, Some(LedgerError::Busy { .. })) => return Self::Locked,
                (_, Some(LedgerError::Damaged { .. } | LedgerError::NotALedger { .. })) => {
                    return Self::Damaged;
                }
                _ => {}
            }
            if let Some(
                PackError::Manifest { .. } | PackError::Frame { .. } | PackError::Differs { .. },
            ) = error.downcast_ref()
            {
                return Self::Damaged;
            }
            cause = error.source();
        }
        Self::Other
    }
}

/// Formats an error with all its causes in one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        said = format!("{said}: {error}");
        source = error.source();
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_found_below_other_errors() {
        let path = || PathBuf::from("ledger.sqlite");
        let busy = StockError::from(LedgerError::Busy { path: path() });
        assert_eq!(StockFault::of(&busy), StockFault::Locked);
        let source = io::Error::from(io::ErrorKind::StorageFull);
        let full = LedgerError::File {
            path: path(),
            source,
        };
        assert_eq!(
            StockFault::of(&StockError::from(full)),
            StockFault::DiskFull
        );
        let missing = StockError::Held { path: path() };
        assert_eq!(StockFault::of(&missing), StockFault::Other);
    }
}
