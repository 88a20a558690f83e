//! The state shared between the thread that hands out puzzles and its callers, with the callers' requests and the
//! thread's answers.

use super::error::{StockError, TakeError};
use super::library::{Library, StockPack};
use super::quota::Quota;
use super::shelf::{Item, LevelQueue, LevelRequest};
use super::sync::{Mutex, lock};
use crate::bucket::Level;
use crate::grid::PuzzleId;
use crate::ledger::PuzzleHistory;
use crate::pack::{AnyRecord, PackedPuzzle};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A request to take puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The name of the client that sends the request.
    pub client: String,
    /// The key of the request. A client that sends the same key again gets the same puzzles.
    pub key: String,
    /// The level and the number of puzzles that the request asks for.
    pub asked: LevelRequest,
    /// The quota of the client, if the client has one.
    pub quota: Option<Quota>,
}

/// The puzzles that a request took.
#[derive(Debug, Clone)]
pub struct TakenPuzzles {
    /// The puzzles.
    pub items: Vec<Arc<Item>>,
    /// `true` if an earlier request with the same key took the puzzles.
    pub is_again: bool,
}

/// A function that receives the outcome of a request, on another thread.
pub type Answer = Box<dyn FnOnce(Result<TakenPuzzles, TakeError>) + Send>;

/// Puzzles in a pack's files that the ledger doesn't record with that pack. Each has its pack, its level and its place
/// in the level's file.
pub(super) type UnregisteredPuzzles = HashMap<PuzzleId, (Arc<StockPack>, Level, u32)>;

/// The state that the thread that hands out puzzles shares with its callers.
#[derive(Debug)]
pub(super) struct SharedState {
    pub library: Library,
    pub shelves: Mutex<Vec<LevelQueue>>,
    pub unregistered: Mutex<UnregisteredPuzzles>,
    pub troubles: Mutex<Vec<String>>,
}

impl SharedState {
    pub fn note(&self, trouble: String) {
        lock(&self.troubles).push(trouble);
    }

    pub fn remember(&self, pack: &Arc<StockPack>, unregistered: Vec<(PuzzleId, Level, u32)>) {
        let unregistered = unregistered.into_iter();
        let found = unregistered.map(|(id, level, place)| (id, (Arc::clone(pack), level, place)));
        lock(&self.unregistered).extend(found);
    }

    pub fn packs_with_unregistered(&self) -> HashSet<String> {
        let unregistered = lock(&self.unregistered);
        unregistered
            .values()
            .map(|(pack, _, _)| pack.name.clone())
            .collect()
    }

    /// Returns the puzzle with this id from the pack that the ledger names in `known`, or else from the puzzles in
    /// `unregistered`. Returns `None` if neither has the puzzle.
    ///
    /// # Errors
    /// If a pack can't be read.
    pub fn puzzle(
        &self,
        id: PuzzleId,
        known: Option<&PuzzleHistory>,
    ) -> Result<Option<Item>, StockError> {
        match known.map(|known| (known, self.in_its_pack(known))) {
            Some((_, Ok(Some(item)))) => return Ok(Some(item)),
            // A pack that was deleted since the last refresh can't be read, but nothing is wrong with it.
            Some((known, Err(error))) if self.library.still_has(&known.pack.name) => {
                return Err(error);
            }
            _ => {}
        }
        let found = lock(&self.unregistered).get(&id).cloned();
        let Some((pack, level, place)) = found else {
            return Ok(None);
        };
        let place = u64::from(place);
        let record: Option<AnyRecord> = pack.pack.puzzle_at(level, place)?;
        let item = record.filter(|record| record.id() == id);
        Ok(item.map(|record| Item {
            pack,
            place,
            record,
        }))
    }

    /// Returns a puzzle from the pack that the ledger recorded for it, or `None` if that pack doesn't exist or
    /// doesn't have the puzzle.
    fn in_its_pack(&self, known: &PuzzleHistory) -> Result<Option<Item>, StockError> {
        let Some(pack) = self.library.pack(&known.pack.name) else {
            return Ok(None);
        };
        let levels = pack.pack.manifest().job.scheme.levels();
        let level = known.entry.level.and_then(Level::from_number);
        for level in levels.filter(|it| level.is_none_or(|only| only == *it)) {
            let found = match known.entry.number {
                Some(number) => pack.pack.puzzle_of(level, number)?,
                None => {
                    let ids = pack.pack.ids(level)?;
                    let at = ids.iter().position(|id| *id == known.entry.id);
                    let place = at.map(|at| at as u64 + 1);
                    let record = place.map(|place| pack.pack.puzzle_at(level, place));
                    place.zip(record.transpose()?.flatten())
                }
            };
            let is_it = |(_, record): &(u64, AnyRecord)| record.id() == known.entry.id;
            if let Some((place, record)) = found.filter(is_it) {
                let pack = Arc::clone(&pack);
                return Ok(Some(Item {
                    pack,
                    place,
                    record,
                }));
            }
        }
        Ok(None)
    }

    pub fn forget(&self, packs: &HashSet<String>) {
        lock(&self.unregistered).retain(|_, (pack, _, _)| !packs.contains(&pack.name));
    }
}
