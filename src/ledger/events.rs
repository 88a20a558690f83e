//! Records every change of a ledger as an event, in the same transaction. The number of the last event is also
//! written to a file next to the database. This file reveals if somebody replaces the database with an older copy,
//! because the last number in the copy is lower.

use super::database::Database;
use super::error::LedgerError;
use crate::disk::with_ending;
use rusqlite::Transaction;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The event kind for a pack that was published or imported; the header is the pack's row.
pub(super) const PACK: &str = "pack";
/// The event kind for puzzles that were shipped; the header is the shipment.
pub(super) const SHIPPED: &str = "shipped";
/// The event kind for a shipment that was taken back; the header is the shipment's title and the time.
pub(super) const UNSHIPPED: &str = "unshipped";
/// The event kind for a puzzle that was retired; the header is the puzzle's id, the reason and the time.
pub(super) const RETIRED: &str = "retired";

/// Returns the path of the file, next to the ledger, with the number of the last event.
pub(super) fn last_file(ledger: &Path) -> PathBuf {
    with_ending(ledger, ".last")
}

impl Database {
    /// Records an event of this kind with its header, and returns the event's number. `ids` is the digest of the
    /// puzzles that were shipped; `None` for other kinds of events.
    pub(super) fn note(
        &self,
        kind: &str,
        header: &str,
        ids: Option<[u8; 16]>,
    ) -> Result<u64, LedgerError> {
        let insert = "INSERT INTO event (kind, header, ids) VALUES (?1, ?2, ?3) RETURNING event";
        self.one(insert, (kind, header, ids), |row| row.get(0))
    }

    /// Returns the number of the ledger's last event, or 0 if there is no event yet.
    pub(super) fn last_event(&self) -> Result<u64, LedgerError> {
        let asked = "SELECT ifnull(max(event), 0) FROM event";
        self.one(asked, [], |row| row.get(0))
    }

    /// Commits a transaction, and then writes the number of the last event to a file next to the database. If the
    /// process is killed in between, or the write fails, the number in the file is too low. The only harm is that a
    /// later replacement of the ledger by an older copy may go unnoticed.
    pub(super) fn settle(&self, tx: Transaction<'_>) -> Result<(), LedgerError> {
        let last = self.last_event()?;
        tx.commit().map_err(|source| self.failed(source))?;
        write_last(self.path(), last);
        Ok(())
    }

    /// Writes the number of the last event to the file next to the database, if the file has another number.
    pub(super) fn keep_last(&self) -> Result<(), LedgerError> {
        let last = self.last_event()?;
        if known_last(self.path()) != Some(last) {
            write_last(self.path(), last);
        }
        Ok(())
    }
}

/// Writes the number of the last event of the ledger at `path` to the file next to the ledger. The text always has the
/// same length, because a file that shrinks and grows again would slow down the next commit.
pub(super) fn write_last(path: &Path, last: u64) {
    let mut options = File::options();
    let file = options.create(true).truncate(false).write(true);
    let file = file.open(last_file(path));
    drop(file.and_then(|mut file| file.write_all(format!("{last:020}\n").as_bytes())));
}

/// Returns the number of the last event from the file next to the ledger at `path`, if that file is
/// valid.
pub(super) fn known_last(path: &Path) -> Option<u64> {
    let text = fs::read_to_string(last_file(path)).ok()?;
    // Without a line break at its end, the number may be incomplete.
    text.strip_suffix('\n')?.parse().ok()
}
