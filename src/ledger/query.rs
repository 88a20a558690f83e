//! Answers people's queries to the ledger: the history of a puzzle, and the puzzles that were shipped or are in
//! stock.

use super::error::LedgerError;
use super::rows::{LedgerEntry, PackRow, Shipment};
use super::store::Ledger;
use crate::grid::PuzzleId;
use std::collections::BTreeMap;

/// Everything that a ledger knows about a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct PuzzleHistory {
    /// The pack in which the puzzle was published.
    pub pack: PackRow,
    /// The ledger's entry for the puzzle.
    pub entry: LedgerEntry,
    /// The shipment that contains the puzzle, and the puzzle's number in that shipment; `None` if it was not shipped.
    pub shipped: Option<(Shipment, u64)>,
    /// The time (RFC 3339) and the reason of the puzzle's retirement; `None` if it is not retired.
    pub retired: Option<(String, String)>,
}

impl PuzzleHistory {
    /// Returns the name of the puzzle's level, if the level is known.
    pub fn level_name(&self) -> Option<&str> {
        let level = usize::from(self.entry.level?).checked_sub(1)?;
        self.pack.levels.get(level).map(String::as_str)
    }

    /// Returns the puzzle's difficulty D, if it is known.
    pub fn difficulty(&self) -> Option<f64> {
        self.entry.difficulty.map(|d| f64::from(d) / 1000.0)
    }
}

/// The numbers of published, shipped and retired puzzles of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StockCounts {
    /// The number of puzzles of the level that were published.
    pub published: u64,
    /// The number of puzzles of the level that were shipped.
    pub shipped: u64,
    /// The number of puzzles of the level that are retired and were not shipped.
    pub retired: u64,
}

impl StockCounts {
    /// Returns the number of puzzles of the level that can still be shipped.
    pub const fn in_stock(&self) -> u64 {
        self.published - self.shipped - self.retired
    }
}

impl Ledger {
    /// Returns everything that the ledger knows about a puzzle, or `None` if it doesn't have the puzzle.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn look_up(&self, id: PuzzleId) -> Result<Option<PuzzleHistory>, LedgerError> {
        match self.find(id, u64::MAX)? {
            Some((pack, entry)) => self.known(pack, entry),
            None => Ok(None),
        }
    }

    fn known(&self, pack: u64, entry: LedgerEntry) -> Result<Option<PuzzleHistory>, LedgerError> {
        let Some(row) = self.pack(pack)? else {
            return Ok(None);
        };
        let retired = self.retired(entry.id)?;
        Ok(Some(PuzzleHistory {
            pack: row,
            shipped: self.shipped_as(pack, entry.id)?,
            retired: retired.map(|it| (it.retired, it.why)),
            entry,
        }))
    }

    /// Passes every puzzle in the ledger to the function `take`, pack by pack, and within a pack in the order of the
    /// ids. If a name is given, only packs with this name are included.
    ///
    /// # Errors
    /// If a puzzle can't be read, or `take` returns an error.
    pub fn for_each<E: From<LedgerError>>(
        &self,
        name: Option<&str>,
        mut take: impl FnMut(PuzzleHistory) -> Result<(), E>,
    ) -> Result<(), E> {
        let packs = match name {
            Some(name) => self.packs_named(name)?,
            None => self.packs()?,
        };
        for row in packs {
            for entry in self.db.entries_of(row.pack)? {
                if let Some(known) = self.known(row.pack, entry)? {
                    take(known)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the name of each level with the level's puzzle counts, easiest level first. Puzzles whose level is not
    /// known come last, under an empty name.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn stock(&self) -> Result<Vec<(String, StockCounts)>, LedgerError> {
        let shipped = "shipped JOIN entry ON entry.pack = shipped.pack AND entry.id = shipped.id";
        let retired = "retired JOIN entry USING (id) LEFT JOIN shipped
                           ON shipped.pack = entry.pack AND shipped.id = entry.id
                       WHERE shipped.id IS NULL";
        let asked = format!(
            "SELECT pack, level, puzzles, 0, 0 FROM held
             UNION ALL SELECT entry.pack, level, 0, count(*), 0 FROM {shipped} GROUP BY 1, 2
             UNION ALL SELECT entry.pack, level, 0, 0, count(*) FROM {retired} GROUP BY 1, 2"
        );
        let counts: Vec<(u64, Option<u8>, StockCounts)> = self.db.rows(&asked, [], |row| {
            let stock = StockCounts {
                published: row.get(2)?,
                shipped: row.get(3)?,
                retired: row.get(4)?,
            };
            Ok((row.get(0)?, row.get(1)?, stock))
        })?;
        let packs = self.packs()?;
        let mut stock: BTreeMap<(u8, &str), StockCounts> = BTreeMap::new();
        for (pack, level, counts) in counts {
            let level = level.unwrap_or(u8::MAX);
            // Packs are numbered from 1 without gaps.
            let names = usize::try_from(pack)
                .ok()
                .and_then(|it| packs.get(it.checked_sub(1)?));
            let name = names.and_then(|row| row.levels.get(usize::from(level).checked_sub(1)?));
            let all = stock.entry((level, name.map_or("", |it| it))).or_default();
            all.published += counts.published;
            all.shipped += counts.shipped;
            all.retired += counts.retired;
        }
        let named = |((_, name), stock): ((u8, &str), StockCounts)| (name.to_owned(), stock);
        Ok(stock.into_iter().map(named).collect())
    }
}
