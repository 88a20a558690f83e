//! The errors of a ledger. Every message is one line that says what is wrong, where, and what to
//! do.

use crate::disk::{Staging, folder_of};
use crate::grid::PuzzleId;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// An error when reading or writing a ledger.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The ledger does not exist.
    #[error("there is no ledger at {}: factory --ledger {0} creates one with a run, factory ledger import --ledger {0} PACK from existing packs", path.display())]
    Missing {
        /// The path at which the ledger should be.
        path: PathBuf,
    },
    /// The file is not a ledger.
    #[error("{} is not a ledger of this program; nothing was touched: choose another path", path.display())]
    NotALedger {
        /// The path of the file.
        path: PathBuf,
    },
    /// The ledger's file is damaged.
    #[error("{} is damaged: {problem}; nothing was changed: factory ledger rebuild --ledger {0} --from BACKUP PACK… rebuilds it from a backup and later packs", path.display())]
    Damaged {
        /// The path of the ledger.
        path: PathBuf,
        /// The damage that was found.
        problem: String,
    },
    /// A later release of this program wrote the ledger.
    #[error("{} has format {found}, this program knows those up to {known}; nothing was touched: use a later release", path.display())]
    Newer {
        /// The path of the ledger.
        path: PathBuf,
        /// The format of the ledger.
        found: i64,
        /// The latest format that this program knows.
        known: i64,
    },
    /// The ledger is on a network file system, where SQLite's locks can't be relied on.
    #[error("{} lies on a network file system ({kind}), where two jobs would spoil a ledger: choose a disk of this machine", path.display())]
    Network {
        /// The path of the ledger.
        path: PathBuf,
        /// The kind of network file system.
        kind: &'static str,
    },
    /// Another process has held the ledger for longer than a command waits.
    #[error("{} is locked by another process; what is kept is safe: run the same command again later", path.display())]
    Busy {
        /// The path of the ledger.
        path: PathBuf,
    },
    /// A file can't be read or written.
    #[error("{}{}", path.display(), if source.kind() == io::ErrorKind::StorageFull { " (make room, then run the same command again)" } else { "" })]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// SQLite can't open, read or write the ledger, probably because the disk is full or has a fault.
    #[error("{}: the disk is full or has a fault ({problem}); what was recorded before is safe: make room or replace the disk, then run the same command again", path.display())]
    Disk {
        /// The path of the ledger.
        path: PathBuf,
        /// A text with SQLite's error code.
        problem: String,
    },
    /// SQLite reports an error that no other variant covers.
    #[error("{}", path.display())]
    Sql {
        /// The path of the ledger.
        path: PathBuf,
        /// SQLite's error.
        source: rusqlite::Error,
    },
    /// A run was started with a ledger state that isn't in this ledger's history.
    #[error("{} never held the {puzzles} puzzles that the run began with: name the ledger that it began with, or begin again with --fresh", path.display())]
    OtherLedger {
        /// The path of the ledger.
        path: PathBuf,
        /// The number of puzzles that the run's ledger had when the run was started.
        puzzles: u64,
    },
    /// The ledger lacks events that were noted in a file next to it.
    #[error("{} is an older copy: {} shows later changes; nothing was changed: put the newer copy back, or move {1} away to go on without them (factory ledger import adds packs)", path.display(), file.display())]
    Outdated {
        /// The path of the ledger.
        path: PathBuf,
        /// The path of the file next to the ledger. This file contains a higher event number than the ledger does.
        file: PathBuf,
    },
    /// The ledger is missing, although events were noted in a file next to it.
    #[error("{} is missing, but {} shows that it existed; nothing was changed: put it back, or move {1} away to begin a new one", path.display(), file.display())]
    Lost {
        /// The path of the ledger.
        path: PathBuf,
        /// The path of the file next to the ledger. This file contains the number of the missing ledger's last event.
        file: PathBuf,
    },
    /// The file of taken puzzles from an older release can't be read.
    #[error("{} is damaged, or no file of takes: {problem}; nothing was changed: move it away to go on without its keys (what was taken stays taken)", path.display())]
    OldTakes {
        /// The path of the file.
        path: PathBuf,
        /// The damage that was found.
        problem: String,
    },
    /// The ledger does not have one or more of the puzzles.
    #[error("{} holds no puzzle {first}{}: factory ledger import --ledger {} PACK adds a pack", path.display(), others(*count), path.display())]
    Unknown {
        /// The path of the ledger.
        path: PathBuf,
        /// The number of puzzles that the ledger does not have.
        count: usize,
        /// The id of the first puzzle that the ledger does not have.
        first: PuzzleId,
    },
    /// One or more of the puzzles were shipped before, so they can't be shipped again.
    #[error("puzzle {id} was shipped before, as No. {place} of {title:?}{}; nothing was recorded: leave out what is shipped (factory take --ledger), or take that back with factory ledger unship", others(*count))]
    Shipped {
        /// The number of puzzles that were shipped before.
        count: usize,
        /// The id of the first puzzle that was shipped before.
        id: PuzzleId,
        /// The title under which the puzzle `id` was shipped.
        title: String,
        /// The number of the puzzle `id` in the shipment with the title `title`.
        place: u64,
    },
    /// One or more of the puzzles are retired, so they can't be shipped.
    #[error("puzzle {id} is retired{}{}; nothing was recorded", if why.is_empty() { String::new() } else { format!(" ({why})") }, others(*count))]
    Retired {
        /// The number of puzzles that are retired.
        count: usize,
        /// The id of the first retired puzzle.
        id: PuzzleId,
        /// The reason why the puzzle `id` was retired.
        why: String,
    },
    /// A shipment contains a puzzle twice.
    #[error("puzzle {id} is named twice; nothing was recorded")]
    Twice {
        /// The id of the puzzle.
        id: PuzzleId,
    },
    /// Other puzzles were shipped under this title before.
    #[error(
        "{title:?} was shipped before, with other puzzles; nothing was recorded: choose another title, or take that back with factory ledger unship"
    )]
    TitleTaken {
        /// The title of the earlier shipment.
        title: String,
    },
    /// The puzzles of the shipment were taken over HTTP, so the shipment can't be taken back.
    #[error(
        "{title:?} was handed out over HTTP; nothing was changed: what a client has never returns to stock"
    )]
    HandedOut {
        /// The title of the shipment.
        title: String,
    },
    /// No shipment has this title.
    #[error("nothing was shipped as {title:?}; factory ledger query names all titles")]
    NoTitle {
        /// The title that was asked for.
        title: String,
    },
    /// A file exists that must not be overwritten.
    #[error("{} exists already: choose another name", path.display())]
    Exists {
        /// The path of the file.
        path: PathBuf,
    },
    /// A pack can't be read.
    #[error(transparent)]
    Pack(#[from] crate::pack::PackError),
}

