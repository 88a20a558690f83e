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
        /// The path of the configuration file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// A setting of a job or of the server is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The configuration of a schedule or a shelf is wrong.
    #[error("{origin}, {what}: {why}")]
    BadEntry {
        /// The path of the configuration file.
        origin: String,
        /// The kind and the name of the wrong schedule or shelf, for example `schedule "nightly"`.
        what: String,
        /// The fault.
        why: String,
    },
    /// Another server uses the output folder.
    #[error("{} is the output folder of another server, process {holder}: stop that server, or set another folder with output", path.display())]
    Locked {
        /// The path of the output folder.
        path: PathBuf,
        /// The id of the process that uses the folder, or `unknown`.
        holder: String,
    },
    /// A file of the server itself can't be read or written.
    #[error("{}", path.display())]
    File {
        /// The path of the file that can't be read or written.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The file with the saved state of the server is damaged.
    #[error("{} is damaged ({problem}): move it away and start again; unfinished jobs are then forgotten, but no pack is lost", path.display())]
    StateDamaged {
        /// The path of the damaged file.
        path: PathBuf,
        /// The damage that was found in the file.
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
        /// The action that the operating system refused.
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
