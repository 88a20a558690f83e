//! The state that the thread which hands out puzzles shares with those who ask for them, and what
//! they ask and get.

use super::error::TakeError;
use super::library::{Library, Shelved};
use super::shelf::{Item, Shelf};
use super::takes::Asked;
use crate::bucket::Level;
use crate::grid::PuzzleId;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A request to take puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The client whose key it is.
    pub client: String,
    /// The key of the request: the same key always gets the same puzzles.
    pub key: String,
    /// The puzzles that are asked for.
    pub asked: Asked,
}

/// The puzzles that were taken.
#[derive(Debug, Clone)]
pub struct Taken {
    /// The puzzles.
    pub items: Vec<Arc<Item>>,
    /// `true` if they were taken by the same request before.
    pub is_again: bool,
}

/// A function that is called with the outcome, from another thread.
pub type Answer = Box<dyn FnOnce(Result<Taken, TakeError>) + Send>;

/// Puzzles that are in a pack's folder but not recorded with that pack, with their pack, level and
/// place.
pub(super) type Unregistered = HashMap<PuzzleId, (Arc<Shelved>, Level, u32)>;

/// The state that the thread that hands out puzzles shares with those who ask for them.
#[derive(Debug)]
pub(super) struct Shared {
    pub library: Library,
    pub shelves: Mutex<Vec<Shelf>>,
    pub unregistered: Mutex<Unregistered>,
    pub troubles: Mutex<Vec<String>>,
}

impl Shared {
    pub fn note(&self, trouble: String) {
        lock(&self.troubles).push(trouble);
    }

    pub fn remember(&self, pack: &Arc<Shelved>, unregistered: Vec<(PuzzleId, Level, u32)>) {
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

    pub fn forget(&self, packs: &HashSet<String>) {
        lock(&self.unregistered).retain(|_, (pack, _, _)| !packs.contains(&pack.name));
    }
}

/// Locks a mutex, also after a thread panicked with it: the values are replaced as a whole, so that
/// none is half written.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