fn others(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " (and one more like it)".to_owned(),
        _ => format!(" (and {} more like it)", count - 1),
    }
}

/// Returns the error for a file that can't be read or written.
pub(super) fn file_error(path: &Path, source: io::Error) -> LedgerError {
    LedgerError::File {
        path: path.to_owned(),
        source,
    }
}

/// Converts an error that SQLite reported into an error in plain terms.
pub(super) fn of_sql(path: &Path, source: rusqlite::Error) -> LedgerError {
    use rusqlite::ErrorCode;
    let path = path.to_owned();
    let file = |path, kind| LedgerError::File {
        path,
        source: io::Error::from(kind),
    };
    match source.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LedgerError::Busy { path },
        Some(ErrorCode::NotADatabase) => LedgerError::NotALedger { path },
        Some(ErrorCode::DatabaseCorrupt) => LedgerError::Damaged {
            path,
            problem: "SQLite cannot read it".to_owned(),
        },
        // SQLite's shared-memory file beside the ledger can't grow.
        Some(ErrorCode::SystemIoFailure)
            if source.sqlite_error().map(|it| it.extended_code)
                == Some(rusqlite::ffi::SQLITE_IOERR_SHMSIZE) =>
        {
            file(path, io::ErrorKind::StorageFull)
        }
        Some(ErrorCode::DiskFull) => file(path, io::ErrorKind::StorageFull),
        Some(ErrorCode::ReadOnly) => file(path, io::ErrorKind::ReadOnlyFilesystem),
        Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure) => disk_error(path, &source),
        _ => match strange_value(&source) {
            Some(problem) => LedgerError::Damaged { path, problem },
            None => LedgerError::Sql { path, source },
        },
    }
}

