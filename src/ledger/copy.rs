//! Copies a database that is in use. The copy is checked before it gets its final name.

use super::error::{LedgerError, file_error, of_sql};
use crate::disk::{OverwritePolicy, Staging, folder_of, place, sync_folder};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, ffi};
use std::fs::{self, File};
use std::path::Path;

/// The number of pages for a copy in one step, during which other processes may write. A copy in several steps
/// would start again whenever a process writes between two steps.
const ALL: i32 = -1;

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
    fs::create_dir_all(folder).map_err(fails)?;
    let staging = Staging::new(folder).map_err(fails)?;
    let aside = staging.path("copy");
    let problem = copy_to(db, &aside).map_err(|source| of_sql(target, source))?;
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

/// Returns the fault that SQLite finds in a database, or `None` if the database is sound.
pub(super) fn fault_of(db: &Connection) -> rusqlite::Result<Option<String>> {
    let said: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((said != "ok").then_some(said.replace('\n', " ")))
}
