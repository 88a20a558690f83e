//! Records which puzzles were shipped. A shipment has a title, and its puzzles are numbered from 1. No puzzle is
//! shipped twice, and a puzzle that is retired (out of use) can't be shipped.

use super::database::Database;
use super::error::LedgerError;
use super::events::{RETIRED, SHIPPED, UNSHIPPED};
use super::rows::{Retirement, Shipment, id_of, json, now};
use super::state::ids_digest;
use super::store::Ledger;
use crate::grid::PuzzleId;
use std::collections::HashSet;

impl Database {
    /// Records a shipment of puzzles, each with its pack, as No. 1, 2, 3 …, within a transaction. Returns the
    /// shipment's number, which has never been used before.
    pub(super) fn put_shipment(
        &self,
        shipment: &Shipment,
        puzzles: &[(u64, PuzzleId)],
    ) -> Result<u64, LedgerError> {
        let ids = ids_digest(puzzles.iter().map(|(_, id)| id));
        let number = self.note(SHIPPED, &json(shipment), Some(ids))?;
        let insert = "INSERT INTO shipment VALUES (?1, ?2, ?3)";
        self.execute(insert, (number, &shipment.title, &shipment.shipped))?;
        let insert = "INSERT INTO shipped VALUES (?1, ?2, ?3, ?4)";
        for (place, (pack, id)) in (1_u64..).zip(puzzles) {
            self.execute(insert, (number, place, pack, id.bytes()))?;
        }
        Ok(number)
    }
}

impl Ledger {
    /// Records that these puzzles were shipped under this title, as No. 1, 2, 3 … in their order. A second call with
    /// the same arguments changes nothing. Returns whether anything new was recorded.
    ///
    /// # Errors
    /// If a puzzle is unknown, was shipped before, is retired or is named twice, or if the title was used for other
    /// puzzles. Then nothing is recorded.
    pub fn ship(&self, title: &str, puzzles: &[PuzzleId]) -> Result<bool, LedgerError> {
        let tx = self.db.begin()?;
        let is_new = self.ship_within(title, puzzles)?;
        if is_new {
            self.db.settle(tx)?;
        }
        Ok(is_new)
    }

    /// Records shipments under several titles, such as the volumes of a book. The function `place` publishes the files
    /// with the puzzles. It is called before the record is committed, and if it fails, nothing is recorded. No other
    /// process ships anything in the meantime.
    ///
    /// # Errors
    /// The errors of [`Ledger::ship`] and of `place`. Then nothing is recorded.
    pub fn ship_with<T, E: From<LedgerError>>(
        &self,
        titles: &[(String, Vec<PuzzleId>)],
        place: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let tx = self.db.begin()?;
        let mut is_new = false;
        for (title, puzzles) in titles {
            is_new |= self.ship_within(title, puzzles)?;
        }
        let placed = place()?;
        if is_new {
            self.db.settle(tx)?;
        }
        Ok(placed)
    }

    /// Replaces the puzzles under a title, and retires the puzzle `spiked` for the reason `why`. The function
    /// `place` makes the new files, and is called before the record is committed. If the process is killed between
    /// these two steps, the new files exist, but the ledger still records the old puzzles.
    ///
    /// # Errors
    /// If no shipment has this title, one of the puzzles can't be shipped, or `place` returns an error. Then the title
    /// keeps its puzzles.
    pub fn ship_instead<T, E: From<LedgerError>>(
        &self,
        title: &str,
        puzzles: &[PuzzleId],
        (spiked, why): (PuzzleId, &str),
        place: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let tx = self.db.begin()?;
        self.take_back(title)?;
        self.ship_within(title, puzzles)?;
        self.retire_within(&[spiked], why)?;
        let placed = place()?;
        self.db.settle(tx)?;
        Ok(placed)
    }

    fn ship_within(&self, title: &str, puzzles: &[PuzzleId]) -> Result<bool, LedgerError> {
        let Some(packs) = self.shippable(title, puzzles)? else {
            return Ok(false);
        };
        let all: Vec<(u64, PuzzleId)> = packs.into_iter().zip(puzzles.iter().copied()).collect();
        self.db.put_shipment(&Shipment::now(title), &all)?;
        Ok(true)
    }

    /// Checks that all of these puzzles can be shipped under this title, and returns the number of each puzzle's pack
    /// in the ledger. Returns `None` if this shipment is already recorded.
    ///
    /// # Errors
    /// Same as [`Ledger::ship`].
    pub fn shippable(
        &self,
        title: &str,
        puzzles: &[PuzzleId],
    ) -> Result<Option<Vec<u64>>, LedgerError> {
        match self.shipment(title)? {
            Some(number) if self.db.ids_of_shipment(number)? == puzzles => Ok(None),
            Some(_) => Err(LedgerError::TitleTaken {
                title: title.to_owned(),
            }),
            None => self.packs_to_ship(puzzles).map(Some),
        }
    }

