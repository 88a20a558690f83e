//! The ids of puzzles that went out, found from any place in their order: ids are digests, so that a
//! random place finds a random puzzle without a list of all.

use super::error::LedgerError;
use super::rows::id_of;
use super::store::Ledger;
use crate::grid::PuzzleId;

impl Ledger {
    /// Returns the shipped puzzles of a pack's level that follow `from` in the order of ids, at most
    /// `most`, without those that are retired. With `before`, a moment by RFC 3339, only what was
    /// shipped before it counts.
    ///
    /// # Errors
    /// If it can't be read.
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
