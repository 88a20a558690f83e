//! The queries that people ask a ledger: what a puzzle is, what was shipped, what is in stock.

use super::error::LedgerError;
use super::rows::{Entry, PackRow, Shipment, id_of};
use super::store::Ledger;
use crate::grid::PuzzleId;
use std::collections::BTreeMap;

/// All that is known of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The pack that it was published in.
    pub pack: PackRow,
    /// Its entry.
    pub entry: Entry,
    /// The shipment that it is in, and its number there.
    pub shipped: Option<(Shipment, u64)>,
    /// The time and the reason of its retirement.
    pub retired: Option<(String, String)>,
}

impl Known {
    /// Returns the name of its level, if that is known.
    pub fn level_name(&self) -> Option<&str> {
        let level = usize::from(self.entry.level?).checked_sub(1)?;
        self.pack.levels.get(level).map(String::as_str)
    }

    /// Returns D, if that is known.
    pub fn difficulty(&self) -> Option<f64> {
        self.entry.difficulty.map(|d| f64::from(d) / 1000.0)
    }
}

/// Numbers of puzzles of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stock {
    /// Number of puzzles that were published.
    pub published: u64,
    /// Number of them that were shipped.
    pub shipped: u64,
    /// Number of them that are retired and were not shipped.
    pub retired: u64,
}

/// The counts of each level of each pack.
type ByPack = BTreeMap<u64, Vec<(Option<u8>, u64)>>;

impl Stock {
    /// Returns the number of puzzles that can still be shipped.
    pub const fn in_stock(&self) -> u64 {
        self.published - self.shipped - self.retired
    }
}

impl Ledger {
    /// Returns what is known of a puzzle, if anything is.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn look_up(&self, id: PuzzleId) -> Result<Option<Known>, LedgerError> {
        let Some((pack, entry)) = self.find(id, u64::MAX)? else {
            return Ok(None);
        };
        self.known(pack, entry)
    }

    /// Returns what is known of a puzzle, including what other processes recorded since the ledger
    /// was opened.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn look_up_now(&self, id: PuzzleId) -> Result<Option<Known>, LedgerError> {
        self.load_index()?;
        self.catch_up()?;
        self.look_up(id)
    }

    fn known(&self, pack: u64, entry: Entry) -> Result<Option<Known>, LedgerError> {
        let Some(row) = self.pack(pack)? else {
            return Ok(None);
        };
        let retired = self.retired(entry.id)?;
        Ok(Some(Known {
            pack: row,
            shipped: self.shipped_as(pack, entry.id)?,
            retired: retired.map(|it| (it.retired, it.why)),
            entry,
        }))
    }

    /// Passes every puzzle to `take`, pack by pack, in the order of the ids; only those of packs of
    /// one name, if one is given.
    ///
    /// # Errors
    /// If it can't be read, and what `take` returns.
    pub fn for_each<E: From<LedgerError>>(
        &self,
        name: Option<&str>,
        mut take: impl FnMut(Known) -> Result<(), E>,
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

    /// Returns the numbers of puzzles by the names of their levels, easiest first; those whose
    /// level is not known come last, without a name.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn stock(&self) -> Result<Vec<(String, Stock)>, LedgerError> {
        let published = self.counts("SELECT pack, level, puzzles FROM held ORDER BY level")?;
        let asked = "SELECT shipped.pack, level, count(*) FROM shipped
                     JOIN entry ON entry.pack = shipped.pack AND entry.id = shipped.id
                     GROUP BY shipped.pack, level";
        let shipped = self.counts(asked)?;
        let mut stock: BTreeMap<(u8, String), Stock> = BTreeMap::new();
        for row in self.packs()? {
            let name = |level: Option<u8>| {
                let at = level.map_or(usize::MAX, |level| usize::from(level).wrapping_sub(1));
                let name = row.levels.get(at).cloned();
                (level.unwrap_or(u8::MAX), name.unwrap_or_default())
            };
            for (level, count) in published.get(&row.pack).into_iter().flatten() {
                stock.entry(name(*level)).or_default().published += count;
            }
            for (level, count) in shipped.get(&row.pack).into_iter().flatten() {
                stock.entry(name(*level)).or_default().shipped += count;
            }
        }
        for id in self.db.rows("SELECT id FROM retired", [], id_of)? {
            if let Some(known) = self.look_up(id)?
                && known.shipped.is_none()
            {
                let name = known.level_name().unwrap_or_default().to_owned();
                let level = known.entry.level.unwrap_or(u8::MAX);
                stock.entry((level, name)).or_default().retired += 1;
            }
        }
        Ok(stock
            .into_iter()
            .map(|((_, name), stock)| (name, stock))
            .collect())
    }

    fn counts(&self, asked: &str) -> Result<ByPack, LedgerError> {
        let rows: Vec<(u64, Option<u8>, u64)> = self
            .db
            .rows(asked, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let mut counts = ByPack::new();
        for (pack, level, count) in rows {
            counts.entry(pack).or_default().push((level, count));
        }
        Ok(counts)
    }

    /// Returns whether any of these puzzles was shipped.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn any_shipped(
        &self,
        puzzles: impl Iterator<Item = PuzzleId>,
    ) -> Result<bool, LedgerError> {
        for id in puzzles {
            if let Some((pack, _)) = self.find(id, u64::MAX)?
                && self.shipped_as(pack, id)?.is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
