//! The stock of the packs, and setting puzzles aside for a dispenser that hands them out one by
//! one: a block of them is shipped under one title at once, and what is left of it may come back.

use super::error::{LedgerError, of_sql};
use super::ids;
use super::pending::note;
use super::rows::{Shipment, id_of, json, now};
use super::store::Ledger;
use crate::grid::PuzzleId;
use std::collections::{HashMap, HashSet};

/// The state of a puzzle in a pack's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Availability {
    /// It can be shipped.
    Free,
    /// It was shipped, or is retired.
    Gone,
    /// It belongs to another pack that is there, too.
    Elsewhere,
    /// The ledger does not know it.
    Unknown,
}

/// The state of a pack's puzzle, and whether it was recorded with a pack of this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleAvailability {
    /// Its state.
    pub how: Availability,
    /// `true` if it was recorded with a pack of this name.
    pub is_own: bool,
}

/// The counts of a ledger at some time, which show whether anything happened since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Version {
    /// Number of packs.
    pub packs: u64,
    /// The last shipment's number.
    pub shipment: u64,
    /// Number of shipments.
    pub shipments: u64,
    /// Number of retired puzzles.
    pub retired: u64,
}

const fn availability(is_gone: bool) -> Availability {
    match is_gone {
        true => Availability::Gone,
        false => Availability::Free,
    }
}

