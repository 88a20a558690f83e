//! Copies of a ledger that is in use: SQLite's online copy, checked before it counts as one.

use super::error::{LedgerError, of_sql};
use super::past::now;
use super::schema::{file_error, folder_of, with_ending};
use super::store::Ledger;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// All pages at once, beside which others may write: a copy in steps begins anew whenever somebody has
/// written between two of them.
const ALL: i32 = -1;

/// Copies the database, which lies at `path`, to `target`, where nothing may be yet.
///
/// # Errors
/// If something is there, the copy can't be written, or is not sound: nothing is left of it then.
pub(super) fn copy(path: &Path, db: &Connection, target: &Path) -> Result<(), LedgerError> {
    if target.exists() {
        return Err(LedgerError::Exists {
            path: target.to_owned(),
        });
    }
    let folder = folder_of(target);
    fs::create_dir_all(&folder).map_err(|source| file_error(&folder, source))?;
    let aside = with_ending(target, ".new");
    let copied = copy_to(db, &aside)
        .map_err(|source| of_sql(&aside, source))
        .and_then(|problem| match problem {
            None => Ok(()),
            Some(problem) => Err(LedgerError::Damaged {
                path: path.to_owned(),
                problem,
            }),
        })
        .and_then(|()| {
            let synced = File::open(&aside).and_then(|file| file.sync_all());
            let renamed = synced.and_then(|()| fs::rename(&aside, target));
            renamed.map_err(|source| file_error(target, source))
        });
    if copied.is_err() {
        drop(fs::remove_file(&aside));
    }
    copied
}

/// Copies, and says what is wrong with the copy.
fn copy_to(db: &Connection, aside: &Path) -> rusqlite::Result<Option<String>> {
    drop(fs::remove_file(aside));
    let mut copy = Connection::open(aside)?;
    match Backup::new(db, &mut copy)?.step(ALL)? {
        StepResult::Done => {}
        _ => return Err(busy()),
    }
    // One file, with nothing beside it.
    copy.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;")?;
    integrity(&copy)
}

fn busy() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY), None)
}

/// What SQLite finds wrong with a database.
pub(super) fn integrity(db: &Connection) -> rusqlite::Result<Option<String>> {
    let said: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((said != "ok").then_some(said.replace('\n', " ")))
}

impl Ledger {
    /// Copies the ledger to `target` while others may use it, proves the copy, and notes it.
    ///
    /// # Errors
    /// If something is there, the copy can't be written, or is not sound.
    pub fn back_up(&self, target: &Path) -> Result<(), LedgerError> {
        copy(&self.path, &self.db, target)?;
        let file = super::past::absolute(target);
        let insert = "INSERT INTO backup (file, made) VALUES (?1, ?2)";
        let noted = self.db.execute(insert, (file.to_string_lossy(), now()));
        noted.map(drop).map_err(|source| {
            // The same command is to do it again.
            drop(fs::remove_file(target));
            of_sql(&self.path, source)
        })
    }

    /// The last backup and when it was made, in UTC by RFC 3339.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn last_backup(&self) -> Result<Option<(PathBuf, String)>, LedgerError> {
        let asked = "SELECT file, made FROM backup ORDER BY backup DESC LIMIT 1";
        self.row(asked, [], |row| {
            let file: String = row.get(0)?;
            Ok((file.into(), row.get(1)?))
        })
    }
}
