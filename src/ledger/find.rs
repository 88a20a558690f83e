//! Finds puzzles in the ledger by the index of ids.

use super::database::{Database, signed};
use super::error::LedgerError;
use super::rows::{LedgerEntry, RETIRED_ROW, Retirement, Shipment, entry_of, retired_row};
use super::store::Ledger;
use crate::grid::PuzzleId;
use rusqlite::Row;

impl Database {
    /// Returns the number of the first pack that has a puzzle. Returns `None` if no pack has the puzzle, or if the
    /// puzzle can no longer be shipped.
    pub(super) fn pack_if_free(&self, id: PuzzleId) -> Result<Option<u64>, LedgerError> {
        let asked = "SELECT pack, EXISTS (SELECT 1 FROM shipped
                             WHERE shipped.pack = entry.pack AND shipped.id = entry.id)
                         OR EXISTS (SELECT 1 FROM retired WHERE retired.id = entry.id)
                     FROM entry WHERE id = ?1 ORDER BY pack LIMIT 1";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, bool>(1)?));
        let found = self.row(asked, [id.bytes()], read)?;
        Ok(found.filter(|(_, is_gone)| !is_gone).map(|(pack, _)| pack))
    }
}

impl Ledger {
    /// Returns the number of the first pack that has a puzzle, among the ledger's first `packs` packs, and the ledger's
    /// entry for the puzzle in that pack. Returns `None` if none of these packs has the puzzle.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn find(
        &self,
        id: PuzzleId,
        packs: u64,
    ) -> Result<Option<(u64, LedgerEntry)>, LedgerError> {
        let asked = "SELECT id, number, level, d, pack FROM entry WHERE id = ?1 AND pack <= ?2
                     ORDER BY pack LIMIT 1";
        self.db.row(asked, (id.bytes(), signed(packs)), |row| {
            Ok((row.get(4)?, entry_of(row)?))
        })
    }

    /// Returns the number of the first pack that has a puzzle, among the ledger's first `packs` packs. Returns `None`
    /// if none of these packs has the puzzle. Only the index of ids is read.
    pub(super) fn pack_of(&self, id: PuzzleId, packs: u64) -> Result<Option<u64>, LedgerError> {
        if packs == 0 {
            return Ok(None);
        }
        let asked = "SELECT pack FROM entry WHERE id = ?1 AND pack <= ?2 ORDER BY pack LIMIT 1";
        self.db
            .row(asked, (id.bytes(), signed(packs)), |row| row.get(0))
    }

    /// Returns whether a puzzle may still be used: `true` unless the ledger records it as shipped or retired. A
    /// puzzle that the ledger doesn't have may be used.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn is_in_stock(&self, id: PuzzleId) -> Result<bool, LedgerError> {
        let is_known = self.pack_of(id, u64::MAX)?.is_some();
        Ok(!is_known || self.db.pack_if_free(id)?.is_some())
    }

    /// Returns the shipment that contains a pack's puzzle, and the puzzle's number in that shipment; `None` if the
    /// puzzle was not shipped.
    pub(super) fn shipped_as(
        &self,
        pack: u64,
        id: PuzzleId,
    ) -> Result<Option<(Shipment, u64)>, LedgerError> {
        let asked =
            "SELECT title, shipment.shipped, place FROM shipped JOIN shipment USING (shipment)
                     WHERE pack = ?1 AND id = ?2";
        self.db.row(asked, (pack, id.bytes()), |row| {
            let shipment = Shipment {
                title: row.get(0)?,
                shipped: row.get(1)?,
                take: None,
            };
            Ok((shipment, row.get(2)?))
        })
    }

    pub(super) fn retired(&self, id: PuzzleId) -> Result<Option<Retirement>, LedgerError> {
        let asked = format!("{RETIRED_ROW} WHERE id = ?1");
        let found = self.db.row(&asked, [id.bytes()], retired_row)?;
        Ok(found.map(|(_, retirement)| retirement))
    }
}
