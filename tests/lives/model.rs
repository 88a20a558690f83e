//! The model of a ledger: the records that the ledger must hold, and the change that each command makes if it
//! succeeds. This file never reads the ledger.

use std::collections::{BTreeMap, BTreeSet};
use sudoku_factory::grid::PuzzleId;

/// The records that the ledger must hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    /// Every published puzzle, with the name of the pack by which it became known.
    pub published: BTreeMap<PuzzleId, String>,
    /// The puzzles of each title, in order.
    pub shipped: BTreeMap<String, Vec<PuzzleId>>,
    /// The puzzles out of use.
    pub retired: BTreeSet<PuzzleId>,
    /// The puzzles that the server's client has taken, by the key of the request.
    pub taken: BTreeMap<String, BTreeSet<PuzzleId>>,
}

impl Records {
    /// Returns whether the puzzle can't be handed out any more.
    pub fn is_gone(&self, id: PuzzleId) -> bool {
        self.retired.contains(&id)
            || self.shipped.values().any(|ids| ids.contains(&id))
            || self.taken.values().any(|ids| ids.contains(&id))
    }

    /// Returns the exit code of a shipment of these puzzles under a title.
    pub fn code_of_shipment(&self, title: &str, ids: &[PuzzleId]) -> i32 {
        let is_unknown = |id| !self.published.contains_key(id);
        match self.shipped.get(title) {
            Some(there) if there == ids => 0,
            _ if ids.iter().any(is_unknown) => 2,
            Some(_) => 65,
            None if ids.iter().any(|&id| self.is_gone(id)) => 65,
            None => 0,
        }
    }

    /// Adds the puzzles of a pack that was just published under a name.
    ///
    /// # Panics
    /// If another pack published one of the puzzles before. Puzzles in `base`, the pack that this one extends, are
    /// allowed.
    pub fn publish(&mut self, name: &str, ids: &[PuzzleId], base: Option<&[PuzzleId]>) {
        for &id in ids {
            let first = self.published.entry(id).or_insert_with(|| name.to_owned());
            let is_of_base = base.is_some_and(|base| base.contains(&id));
            assert!(
                *first == name || is_of_base,
                "{name} repeats {id} of {first}"
            );
        }
    }

    /// Makes the change of a command, unless the command publishes a pack.
    pub fn apply(&mut self, change: &LedgerChange) {
        match change {
            LedgerChange::Ship { title, ids } => {
                self.shipped.insert(title.clone(), ids.clone());
            }
            LedgerChange::Unship { title } => drop(self.shipped.remove(title)),
            LedgerChange::Retire { id } => drop(self.retired.insert(*id)),
            LedgerChange::Publish { .. } | LedgerChange::Other => {}
        }
    }

    /// Asserts that no puzzle was handed out twice, and that every puzzle that was handed out is published.
    pub fn assert_once(&self) {
        let taken = self.taken.values().flatten();
        let mut seen = BTreeSet::new();
        for id in self.shipped.values().flatten().chain(taken) {
            assert!(seen.insert(*id), "puzzle {id} was handed out twice");
            assert!(self.published.contains_key(id), "{id} was never published");
        }
    }
}

/// The change that a command makes to the ledger if it succeeds.
#[derive(Debug, Clone)]
pub enum LedgerChange {
    /// Publishes a pack of this name, perhaps as a longer run of another.
    Publish { name: String, base: Option<String> },
    /// Records puzzles under a title.
    Ship { title: String, ids: Vec<PuzzleId> },
    /// Cancels a title.
    Unship { title: String },
    /// Takes a puzzle out of use.
    Retire { id: PuzzleId },
    /// Changes no records of puzzles.
    Other,
}

/// A command, with what it does if it succeeds.
#[derive(Debug, Clone)]
pub struct Task {
    /// The words of the command line.
    pub words: String,
    pub change: LedgerChange,
}

impl Task {
    /// Returns whether the command publishes the pack of this name.
    pub fn publishes(&self, name: &str) -> bool {
        matches!(&self.change, LedgerChange::Publish { name: own, .. } if own == name)
    }
}