    fn packs_to_ship(&self, puzzles: &[PuzzleId]) -> Result<Vec<u64>, LedgerError> {
        let mut met = HashSet::new();
        let mut packs = Vec::with_capacity(puzzles.len());
        let (mut unknown, mut shipped, mut retired) = (Vec::new(), Vec::new(), Vec::new());
        for id in puzzles {
            if !met.insert(*id) {
                return Err(LedgerError::Twice { id: *id });
            }
            let Some(pack) = self.pack_of(*id, u64::MAX)? else {
                unknown.push(*id);
                continue;
            };
            packs.push(pack);
            let as_what = self.shipped_as(pack, *id)?;
            shipped.extend(as_what.map(|(shipment, place)| (*id, shipment, place)));
            let why = self.retired(*id)?;
            retired.extend(why.map(|it| (*id, it.why)));
        }
        self.refuse_unknown(&unknown)?;
        let (count, first) = (shipped.len(), shipped.into_iter().next());
        if let Some((id, Shipment { title, .. }, place)) = first {
            return Err(LedgerError::Shipped {
                count,
                id,
                title,
                place,
            });
        }
        let count = retired.len();
        match retired.into_iter().next() {
            Some((id, why)) => Err(LedgerError::Retired { count, id, why }),
            None => Ok(packs),
        }
    }

    fn refuse_unknown(&self, unknown: &[PuzzleId]) -> Result<(), LedgerError> {
        match unknown.first() {
            None => Ok(()),
            Some(first) => Err(LedgerError::Unknown {
                path: self.path().to_owned(),
                count: unknown.len(),
                first: *first,
            }),
        }
    }

    /// Takes a shipment back, as if it had never been made. Returns the number of puzzles in the shipment.
    ///
    /// # Errors
    /// If no shipment has this title, or the shipment was taken over HTTP, because then a client has its
    /// puzzles.
    pub fn unship(&self, title: &str) -> Result<usize, LedgerError> {
        let tx = self.db.begin()?;
        let puzzles = self.take_back(title)?;
        self.db.settle(tx)?;
        Ok(puzzles)
    }

    fn take_back(&self, title: &str) -> Result<usize, LedgerError> {
        let asked = "SELECT shipment, EXISTS (SELECT 1 FROM take
                             WHERE take.shipment = shipment.shipment)
                     FROM shipment WHERE title = ?1";
        let found: Option<(u64, bool)> = self
            .db
            .row(asked, [title], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let title = title.to_owned();
        let Some((number, is_take)) = found else {
            return Err(LedgerError::NoTitle { title });
        };
        let header = json(&serde_json::json!({ "title": title, "unshipped": now() }));
        if is_take || Shipment::now(&title).is_block() {
            return Err(LedgerError::HandedOut { title });
        }
        let puzzles = "DELETE FROM shipped WHERE shipment = ?1";
        let puzzles = self.db.execute(puzzles, [number])?;
        let delete = "DELETE FROM shipment WHERE shipment = ?1";
        self.db.execute(delete, [number])?;
        self.db.note(UNSHIPPED, &header, None)?;
        Ok(puzzles)
    }

    /// Retires puzzles, so that they are not used any more. The puzzles stay in the ledger, so that they are not
    /// published again. Returns the number of puzzles that were not retired before.
    ///
    /// # Errors
    /// If a puzzle is unknown. Then nothing is recorded.
    pub fn retire(&self, puzzles: &[PuzzleId], why: &str) -> Result<usize, LedgerError> {
        let tx = self.db.begin()?;
        let new = self.retire_within(puzzles, why)?;
        self.db.settle(tx)?;
        Ok(new)
    }

    fn retire_within(&self, puzzles: &[PuzzleId], why: &str) -> Result<usize, LedgerError> {
        let mut unknown = Vec::new();
        for id in puzzles {
            if self.pack_of(*id, u64::MAX)?.is_none() {
                unknown.push(*id);
            }
        }
        self.refuse_unknown(&unknown)?;
        let retirement = Retirement {
            why: why.to_owned(),
            retired: now(),
        };
        let mut new = 0;
        for id in puzzles {
            let Retirement { why, retired } = &retirement;
            let insert = "INSERT INTO retired VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
            let changed = self.db.execute(insert, (id.bytes(), why, retired))?;
            if changed > 0 {
                let header = json(&(id.to_string(), &retirement));
                self.db.note(RETIRED, &header, None)?;
            }
            new += changed;
        }
        Ok(new)
    }

    pub(super) fn shipment(&self, title: &str) -> Result<Option<u64>, LedgerError> {
        let asked = "SELECT shipment FROM shipment WHERE title = ?1";
        self.db.row(asked, [title], |row| row.get(0))
    }

    /// Returns the id of the puzzle that was shipped under this title and number; `None` if the title has no such
    /// number.
    ///
    /// # Errors
    /// If nothing was shipped under this title.
    pub fn puzzle_shipped(&self, title: &str, place: u64) -> Result<Option<PuzzleId>, LedgerError> {
        let Some(number) = self.shipment(title)? else {
            let title = title.to_owned();
            return Err(LedgerError::NoTitle { title });
        };
        let asked = "SELECT id FROM shipped WHERE shipment = ?1 AND place = ?2";
        self.db.row(asked, (number, place), id_of)
    }

    /// Returns all shipments, oldest first, each with the number of its puzzles. Shipments that were taken over HTTP
    /// are not included.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn shipments(&self) -> Result<Vec<(Shipment, u64)>, LedgerError> {
        let asked = "SELECT title, shipped,
                            (SELECT count(*) FROM shipped WHERE shipped.shipment = shipment.shipment)
                     FROM shipment WHERE shipment NOT IN (SELECT shipment FROM take)
                     ORDER BY shipment";
        self.db.rows(asked, [], |row| {
            let shipment = Shipment {
                title: row.get(0)?,
                shipped: row.get(1)?,
                take: None,
            };
            Ok((shipment, row.get(2)?))
        })
    }
}
