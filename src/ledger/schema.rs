//! The tables, and how a ledger is opened: never a file of another program, never a ledger of a
//! later release, never over a network.
//!
//! A pack is only ever added, and its entries lie together in the order of their ids. So a night is
//! written at the end of the file in one go, forty million entries fill their pages to the brim, and
//! what the ledger held at any time before is "the packs up to this one". The [filter](super::filter)
//! says which pack holds an id.

use super::copy::copy;
use super::error::{LedgerError, file_error, of_sql};
use super::in_use::InUse;
use super::paths::{unused, with_ending};
use crate::disk::{Staging, folder_of};
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// `SULG`, by which `file` and this program recognize a ledger.
const APPLICATION: i64 = 0x5355_4c47;

/// The steps that bring a ledger from format n to n + 1. Each is run in one transaction, after a
/// backup.
const STEPS: [&str; 3] = [
    include_str!("schema-1.sql"),
    include_str!("schema-2.sql"),
    include_str!("schema-3.sql"),
];

/// The format that this program writes.
pub const VERSION: i64 = STEPS.len() as i64;

/// The time to wait for another process: to publish a night takes a second at most.
const PATIENCE: Duration = Duration::from_secs(20);

/// The settings of a connection. A commit is to survive a power cut: the pack is renamed after it.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
    PRAGMA cache_size = -16384;";

/// The choice whether a missing ledger is created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// It is created.
    IfMissing,
    /// A missing ledger is an error.
    Never,
}

/// Opens the database, which is created or migrated if need be.
///
/// # Errors
/// If it is missing, or not what it should be.
pub(super) fn open(path: &Path, begin: Begin) -> Result<(Connection, InUse), LedgerError> {
    let named = |ending| path.extension().is_some_and(|it| it == ending);
    if named("ids") || named("filter") {
        return Err(LedgerError::BadName {
            path: path.to_owned(),
        });
    }
    let is_new = is_missing_or_empty(path)?;
    if is_new {
        if begin == Begin::Never {
            return Err(LedgerError::Missing {
                path: path.to_owned(),
            });
        }
        let folder = folder_of(path);
        fs::create_dir_all(folder).map_err(|source| file_error(folder, source))?;
    }
    refuse_network(path)?;
    let in_use = InUse::shared(path)?;
    // Remains of a killed filter, file of ids, or copy.
    Staging::clear(folder_of(path), "");
    let sql = |source| of_sql(path, source);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags).map_err(sql)?;
    db.busy_timeout(PATIENCE).map_err(sql)?;
    let number = |pragma| db.query_row(pragma, [], |row| row.get::<_, i64>(0));
    let application =
        number("PRAGMA application_id").map_err(|source| of_first_look(path, source))?;
    let found = number("PRAGMA user_version").map_err(sql)?;
    let tables = number("SELECT count(*) FROM sqlite_schema").map_err(sql)?;
    let is_blank = application == 0 && found == 0 && tables == 0;
    if !is_blank && application != APPLICATION {
        return Err(LedgerError::NotALedger {
            path: path.to_owned(),
        });
    }
    if found > VERSION {
        return Err(LedgerError::Newer {
            path: path.to_owned(),
            found,
            known: VERSION,
        });
    }
    if !is_blank {
        refuse_cut(path, &db)?;
    }
    // From here on it is ours to write.
    db.execute_batch(SETTINGS).map_err(sql)?;
    if found < VERSION {
        if !is_blank {
            let target = unused(path, &format!("format-{found}"));
            copy(path, &db, &target)?;
        }
        migrate(&db).map_err(sql)?;
    }
    Ok((db, in_use))
}

/// Returns an empty database in memory with a new ledger's tables.
///
/// # Errors
/// None are known; those of SQLite are passed on.
pub(super) fn in_memory() -> rusqlite::Result<Connection> {
    let db = Connection::open_in_memory()?;
    migrate(&db)?;
    Ok(db)
}

/// Brings the tables to the latest format. Two processes may do so at once: the second finds
/// nothing left to do.
fn migrate(db: &Connection) -> rusqlite::Result<()> {
    let tx = rusqlite::Transaction::new_unchecked(db, rusqlite::TransactionBehavior::Immediate)?;
    let found: i64 = tx.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for step in STEPS.iter().skip(found.max(0) as usize) {
        tx.execute_batch(step)?;
    }
    tx.pragma_update(None, "application_id", APPLICATION)?;
    tx.pragma_update(None, "user_version", VERSION)?;
    tx.commit()
}

