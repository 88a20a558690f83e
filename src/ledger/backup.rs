//! Backs up a ledger that is in use, and records each backup in the ledger.

use super::copy::{copy, fault_of};
use super::error::LedgerError;
use super::paths::absolute;
use super::rows::now;
use super::store::Ledger;
use crate::disk::{Staging, folder_of};
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};

/// The state that shows whether a copy contains the current ledger: the digest of the newest pack, and the number of
/// the last event.
type BackupState = (Option<Vec<u8>>, u64);

fn state(db: &Connection) -> rusqlite::Result<BackupState> {
    let asked = "SELECT (SELECT digest FROM pack ORDER BY pack DESC LIMIT 1),
                        (SELECT ifnull(max(event), 0) FROM event)";
    db.query_row(asked, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the state of the ledger in a copy, or an error if the copy is damaged.
fn state_of(copy: &Path) -> rusqlite::Result<BackupState> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(copy, flags)?;
    match fault_of(&db)? {
        None => state(&db),
        Some(_) => Err(rusqlite::Error::InvalidQuery),
    }
}

impl Ledger {
    /// Copies the ledger to `target` while other processes may use it, checks the copy, and records the backup. If
    /// `target` already contains the ledger's current state, this file is kept. If it is not the last recorded backup,
    /// it is also recorded, because an earlier process may have been killed before it recorded the file.
    ///
    /// # Errors
    /// If another file exists at `target`, or the copy can't be written or fails the check.
    pub fn back_up(&self, target: &Path) -> Result<(), LedgerError> {
        let file = absolute(target);
        let is_there = file != absolute(self.path())
            && target.is_file()
            && state(self.db.connection())
                .is_ok_and(|now| state_of(target).is_ok_and(|it| it == now));
        Staging::clear(folder_of(target), "");
        if is_there && self.last_backup()?.is_some_and(|(last, _)| last == file) {
            return Ok(());
        }
        if !is_there {
            copy(self.path(), self.db.connection(), target)?;
        }
        let insert = "INSERT INTO backup (file, made) VALUES (?1, ?2)";
        let noted = self.db.execute(insert, (file.to_string_lossy(), now()));
        noted.map(drop).inspect_err(|_| {
            // The same command can then do it again.
            drop(fs::remove_file(target));
        })
    }

    /// Returns the file of the last backup and the time when it was made, in UTC (RFC 3339); `None` if there was no
    /// backup.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn last_backup(&self) -> Result<Option<(PathBuf, String)>, LedgerError> {
        let asked = "SELECT file, made FROM backup ORDER BY backup DESC LIMIT 1";
        self.db.row(asked, [], |row| {
            let file: String = row.get(0)?;
            Ok((file.into(), row.get(1)?))
        })
    }
}
