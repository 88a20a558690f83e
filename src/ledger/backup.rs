//! Copies of a ledger that is in use: SQLite's online copy, checked before it counts as one.

use super::error::{LedgerError, of_sql};
use super::past::now;
use super::schema::file_error;
use super::store::Ledger;
use crate::disk::{Existing, Staging, folder_of, place, sync_folder};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
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
        .and_then(|()| place(&aside, target, Existing::Keep))
        .and_then(|()| sync_folder(folder))
        .map_err(fails)
}

/// Copies, and says what is wrong with the copy.
fn copy_to(db: &Connection, aside: &Path) -> rusqlite::Result<Option<String>> {
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

/// The state of a ledger: the digest of its newest pack, and the length of its file of ids, which
/// grows with every event.
type State = (Option<Vec<u8>>, u64);

fn state(db: &Connection) -> rusqlite::Result<State> {
    let asked = "SELECT (SELECT digest FROM pack ORDER BY pack DESC LIMIT 1), bytes FROM written";
    db.query_row(asked, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the state of the ledger in this copy, if it is sound.
fn state_of(copy: &Path) -> rusqlite::Result<State> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(copy, flags)?;
    match integrity(&db)? {
        None => state(&db),
        Some(_) => Err(rusqlite::Error::InvalidQuery),
    }
}

impl Ledger {
    /// Copies the ledger to `target` while others may use it, proves the copy, and notes it. A copy of
    /// the ledger as it is now that lies there already is kept: a kill may have come before the note.
    ///
    /// # Errors
    /// If something else is there, the copy can't be written, or is not sound.
    pub fn back_up(&self, target: &Path) -> Result<(), LedgerError> {
        let file = super::past::absolute(target);
        let is_there = file != super::past::absolute(&self.path)
            && target.is_file()
            && state(&self.db).is_ok_and(|now| state_of(target).is_ok_and(|it| it == now));
        Staging::clear(folder_of(target), "");
        if is_there && self.last_backup()?.is_some_and(|(last, _)| last == file) {
            return Ok(());
        }
        if !is_there {
            copy(&self.path, &self.db, target)?;
        }
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
