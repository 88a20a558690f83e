//! Finds shipped puzzles of a level, from a given id on. Ids are digests, so a random start finds a random puzzle,
//! without a list of all puzzles.

use super::error::LedgerError;
use super::rows::id_of;
use super::store::Ledger;
use crate::grid::PuzzleId;

impl Ledger {
    /// Returns shipped puzzles of one level of the newest pack named `pack`, in the order of their ids, from the id
    /// `from` on. Retired puzzles are left out. Returns at most `most` puzzles. If `before` is given (RFC 3339),
    /// only puzzles that were shipped before this time are included.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn shipped_after(
        &self,
        pack: &str,
        level: u8,
        from: PuzzleId,
        before: Option<&str>,
        most: u64,
    ) -> Result<Vec<PuzzleId>, LedgerError> {
        let asked = "SELECT shipped.id FROM shipped JOIN shipment USING (shipment)
                     JOIN entry ON entry.pack = shipped.pack AND entry.id = shipped.id
                     WHERE shipped.pack = (SELECT max(pack) FROM pack WHERE name = ?1)
                       AND shipped.id >= ?3 AND entry.level = ?2
                       AND (?4 IS NULL OR shipment.shipped < ?4)
                       AND NOT EXISTS (SELECT 1 FROM retired WHERE retired.id = shipped.id)
                     ORDER BY shipped.id LIMIT ?5";
        let asked_for = (pack, level, from.bytes(), before, most.min(1 << 32));
        self.db.rows(asked, asked_for, id_of)
    }
}
