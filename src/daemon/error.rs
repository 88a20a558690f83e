//! Why the daemon can't start, or doesn't take a new configuration.

use super::http::HttpSettingsError;
use crate::config::ConfigError;
use crate::ledger::LedgerError;
use crate::stock::{StockError, chain};
use std::error::Error;
use std::io;
use std::path::PathBuf;

/// Every message is one line that says what, where and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DaemonError {
    /// The configuration can't be read.
    #[error("cannot read the daemon's configuration {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A setting of a job or of the daemon makes no sense.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A schedule or a shelf makes no sense.
    #[error("{origin}, {what}: {why}")]
    BadEntry {
        /// The configuration file.
        origin: String,
        /// Which entry: `schedule "nightly"`.
        what: String,
        /// What is wrong.
        why: String,
    },
    /// Another daemon works in the folder.
    #[error("{} is the output folder of another daemon, process {holder}: stop that one, or name another folder with output", path.display())]
    Locked {
        /// The output folder.
        path: PathBuf,
        /// The process, or `unknown`.
        holder: String,
    },
    /// A file of the daemon's own can't be read or written.
    #[error("{}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// What the daemon had written down for itself is damaged.
    #[error("{} is damaged ({problem}): move it away, and unfinished jobs are forgotten, but nothing that was made", path.display())]
    StateDamaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The ledger can't be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The stock can't be had.
    #[error(transparent)]
    Stock(#[from] StockError),
    /// What the configuration says of HTTP makes no sense.
    #[error(transparent)]
    Http(#[from] HttpSettingsError),
    /// The system refuses something that the daemon needs.
    #[error("cannot {what}")]
    System {
        /// What was refused.
        what: String,
        /// Why.
        source: io::Error,
    },
    /// What a running daemon can't change.
    #[error("{0} cannot change while the daemon runs: restart it for that")]
    Fixed(&'static str),
}

/// Returns an error with all its causes, in one line.
pub fn in_one_line(error: &dyn Error) -> String {
    chain(error).replace('\n', " ")
}