/// Returns whether the file is missing or empty, without opening it: to close a file drops all
/// locks that this process has on it, including those of SQLite's own connections.
fn is_missing_or_empty(path: &Path) -> Result<bool, LedgerError> {
    match fs::metadata(path) {
        Ok(found) => Ok(found.len() == 0),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(file_error(path, source)),
    }
}

/// Returns the error of a file that SQLite can't read: a damaged ledger if a file of ids is beside
/// it.
fn of_first_look(path: &Path, source: rusqlite::Error) -> LedgerError {
    match of_sql(path, source) {
        LedgerError::NotALedger { path } if path.with_extension("ids").is_file() => {
            LedgerError::Damaged {
                path,
                problem: "its beginning is not that of a database".to_owned(),
            }
        }
        error => error,
    }
}

/// Refuses a file that was cut, which SQLite notices only where it reads the missing part.
fn refuse_cut(path: &Path, db: &Connection) -> Result<(), LedgerError> {
    // What the write-ahead log still holds need not be in the file yet.
    let log = fs::metadata(with_ending(path, "-wal")).map_or(0, |it| it.len());
    let number = |pragma| db.query_row(pragma, [], |row| row.get::<_, u64>(0));
    let pages = number("PRAGMA page_count").and_then(|n| Ok((n, number("PRAGMA page_size")?)));
    let (pages, page) = pages.map_err(|source| of_sql(path, source))?;
    let bytes = fs::metadata(path).map_err(|source| file_error(path, source))?;
    if log == 0 && bytes.len() < pages.saturating_mul(page) {
        return Err(LedgerError::Damaged {
            path: path.to_owned(),
            problem: format!("its end is missing from byte {} on", bytes.len()),
        });
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn refuse_network(path: &Path) -> Result<(), LedgerError> {
    let Ok(found) = rustix::fs::statfs(folder_of(path)) else {
        return Ok(());
    };
    match network(found.f_type as u32) {
        None => Ok(()),
        Some(kind) => Err(LedgerError::Network {
            path: path.to_owned(),
            kind,
        }),
    }
}

#[cfg(not(target_os = "linux"))]
fn refuse_network(_: &Path) -> Result<(), LedgerError> {
    Ok(())
}

/// Returns the name of a network file system by its number in `statfs(2)`. FUSE is among them:
/// there may be a disk or a server behind it, and few of its file systems lock as SQLite needs it.
#[cfg(target_os = "linux")]
fn network(kind: u32) -> Option<&'static str> {
    let kinds = [
        (0x6969, "NFS"),
        (0x517b, "SMB"),
        (0xff53_4d42, "CIFS"),
        (0xfe53_4d42, "SMB2"),
        (0x564c, "NCP"),
        (0x7375_7245, "Coda"),
        (0x5346_414f, "AFS"),
        (0x6b41_4653, "AFS"),
        (0x0102_1997, "9P"),
        (0x00c3_6400, "Ceph"),
        (0x7461_636f, "OCFS2"),
        (0x0bd0_0bd0, "Lustre"),
        (0x4750_4653, "GPFS"),
        (0x0116_1970, "GFS2"),
        (0x1983_0326, "BeeGFS"),
        (0x6573_5546, "FUSE"),
    ];
    let found = kinds.iter().find(|(number, _)| *number == kind);
    found.map(|(_, name)| *name)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn network_file_systems_are_told_from_disks() {
        assert_eq!(network(0x6969), Some("NFS"));
        assert_eq!(network(0xff53_4d42), Some("CIFS"));
        // ext4, XFS, btrfs, tmpfs, ZFS, overlay.
        let local = [
            0xef53,
            0x5846_5342,
            0x9123_683e,
            0x0102_1994,
            0x2fc1_2fc1,
            0x794c_7630,
        ];
        assert!(local.iter().all(|it| network(*it).is_none()));
        assert!(refuse_network(Path::new("ledger.sqlite")).is_ok());
    }
}
