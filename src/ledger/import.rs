//! Imports puzzles that were published without the ledger, from packs or from lists of ids.

use super::error::LedgerError;
use super::published_index::row_of;
use super::rows::{LedgerEntry, PackRow, now};
use super::store::Ledger;
use crate::config::LedgerSnapshot;
use crate::grid::PuzzleId;
use crate::line::PublishedPuzzle;
use crate::pack::{AnyRecord, Pack, PackError};

/// The result of an import into the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportCounts {
    /// The number of puzzles that are new to the ledger.
    pub new: u64,
    /// The number of puzzles that the ledger already had.
    pub known: u64,
}

impl Ledger {
    /// Adds the puzzles of a pack to the ledger, except for puzzles that the ledger already has. A pack without new
    /// puzzles is also recorded, so that it can be continued, if it was made with a ledger and all its puzzles are
    /// recorded under the packs that it continues. So a pack that has puzzles of its own in the ledger is not recorded
    /// again after its folder was moved.
    ///
    /// # Errors
    /// If the pack can't be read, or the ledger can't be written.
    pub fn import_pack(&self, pack: &Pack) -> Result<ImportCounts, LedgerError> {
        let row = row_of(pack.folder(), &pack.manifest().job, 0);
        self.import(row, entries(pack)?)
    }

    /// Adds a list of puzzles to the ledger by their ids only. `name` is the name under which the ledger records the
    /// list.
    ///
    /// # Errors
    /// If the ledger can't be written.
    pub fn import_ids(&self, name: &str, ids: &[PuzzleId]) -> Result<ImportCounts, LedgerError> {
        let entries = ids.iter().map(|id| LedgerEntry {
            id: *id,
            number: None,
            level: None,
            difficulty: None,
        });
        let row = PackRow {
            pack: 0,
            name: name.to_owned(),
            folder: String::new(),
            job: String::new(),
            against: LedgerSnapshot::default(),
            levels: Vec::new(),
            puzzles: 0,
            published: now(),
        };
        self.import(row, entries.collect())
    }

    fn import(
        &self,
        row: PackRow,
        mut entries: Vec<LedgerEntry>,
    ) -> Result<ImportCounts, LedgerError> {
        let tx = self.db.begin()?;
        let given = entries.len() as u64;
        entries.sort_by_key(|entry| entry.id);
        entries.dedup_by_key(|entry| entry.id);
        let mut fresh = Vec::new();
        let mut is_unrecorded = !row.against.is_empty() && self.rows_like(&row)?.is_empty();
        for entry in entries {
            match self.pack_of(entry.id, u64::MAX)? {
                None => fresh.push(entry),
                Some(pack) => is_unrecorded &= row.against.extends.contains(&pack),
            }
        }
        let new = fresh.len() as u64;
        if new > 0 || is_unrecorded {
            let row = PackRow {
                puzzles: new,
                ..row
            };
            self.add(&row, &fresh)?;
            self.db.settle(tx)?;
        }
        Ok(ImportCounts {
            new,
            known: given - new,
        })
    }
}

/// Returns the entries that a ledger keeps for a pack's puzzles.
pub(super) fn entries(pack: &Pack) -> Result<Vec<LedgerEntry>, PackError> {
    let mut entries = Vec::new();
    for level in pack.manifest().job.scheme.levels() {
        let mut records = pack.records(level)?;
        while let Some(record) = records.next_of::<AnyRecord>() {
            entries.push(LedgerEntry::from(&PublishedPuzzle::from(&record?)));
        }
    }
    Ok(entries)
}