/// Returns the error for a file that SQLite can't open, read or write. SQLite doesn't report the system's reason, so
/// this function opens the file and writes to its folder to find out the reason.
fn disk_error(path: PathBuf, source: &rusqlite::Error) -> LedgerError {
    let opened = File::options().read(true).write(true).open(&path);
    let tried = opened.and_then(|_| Staging::new(folder_of(&path)));
    match tried {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            LedgerError::File { path, source }
        }
        _ => {
            let number = source.sqlite_error().map_or(0, |it| it.extended_code);
            let problem = format!("SQLite's error {number}");
            LedgerError::Disk { path, problem }
        }
    }
}

/// Describes the damage that an error of SQLite reveals: a missing table, or a value that this program would never
/// write. Returns `None` for other errors.
fn strange_value(source: &rusqlite::Error) -> Option<String> {
    use rusqlite::Error;
    let said = source.to_string();
    if let Some((_, rest)) = said.split_once("no such table: ") {
        let table = rest.split_whitespace().next().unwrap_or_default();
        return Some(format!("its table {table} is missing"));
    }
    match source {
        Error::InvalidColumnType(_, column, found) => {
            let found = found.to_string().to_lowercase();
            Some(format!(
                "a value in its column {column} has the wrong type, {found}"
            ))
        }
        Error::IntegralValueOutOfRange(_, found) => Some(format!(
            "one of its columns holds {found}, which is out of range"
        )),
        Error::FromSqlConversionFailure(..) | Error::Utf8Error(..) => {
            Some("one of its columns holds what no ledger writes".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    fn of_code(path: &Path, code: i32) -> LedgerError {
        of_sql(
            path,
            rusqlite::Error::SqliteFailure(ffi::Error::new(code), None),
        )
    }

    #[test]
    fn an_error_of_the_disk_has_the_system_s_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.sqlite");
        std::fs::write(&path, "").unwrap();
        for code in [
            ffi::SQLITE_CANTOPEN,
            ffi::SQLITE_IOERR_FSYNC,
            ffi::SQLITE_IOERR_SHMOPEN,
        ] {
            let said = of_code(&path, code);
            assert!(matches!(said, LedgerError::Disk { .. }), "{said}");
            // Nothing can be opened below a file.
            let said = of_code(&path.join("ledger.sqlite"), code);
            assert!(matches!(said, LedgerError::File { .. }), "{said}");
            // A missing file is not the reason, since SQLite would have created it.
            let said = of_code(&folder.path().join("none.sqlite"), code);
            assert!(matches!(said, LedgerError::Disk { .. }), "{said}");
        }
        let file = |code| match of_code(&path, code) {
            LedgerError::File { source, .. } => source.kind(),
            said => panic!("{said}"),
        };
        assert_eq!(file(ffi::SQLITE_FULL), io::ErrorKind::StorageFull);
        assert_eq!(file(ffi::SQLITE_IOERR_SHMSIZE), io::ErrorKind::StorageFull);
        assert_eq!(
            file(ffi::SQLITE_READONLY),
            io::ErrorKind::ReadOnlyFilesystem
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_value_that_no_ledger_writes_is_damage() {
        use rusqlite::{Error, types::Type};
        let odd = Error::FromSqlConversionFailure(0, Type::Blob, "odd".into());
        let said = strange_value(&odd).unwrap();
        assert!(said.contains("what no ledger writes"), "{said}");
        assert_eq!(strange_value(&Error::ExecuteReturnedResults), None);
    }

    #[test]
    fn a_message_counts_the_puzzles_that_it_does_not_name() {
        let of = |count| {
            let error = LedgerError::Unknown {
                path: "l".into(),
                count,
                first: PuzzleId::from_bytes([1; 16]),
            };
            let said = error.to_string();
            said.split_once(&"01".repeat(16)).unwrap().1[..25].to_owned()
        };
        assert_eq!(of(1), ": factory ledger import -");
        assert_eq!(of(2), " (and one more like it): ");
        assert_eq!(of(3), " (and 2 more like it): fa");
    }
}