impl Ledger {
    /// Returns the state of each of these puzzles, which are in a folder of this name; `is_there`
    /// says whether there is a pack of another name.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn availabilities(
        &self,
        name: &str,
        puzzles: &[PuzzleId],
        is_there: impl Fn(&str) -> bool,
    ) -> Result<Vec<PuzzleAvailability>, LedgerError> {
        let asked = "SELECT entry.id, shipped.id IS NOT NULL OR retired.id IS NOT NULL FROM entry
                     LEFT JOIN shipped ON shipped.pack = entry.pack AND shipped.id = entry.id
                     LEFT JOIN retired ON retired.id = entry.id WHERE entry.pack = ?1";
        let mut own: HashMap<PuzzleId, bool> = HashMap::new();
        for row in self.packs_named(name)? {
            own.extend(
                self.db
                    .rows(asked, [row.pack], |row| Ok((id_of(row)?, row.get(1)?)))?,
            );
        }
        self.load_index()?;
        self.catch_up()?;
        let mut there: HashMap<u64, bool> = HashMap::new();
        let mut availabilities = Vec::with_capacity(puzzles.len());
        for id in puzzles {
            let (how, is_own) = match own.get(id) {
                Some(is_gone) => (availability(*is_gone), true),
                None => (
                    self.availability_of_copy(*id, &is_there, &mut there)?,
                    false,
                ),
            };
            availabilities.push(PuzzleAvailability { how, is_own });
        }
        Ok(availabilities)
    }

    /// Returns the state of a puzzle that was not recorded with the pack it is found in.
    fn availability_of_copy(
        &self,
        id: PuzzleId,
        is_there: &impl Fn(&str) -> bool,
        known: &mut HashMap<u64, bool>,
    ) -> Result<Availability, LedgerError> {
        let Some((pack, _)) = self.find(id, u64::MAX)? else {
            return Ok(Availability::Unknown);
        };
        let its_pack_is_there = match known.get(&pack) {
            Some(is_there) => *is_there,
            None => {
                let found = self.pack(pack)?.is_some_and(|row| is_there(&row.name));
                known.insert(pack, found);
                found
            }
        };
        match its_pack_is_there {
            true => Ok(Availability::Elsewhere),
            false => Ok(availability(!self.is_in_stock(id)?)),
        }
    }

    /// Returns the counts of the ledger now.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn version(&self) -> Result<Version, LedgerError> {
        let asked =
            "SELECT (SELECT count(*) FROM pack), (SELECT ifnull(max(shipment), 0) FROM shipment),
                            (SELECT count(*) FROM shipment), (SELECT count(*) FROM retired)";
        self.db.one(asked, [], |row| {
            Ok(Version {
                packs: row.get(0)?,
                shipment: row.get(1)?,
                shipments: row.get(2)?,
                retired: row.get(3)?,
            })
        })
    }

    /// Returns all puzzles that were shipped after the shipment of this number or are retired;
    /// `None` if an older shipment was taken back, for then more than that has changed.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn gone_since(&self, then: &Version) -> Result<Option<HashSet<PuzzleId>>, LedgerError> {
        let asked = "SELECT count(*) FROM shipment WHERE shipment <= ?1";
        let still: u64 = self.db.one(asked, [then.shipment], |row| row.get(0))?;
        if still != then.shipments {
            return Ok(None);
        }
        let asked = "SELECT id FROM shipped WHERE shipment > ?1 UNION ALL SELECT id FROM retired";
        let gone = self.db.rows(asked, [then.shipment], id_of)?;
        Ok(Some(gone.into_iter().collect()))
    }

    /// Returns the greatest n for which something was shipped as `prefix n`.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn last_numbered(&self, prefix: &str) -> Result<u64, LedgerError> {
        let asked = "SELECT ifnull(max(CAST(substr(title, length(?1) + 2) AS INTEGER)), 0)
                     FROM shipment WHERE title GLOB ?1 || ' [0-9]*'";
        self.db.one(asked, [prefix], |row| row.get(0))
    }

    /// Ships those of these puzzles that still can be, under a title of their own, and returns for
    /// each whether it was. Nothing is recorded where no puzzle can be shipped.
    ///
    /// # Errors
    /// If the title was used, or the ledger can't be written.
    pub fn ship_free(&self, title: &str, puzzles: &[PuzzleId]) -> Result<Vec<bool>, LedgerError> {
        let tx = self.db.begin()?;
        self.load_index()?;
        self.catch_up()?;
        let mut met = HashSet::new();
        let mut free = Vec::new();
        let mut answers = Vec::with_capacity(puzzles.len());
        for id in puzzles {
            let found = self.find(*id, u64::MAX)?;
            let is_free = found.is_some() && met.insert(*id) && self.is_in_stock(*id)?;
            answers.push(is_free);
            free.extend(found.filter(|_| is_free).map(|(pack, _)| (pack, *id)));
        }
        if free.is_empty() {
            return Ok(answers);
        }
        if self.shipment(title)?.is_some() {
            let title = title.to_owned();
            return Err(LedgerError::TitleTaken { title });
        }
        let shipment = Shipment {
            title: title.to_owned(),
            shipped: now(),
        };
        let recorded = || self.put_shipment(&tx, &shipment, &free);
        recorded().map_err(|source| of_sql(self.path(), source))?;
        self.db.settle(tx)?;
        Ok(answers)
    }

    /// Takes back all of a shipment but its first `kept` puzzles, in one step.
    ///
    /// # Errors
    /// If there is none of this title, or the ledger can't be written.
    pub fn shorten(&self, title: &str, kept: u64) -> Result<(), LedgerError> {
        let tx = self.db.begin()?;
        let asked = "SELECT shipment, shipped FROM shipment WHERE title = ?1";
        let found = self
            .db
            .row(asked, [title], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let Some((number, shipped)) = found else {
            let title = title.to_owned();
            return Err(LedgerError::NoTitle { title });
        };
        let number: u64 = number;
        let title = title.to_owned();
        let shipment = Shipment { title, shipped };
        let taken_back = json(&serde_json::json!({ "title": shipment.title, "unshipped": now() }));
        let shortened = || -> rusqlite::Result<()> {
            let delete = "DELETE FROM shipped WHERE shipment = ?1 AND place > ?2";
            tx.execute(delete, (number, kept))?;
            note(&tx, ids::UNSHIPPED, None, &taken_back)?;
            match kept {
                0 => tx
                    .execute("DELETE FROM shipment WHERE shipment = ?1", [number])
                    .map(drop),
                _ => note(&tx, ids::SHIPPED, Some(number), &json(&shipment)),
            }
        };
        shortened().map_err(|source| of_sql(self.path(), source))?;
        self.db.settle(tx)
    }
}
