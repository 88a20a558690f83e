//! Finds out which puzzles in a pack's folder can still be shipped. This module also lists the changes of the
//! ledger since a given event, so that a server can follow them.

use super::error::LedgerError;
use super::events::{PACK, UNSHIPPED};
use super::rows::id_of;
use super::store::Ledger;
use crate::grid::PuzzleId;
use std::collections::{HashMap, HashSet};

/// The state of a puzzle in a pack's folder, according to the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Availability {
    /// The puzzle can be shipped.
    Free,
    /// The puzzle was shipped or is retired.
    Gone,
    /// The puzzle was recorded with a different pack, which also exists.
    Elsewhere,
    /// The ledger does not have the puzzle.
    Unknown,
}

/// The state of a puzzle in a pack's folder, and whether the ledger recorded the puzzle with a pack of the same
/// name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleAvailability {
    /// The state of the puzzle.
    pub how: Availability,
    /// `true` if the ledger recorded the puzzle with a pack that has the same name as the pack in the folder.
    pub is_own: bool,
}

/// The changes of a ledger since one of its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerChanges {
    /// The number of the ledger's last event.
    pub last: u64,
    /// `true` if packs were added to the ledger.
    pub has_packs: bool,
    /// The puzzles that were shipped since the given event. All retired puzzles are also included, unless the given
    /// event is the last. `None` if a shipment was taken back since the given event, because its puzzles returned
    /// to stock.
    pub gone: Option<HashSet<PuzzleId>>,
}

const fn availability(is_gone: bool) -> Availability {
    match is_gone {
        true => Availability::Gone,
        false => Availability::Free,
    }
}

impl Ledger {
    /// Returns the state of each of these puzzles, which are in the folder of the pack `name`. The function `is_there`
    /// returns whether a pack with a given name exists.
    ///
    /// # Errors
    /// If the ledger can't be read.
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

    /// Returns the state of a puzzle that the ledger did not record with the pack that contains it. `known` keeps the
    /// answers of `is_there`; its keys are the numbers of the packs.
    fn availability_of_copy(
        &self,
        id: PuzzleId,
        is_there: &impl Fn(&str) -> bool,
        known: &mut HashMap<u64, bool>,
    ) -> Result<Availability, LedgerError> {
        let Some(pack) = self.pack_of(id, u64::MAX)? else {
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

    /// Returns the changes of the ledger since the event with this number.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn changes_since(&self, event: u64) -> Result<LedgerChanges, LedgerError> {
        let asked =
            "SELECT ifnull(max(event), ?1), ifnull(max(kind = ?2), 0), ifnull(max(kind = ?3), 0)
                     FROM event WHERE event > ?1";
        let (last, has_packs, has_unshipped) =
            self.db.one(asked, (event, PACK, UNSHIPPED), |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
        let gone = match has_unshipped {
            true => None,
            // A shipment has the same number as its event.
            false => {
                let asked = "SELECT id FROM shipped WHERE shipment > ?1
                             UNION ALL SELECT id FROM retired WHERE ?1 < ?2";
                let gone = self.db.rows(asked, (event, last), id_of)?;
                Some(gone.into_iter().collect())
            }
        };
        Ok(LedgerChanges {
            last,
            has_packs,
            gone,
        })
    }

    /// Returns the number of the ledger's last event.
    ///
    /// # Errors
    /// If the ledger can't be read.
    pub fn last_event(&self) -> Result<u64, LedgerError> {
        self.db.last_event()
    }
}
