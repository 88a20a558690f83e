//! Defines the tables of the ledger, and opens a ledger. A file of another program, a ledger of a later release
//! and a ledger on a network file system are refused.
//!
//! Packs are only ever added, and the entries of a pack are stored together. So the packs of a run are written at the
//! end of the file in one go. Only the index from ids to packs is updated throughout the file. Since no pack is ever
//! removed, an earlier state of the ledger consists of the packs that were recorded up to that time.

use super::copy::copy;
use super::database::Database;
use super::error::{LedgerError, file_error, of_sql};
use super::events::{known_last, last_file};
use super::forward::bring_forward;
use super::paths::{followed, unused};
use crate::disk::{FileLock, LockError, Staging, create_folders, folder_of, with_ending};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// The application id `SULG` of the database, by which the program `file` and this program recognize a
/// ledger.
const APPLICATION: i64 = 0x5355_4c47;

/// The steps that migrate a ledger from each format to the next. All steps that a ledger needs run in one
/// transaction, after a backup.
const STEPS: [&str; 4] = [
    include_str!("schema-1.sql"),
    include_str!("schema-2.sql"),
    include_str!("schema-3.sql"),
    include_str!("schema-4.sql"),
];

/// The ledger format that this program writes.
pub const VERSION: i64 = STEPS.len() as i64;

/// The maximum time to wait for another process that holds the ledger. Recording the packs of a run takes at
/// most a second.
const PATIENCE: Duration = Duration::from_secs(20);

/// The settings of a connection to the database. A commit must survive a power cut, because the folder of the new pack
/// is renamed only after the commit.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
    PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000;";

/// The maximum number of prepared statements that a connection keeps.
const STATEMENTS: usize = 64;

/// The choice of whether to create a missing ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerCreation {
    /// Create a ledger that is missing.
    IfMissing,
    /// Report an error if the ledger is missing.
    Never,
}

/// Opens the database of a ledger, and migrates it if needed. Creates it if it is missing and `creation` allows
/// that.
///
/// # Errors
/// If the ledger is missing and may not be created, has lost events, is on a network file system or is being
/// replaced, or if the file is not a valid ledger.
pub(super) fn open(path: &Path, creation: LedgerCreation) -> Result<Database, LedgerError> {
    let path = &followed(path);
    let is_new = is_missing_or_empty(path)?;
    if is_new {
        if creation == LedgerCreation::Never {
            return Err(LedgerError::Missing {
                path: path.to_owned(),
            });
        }
        let folder = folder_of(path);
        create_folders(folder).map_err(|source| file_error(folder, source))?;
    }
    refuse_network(path)?;
    let in_use = lock(path, FileLock::shared)?;
    // A killed copy may have left files.
    Staging::clear(folder_of(path), "");
    // The number is read before the database, because others may add events in between.
    let last = known_last(path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags);
    let connection = connection.map_err(|source| of_sql(path, source))?;
    let db = Database::new(path, connection, in_use);
    let found = format_of(&db).map_err(|error| of_first_look(last, error))?;
    if found > 0 {
        refuse_cut(&db)?;
    }
    refuse_older(&db, found, last)?;
    // From here on, this process may write to the file.
    db.connection()
        .set_prepared_statement_cache_capacity(STATEMENTS);
    let set = db.connection().execute_batch(SETTINGS);
    set.map_err(|source| db.failed(source))?;
    // SQLite would plan a query anew for each id, since its plans may depend on values. That takes longer than the
    // query itself.
    let stable = DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG;
    let set = db.connection().set_db_config(stable, true);
    set.map_err(|source| db.failed(source))?;
    if found < VERSION {
        if found > 0 {
            let target = unused(path, &format!("format-{found}"));
            copy(path, db.connection(), &target)?;
        }
        migrate(&db)?;
    }
    Ok(db)
}

/// Locks a ledger with the function `take`, which gets the path of the ledger's lock file. The ledger needs this
/// lock of its own because SQLite's locks end when the file is replaced. All processes that have the ledger open
/// share the lock; a process that replaces the file must be the only holder. Returns `None` in a read-only folder,
/// where no lock can be taken and SQLite reports any problem itself.
///
/// # Errors
/// If other processes hold the lock in a way that excludes this one, or the lock can't be taken for another reason.
pub(super) fn lock(
    path: &Path,
    take: impl FnOnce(&Path) -> Result<FileLock, LockError>,
) -> Result<Option<FileLock>, LedgerError> {
    let name = with_ending(path, ".lock");
    match take(&name) {
        Ok(held) => Ok(Some(held)),
        Err(LockError::Held { .. }) => Err(LedgerError::Busy {
            path: path.to_owned(),
        }),
        Err(LockError::File(error)) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        Err(LockError::File(error)) => Err(file_error(&name, error)),
    }
}

