//! Copies a database that is in use. The copy is checked before it gets its final name.

use super::error::{LedgerError, file_error, of_sql};
use crate::disk::{OverwritePolicy, Staging, create_folders, folder_of, place, sync_folder};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, ffi};
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// The number of pages that makes SQLite copy the whole database in one step. Other processes may write during the
/// step. A copy in several steps would start again whenever a process writes between two steps.
const ALL: i32 = -1;

/// The bytes in the header of SQLite's file that say whether the database has a write-ahead log: 1 without a log, 2
/// with one.
const WITHOUT_LOG: Range<usize> = 18..20;

/// Copies the database at `path` to `target`, which must not exist yet.
///
/// # Errors
/// If `target` exists, or the copy can't be written or fails the check. Then no copy is left.
pub(super) fn copy(path: &Path, db: &Connection, target: &Path) -> Result<(), LedgerError> {
    if target.exists() {
        return Err(LedgerError::Exists {
            path: target.to_owned(),
        });
    }
    let folder = folder_of(target);
    let fails = |source| file_error(target, source);
    create_folders(folder).map_err(fails)?;
    let staging = Staging::new(folder).map_err(fails)?;
    let aside = staging.path("copy");
    let problem = copy_to(db, &aside)
        .and_then(|problem| require_one_file(&aside).map(|()| problem))
        .map_err(|source| of_sql(target, source))?;
    if let Some(problem) = problem {
        return Err(LedgerError::Damaged {
            path: path.to_owned(),
            problem,
        });
    }
    let synced = File::open(&aside).and_then(|file| file.sync_all());
    synced
        .and_then(|()| place(&aside, target, OverwritePolicy::Keep))
        .and_then(|()| sync_folder(folder))
        .map_err(fails)
}

/// Copies the database to a temporary file, and returns the fault of the copy, if it has one.
fn copy_to(db: &Connection, aside: &Path) -> rusqlite::Result<Option<String>> {
    let mut copy = Connection::open(aside)?;
    match Backup::new(db, &mut copy)?.step(ALL)? {
        StepResult::Done => {}
        _ => {
            let busy = ffi::Error::new(ffi::SQLITE_BUSY);
            return Err(rusqlite::Error::SqliteFailure(busy, None));
        }
    }
    // The copy must be one file, with no other files beside it.
    copy.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;")?;
    fault_of(&copy)
}

/// Returns an error if SQLite would create a log file when the copy is opened. This check is needed because SQLite
/// reports no error if it can't switch the copy to a mode without a log.
fn require_one_file(copy: &Path) -> rusqlite::Result<()> {
    let mut header = [0; WITHOUT_LOG.end];
    let read = File::open(copy).and_then(|mut file| file.read_exact(&mut header));
    match read.is_ok() && header[WITHOUT_LOG] == [1, 1] {
        true => Ok(()),
        false => {
            let refused = ffi::Error::new(ffi::SQLITE_IOERR);
            Err(rusqlite::Error::SqliteFailure(refused, None))
        }
    }
}

/// Returns the fault that SQLite finds in a database, or `None` if the database is sound.
pub(super) fn fault_of(db: &Connection) -> rusqlite::Result<Option<String>> {
    let said: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((said != "ok").then_some(said.replace('\n', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_a_damaged_database_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.sqlite");
        let db = Connection::open(&path).unwrap();
        db.execute_batch("CREATE TABLE t (n); INSERT INTO t VALUES (NULL);")
            .unwrap();
        let target = folder.path().join("copy.sqlite");
        copy(&path, &db, &target).unwrap();
        std::fs::remove_file(&target).unwrap();
        db.execute_batch(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = 'CREATE TABLE t (n NOT NULL)';",
        )
        .unwrap();
        drop(db);
        let db = Connection::open(&path).unwrap();
        let copied = copy(&path, &db, &target);
        assert!(
            matches!(&copied, Err(LedgerError::Damaged { problem, .. }) if problem.contains("t.n")),
            "{copied:?}"
        );
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn a_copy_that_needs_a_log_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy.sqlite");
        let db = Connection::open(&path).unwrap();
        db.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n);")
            .unwrap();
        drop(db);
        assert!(require_one_file(&path).is_err());
        let db = Connection::open(&path).unwrap();
        db.execute_batch("PRAGMA journal_mode = DELETE;").unwrap();
        drop(db);
        require_one_file(&path).unwrap();
        assert!(require_one_file(&folder.path().join("none")).is_err());
    }
}
