//! The errors of starting the server and of reading a new configuration.

use crate::config::ConfigError;
use crate::ledger::LedgerError;
use crate::stock::{StockError, chain};
use std::error::Error;
use std::io;
use std::path::PathBuf;

/// An error in the server. Every message is one line that says what is wrong, where, and what to
/// do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DaemonError {
    /// The configuration can't be read.
    #[error("cannot read the server's configuration {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// A setting of a job or of the server is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A schedule or a shelf is wrong.
    #[error("{origin}, {what}: {why}")]
    BadEntry {
        /// The configuration file.
        origin: String,
        /// The entry: `schedule "nightly"`.
        what: String,
        /// The fault.
        why: String,
    },
    /// Another server uses the output folder.
    #[error("{} is the output folder of another server, process {holder}: stop that server, or set another folder with output", path.display())]
    Locked {
        /// The output folder.
        path: PathBuf,
        /// The process, or `unknown`.
        holder: String,
    },
    /// A file of the server itself can't be read or written.
    #[error("{}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The file with the saved state of the server is damaged.
    #[error("{} is damaged ({problem}): move it away and start again; unfinished jobs are then forgotten, but no pack is lost", path.display())]
    StateDamaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        problem: String,
    },
    /// The ledger can't be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The stock can't be opened.
    #[error(transparent)]
    Stock(#[from] StockError),
    /// The operating system refuses something that the server needs.
    #[error("cannot {what}")]
    System {
        /// The action that was refused.
        what: String,
        /// The operating system's error.
        source: io::Error,
    },
    /// A setting can't change while the server runs.
    #[error("{0} cannot change while the server runs: restart the server")]
    Fixed(&'static str),
}

/// Formats an error with all its causes in one line.
pub fn in_one_line(error: &dyn Error) -> String {
    chain(error).replace('\n', " ")
}