/// Returns the format of a ledger's database, or 0 for an empty database. Returns an error for a database of
/// another program and for a ledger of a later release.
fn format_of(db: &Database) -> Result<i64, LedgerError> {
    let set = db.connection().busy_timeout(PATIENCE);
    set.map_err(|source| db.failed(source))?;
    let number = |pragma| db.one(pragma, [], |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let path = db.path().to_owned();
    let is_blank = application == 0 && found == 0 && tables == 0;
    if !is_blank && (application != APPLICATION || found < 1) {
        return Err(LedgerError::NotALedger { path });
    }
    match found > VERSION {
        true => Err(LedgerError::Newer {
            path,
            found,
            known: VERSION,
        }),
        false => Ok(found),
    }
}

/// Returns an empty database in memory with the tables of a new ledger.
///
/// # Errors
/// If SQLite reports an error. No such error is known.
pub(super) fn in_memory() -> Result<Database, LedgerError> {
    let path = Path::new(":memory:");
    let connection = Connection::open_in_memory().map_err(|source| of_sql(path, source))?;
    let db = Database::new(path, connection, None);
    migrate(&db)?;
    Ok(db)
}

/// Migrates the tables to the latest format. Two processes may call this at the same time: the second process
/// finds nothing left to do.
fn migrate(db: &Database) -> Result<(), LedgerError> {
    let tx = db.begin()?;
    let found: i64 = db.one("PRAGMA user_version", [], |row| row.get(0))?;
    let sql = |source| db.failed(source);
    for step in STEPS.iter().skip(found.max(0) as usize) {
        tx.execute_batch(step).map_err(sql)?;
    }
    if found < 4 {
        bring_forward(db, found > 0)?;
    }
    tx.pragma_update(None, "application_id", APPLICATION)
        .and_then(|()| tx.pragma_update(None, "user_version", VERSION))
        .and_then(|()| tx.commit())
        .map_err(sql)
}

/// Refuses a ledger of the format `found` if it has lost events. `last` is the number of the last event according
/// to the file next to the ledger. The ledger is refused if it lacks this event; it passes if `last` is `None`.
fn refuse_older(db: &Database, found: i64, last: Option<u64>) -> Result<(), LedgerError> {
    let held = match found {
        VERSION => db.last_event()?,
        _ => 0,
    };
    let (path, file) = (db.path().to_owned(), last_file(db.path()));
    match last {
        Some(_) if found == 0 => Err(LedgerError::Lost { path, file }),
        Some(last) if last > held => Err(LedgerError::Outdated { path, file }),
        _ => Ok(()),
    }
}

/// Returns whether the ledger's file is missing or empty. The file is not opened for this check, because closing it
/// would release all locks that this process has on the file, including SQLite's own.
fn is_missing_or_empty(path: &Path) -> Result<bool, LedgerError> {
    match fs::metadata(path) {
        Ok(found) => Ok(found.len() == 0),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(file_error(path, source)),
    }
}

/// Returns the error for a ledger whose format can't be determined. `last` is the number of the last event, from
/// the file next to the ledger. If this number is known, a file that doesn't look like a ledger counts as a damaged
/// ledger.
fn of_first_look(last: Option<u64>, error: LedgerError) -> LedgerError {
    match error {
        LedgerError::NotALedger { path } if last.is_some() => LedgerError::Damaged {
            path,
            problem: "its beginning is not that of a ledger".to_owned(),
        },
        error => error,
    }
}

/// Refuses a database file whose end is missing. SQLite notices this only when it reads the missing part.
fn refuse_cut(db: &Database) -> Result<(), LedgerError> {
    let path = db.path();
    // The content of the write-ahead log may not be in the file yet.
    let log = fs::metadata(with_ending(path, "-wal")).map_or(0, |it| it.len());
    let number = |pragma| db.one(pragma, [], |row| row.get::<_, u64>(0));
    let whole = number("PRAGMA page_count")?.saturating_mul(number("PRAGMA page_size")?);
    let bytes = fs::metadata(path).map_err(|source| file_error(path, source))?;
    match log == 0 && bytes.len() < whole {
        true => Err(db.damaged(format!("its end is missing from byte {} on", bytes.len()))),
        false => Ok(()),
    }
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

/// Returns the name of a network file system by its number in `statfs(2)`; `None` for local file systems. FUSE
/// counts as a network file system: a disk or a server may be behind it, and few of its file systems have the locks
/// that SQLite needs.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn network_file_systems_are_told_from_disks() {
        assert_eq!(network(0x6969), Some("NFS"));
        assert_eq!(network(0xff53_4d42), Some("CIFS"));
        // The local file systems: ext4, XFS, btrfs, tmpfs, ZFS, overlay.
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

    /// Two processes may find that a ledger needs to be migrated, and migrate it one after the other.
    #[test]
    fn a_second_migration_finds_nothing_to_do() {
        let db = in_memory().unwrap();
        migrate(&db).unwrap();
        assert_eq!(format_of(&db).unwrap(), VERSION);
    }

    #[test]
    fn a_ledger_that_cannot_be_looked_at_is_not_missing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        assert!(is_missing_or_empty(&file).unwrap());
        fs::write(&file, "").unwrap();
        assert!(is_missing_or_empty(&file).unwrap());
        let below = is_missing_or_empty(&file.join("ledger.sqlite"));
        assert!(matches!(below, Err(LedgerError::File { .. })));
        fs::write(&file, "text").unwrap();
        assert!(!is_missing_or_empty(&file).unwrap());
    }

    #[test]
    fn only_a_folder_that_may_not_be_written_needs_no_lock() {
        let path = Path::new("ledger.sqlite");
        let failed = |kind: io::ErrorKind| lock(path, |_| Err(LockError::File(kind.into())));
        assert!(matches!(failed(io::ErrorKind::PermissionDenied), Ok(None)));
        let full = failed(io::ErrorKind::StorageFull);
        assert!(matches!(full, Err(LedgerError::File { .. })));
    }
}
