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
        /// The operating system's error.
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
    /// No scheme has this name.
    #[error("no scheme is called {text:?}; the schemes are {known}")]
    UnknownScheme {
        /// The name that was asked for.
        text: String,
        /// The names of the schemes.
        known: String,
    },
    /// Several schemes have a level with this name or number.
    #[error("several schemes have a level {text:?} ({schemes}): name the scheme also")]
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
    #[error("{level} has {free} puzzles in stock, but {wanted} were requested; nothing was taken")]
    Short {
        /// The level's name.
        level: String,
        /// Number of puzzles that can be taken.
        free: u64,
        /// Number of puzzles that were asked for.
        wanted: u64,
    },
    /// The client's quota has too few puzzles left.
    #[error("the quota is {quota}, and {left} are left of it; nothing was taken")]
    QuotaUsedUp {
        /// Number of puzzles of the quota.
        quota: u64,
        /// Number of puzzles that are left.
        left: u64,
        /// Seconds until the quota has more.
        seconds: i64,
    },
    /// The key was used for another request.
    #[error("this key was used for another request: choose a new key for a new request")]
    OtherRequest,
    /// The earlier request with this key took puzzles of a pack that no longer exists.
    #[error("the key took puzzles of {pack}, which has been deleted or changed since")]
    PackGone {
        /// The pack.
        pack: String,
    },
    /// The puzzles can't be recorded or read.
    #[error("nothing was taken: {said}; it is safe to send the same request again")]
    Failed {
        /// The kind of error.
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
    /// Returns the error for something that could not be recorded or read.
    pub(super) fn failed(error: &(dyn std::error::Error + 'static)) -> Self {
        Self::Failed {
            fault: StockFault::of(error),
            said: chain(error),
        }
    }
}

/// The kind of an error, by what can be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockFault {
    /// There is no room on the disk.
    DiskFull,
    /// Another process holds the ledger.
    Locked,
    /// A file is damaged.
    Damaged,
    /// Any other error.
    Other,
}

impl StockFault {
    /// Returns the kind of an error, from the error and its causes.
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
