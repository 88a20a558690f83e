//! The events of a ledger, each noted in the transaction that it belongs to, and the number of the
//! last one in a file beside the database: an older copy that was put back shows by it.

use super::database::Database;
use super::error::LedgerError;
use crate::disk::with_ending;
use rusqlite::Transaction;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A pack was published or imported: its row.
pub(super) const PACK: &str = "pack";
/// Puzzles were shipped: the shipment.
pub(super) const SHIPPED: &str = "shipped";
/// A shipment was taken back: its title.
pub(super) const UNSHIPPED: &str = "unshipped";
/// A puzzle was retired: its id, and why.
pub(super) const RETIRED: &str = "retired";

/// Returns the file with the number of the last event.
pub(super) fn last_file(ledger: &Path) -> PathBuf {
    with_ending(ledger, ".last")
}

impl Database {
    /// Notes an event, with the digest of the puzzles that it concerns. Returns its number.
    pub(super) fn note(
        &self,
        kind: &str,
        header: &str,
        ids: Option<[u8; 16]>,
    ) -> Result<u64, LedgerError> {
        let insert = "INSERT INTO event (kind, header, ids) VALUES (?1, ?2, ?3) RETURNING event";
        self.one(insert, (kind, header, ids), |row| row.get(0))
    }

    /// Returns the number of the last event, 0 before the first.
    pub(super) fn last_event(&self) -> Result<u64, LedgerError> {
        let asked = "SELECT ifnull(max(event), 0) FROM event";
        self.one(asked, [], |row| row.get(0))
    }

    /// Commits, and writes the number of the last event beside the database. A kill between the two
    /// leaves a lower number there, which says less and nothing wrong; so does one that can't be
    /// written.
    pub(super) fn settle(&self, tx: Transaction<'_>) -> Result<(), LedgerError> {
        let last = self.last_event()?;
        tx.commit().map_err(|source| self.failed(source))?;
        write_last(self.path(), last);
        Ok(())
    }

    /// Writes the number of the last event beside the database where it is not.
    pub(super) fn keep_last(&self) -> Result<(), LedgerError> {
        let last = self.last_event()?;
        if known_last(self.path()) != Some(last) {
            write_last(self.path(), last);
        }
        Ok(())
    }
}

/// Writes the number of the last event of the ledger at `path`, always of one length: a file that is
/// cut and grows again would slow down the next commit.
pub(super) fn write_last(path: &Path, last: u64) {
    let mut options = File::options();
    let file = options.create(true).truncate(false).write(true);
    let file = file.open(last_file(path));
    drop(file.and_then(|mut file| file.write_all(format!("{last:020}\n").as_bytes())));
}

/// Returns the number of the last event by the file beside the ledger at `path`, if it has one.
pub(super) fn known_last(path: &Path) -> Option<u64> {
    let text = fs::read_to_string(last_file(path)).ok()?;
    // Without the end of the line it is half a number.
    text.strip_suffix('\n')?.parse().ok()
}
