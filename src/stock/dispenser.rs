//! The thread that hands out puzzles. Requests that arrive during a write to the ledger wait, and are written
//! together in the next write. In this way, many requests per second are recorded as safely as one.
//!
//! Each request comes with a key that its client chooses. The key is recorded in the transaction that ships the
//! puzzles, and the answer is sent after the commit. A kill before the commit leaves no trace. After the commit,
//! the ledger has the puzzles of the key, so the same request gets them again.

use super::error::{StockError, StockFault, TakeError, chain};
use super::library::{Library, StockPack};
use super::quota::Usage;
use super::replay::RepeatedRequest;
use super::shared::{Answer, Request, SharedState, TakenPuzzles};
use super::shelf::{AHEAD, Item, Label, PackRun, find, place_of, read};
use super::sync::{lock, mpsc};
use crate::disk::FileLock;
use crate::grid::PuzzleId;
use crate::ledger::{Availability, Ledger, LedgerError, TakeBatch, TakeRecord};
use crate::pack::PackedPuzzle;
use jiff::Timestamp;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The maximum number of requests that are written to the ledger together.
const MOST_TOGETHER: usize = 256;

/// The minimum number of puzzles that are read from a pack together, because finding one puzzle takes as long as
/// reading the hundreds that follow it.
const TOGETHER: usize = 4 * AHEAD;

/// A message to the thread that hands out puzzles: a request, or the order to refresh the stock or to stop.
pub(super) enum Message {
    Take(Box<Request>, Answer),
    Refresh(mpsc::Sender<Result<(), StockError>>),
    Close,
}

/// Formats a message without its content. Tests need this, because formatting a channel of the crate `shuttle` also
/// formats its messages.
#[cfg(all(shuttle, test))]
impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Message").finish_non_exhaustive()
    }
}

/// The state of the thread that hands out puzzles.
pub(super) struct Dispenser {
    pub shared: Arc<SharedState>,
    pub ledger: Ledger,
    /// The number of the last event of the ledger that the shelves take into account.
    pub last_event: u64,
    /// The shelves of each pack, by the pack's name. Each pair is the index of a shelf, and the number of the pack's
    /// puzzles that are counted in the shelf's `all`.
    pub counts: HashMap<String, Vec<(usize, u64)>>,
    /// The names of packs that could not be read. The next refresh tries to read them again.
    pub unplaced: RefCell<HashSet<String>>,
    /// The number of puzzles that each client with a quota has taken.
    pub usage: RefCell<Usage>,
    /// The channel to the thread that answers repeated requests.
    pub repeats: mpsc::Sender<RepeatedRequest>,
    /// The lock that ensures that only one process hands out a ledger's puzzles.
    pub _held: FileLock,
}

/// The number of puzzles at the front of each shelf that are assigned to requests but not yet recorded, by the
/// index of the shelf.
type PickCounts = HashMap<usize, usize>;
/// Puzzles of a shelf, and a pair for each of them: the number of its pack in the ledger, and the puzzle's id.
type ShelfPuzzles = (Vec<Arc<Item>>, Vec<(u64, PuzzleId)>);
/// The outcome of a request to take puzzles.
type TakeOutcome = Result<TakenPuzzles, TakeError>;

impl Dispenser {
    /// Answers requests until the message to close arrives, or all senders are gone.
    pub fn run(mut self, inbox: &mpsc::Receiver<Message>) {
        while let Ok(first) = inbox.recv() {
            let mut next = Some(first);
            let mut together = Vec::new();
            while let Some(Message::Take(request, answer)) = next {
                together.push((*request, answer));
                next = match together.len() {
                    MOST_TOGETHER => None,
                    _ => inbox.try_recv().ok(),
                };
            }
            self.take_together(together);
            match next {
                Some(Message::Refresh(answer)) => drop(answer.send(self.refresh())),
                Some(Message::Close) => break,
                Some(Message::Take(..)) | None => {}
            }
        }
    }

    /// Records new requests in one transaction, and answers them. Repeated requests are passed to another thread, so
    /// that new requests need not wait for them.
    fn take_together(&self, requests: Vec<(Request, Answer)>) {
        let mut new = Vec::new();
        for (request, answer) in requests {
            match self.ledger.taken(&request.client, &request.key) {
                Ok(None) => new.push((request, answer)),
                Ok(Some(_)) => self.repeat(request, answer),
                Err(error) => answer(Err(TakeError::failed(&error))),
            }
        }
        if new.is_empty() {
            return;
        }
        match self.record(&new) {
            Ok(outcomes) => {
                for ((request, answer), outcome) in new.into_iter().zip(outcomes) {
                    match outcome {
                        Some(outcome) => answer(outcome),
                        None => self.repeat(request, answer),
                    }
                }
            }
            Err(error) => {
                // The counted puzzles were not taken.
                self.usage.borrow_mut().clear();
                let (fault, said) = (StockFault::of(&error), chain(&error));
                for (_, answer) in new {
                    let said = said.clone();
                    answer(Err(TakeError::Failed { fault, said }));
                }
            }
        }
    }

    /// Passes a repeated request to the thread that answers it.
    fn repeat(&self, request: Request, answer: Answer) {
        // Without that thread the answer is dropped, which says that the stock is being closed.
        drop(self.repeats.send((request, answer)));
    }

    /// Records new requests in one transaction, all of them or none. Returns the outcome of each request, or `None` for
    /// a request with the same client and key as an earlier, successful request in the list.
    fn record(
        &self,
        requests: &[(Request, Answer)],
    ) -> Result<Vec<Option<TakeOutcome>>, LedgerError> {
        let takes = self.ledger.begin_takes()?;
        let mut picked = PickCounts::new();
        let mut outcomes = Vec::with_capacity(requests.len());
        let mut keys = HashSet::new();
        for (request, _) in requests {
            let key = (&request.client, &request.key);
            if keys.contains(&key) {
                outcomes.push(None);
                continue;
            }
            let outcome = self.take(&takes, request, &mut picked)?;
            if outcome.is_ok() {
                keys.insert(key);
            }
            outcomes.push(Some(outcome));
        }
        takes.commit()?;
        let mut shelves = lock(&self.shared.shelves);
        for (shelf, count) in picked {
            shelves[shelf].hand_out(count);
        }
        Ok(outcomes)
    }

    fn take(
        &self,
        takes: &TakeBatch<'_>,
        request: &Request,
        picked: &mut PickCounts,
    ) -> Result<TakeOutcome, LedgerError> {
        let found = find(&lock(&self.shared.shelves), &request.asked);
        let shelf = match found {
            Ok(shelf) => shelf,
            Err(error) => return Ok(Err(TakeError::Level(error))),
        };
        if let Some(refused) = self.over_quota(request)? {
            return Ok(Err(refused));
        }
        let before = picked.get(&shelf).copied().unwrap_or(0);
        let count = usize::try_from(request.asked.n).unwrap_or(usize::MAX);
        let Some((items, packs)) = self.pick(takes, shelf, before, count)? else {
            let shelves = lock(&self.shared.shelves);
            return Ok(Err(TakeError::Short {
                level: shelves[shelf].label.name.clone(),
                free: shelves[shelf].free - before as u64,
                wanted: request.asked.n,
            }));
        };
        let take = TakeRecord {
            client: request.client.clone(),
            key: request.key.clone(),
            asked: serde_json::to_string(&request.asked).unwrap_or_default(),
        };
        takes.record(take, &packs)?;
        let mut usage = self.usage.borrow_mut();
        usage.add(&request.client, request.asked.n);
        picked.insert(shelf, before + count);
        let is_again = false;
        Ok(Ok(TakenPuzzles { items, is_again }))
    }

    /// Notes that a pack can't be read.
    fn note_unplaced(&self, name: &str, error: &(dyn std::error::Error + 'static)) {
        self.shared.note(format!("{name}: {}", chain(error)));
        self.unplaced.borrow_mut().insert(name.to_owned());
    }

    /// Returns the error for a request that asks for more puzzles than the client's quota has left, or `None`
    /// for other requests.
    fn over_quota(&self, request: &Request) -> Result<Option<TakeError>, LedgerError> {
        let Some(quota) = request.quota else {
            return Ok(None);
        };
        if request.asked.n > quota.puzzles {
            return Ok(Some(TakeError::AboveQuota {
                quota: quota.puzzles,
                wanted: request.asked.n,
            }));
        }
        let mut usage = self.usage.borrow_mut();
        let now = Timestamp::now();
        let (left, seconds) = usage.left(&self.ledger, &request.client, quota, now)?;
        Ok((left < request.asked.n).then_some(TakeError::QuotaUsedUp {
            quota: quota.puzzles,
            left,
            seconds,
        }))
    }

    /// Returns `count` puzzles of a shelf, beginning at the place `from`, and the number of each puzzle's pack in the
    /// ledger. Returns `None` if the shelf has too few puzzles. Puzzles that other processes have shipped in the
    /// meantime, and repeats of a puzzle, are removed from the shelf.
    fn pick(
        &self,
        takes: &TakeBatch<'_>,
        shelf: usize,
        from: usize,
        count: usize,
    ) -> Result<Option<ShelfPuzzles>, LedgerError> {
        let end = from.saturating_add(count);
        while lock(&self.shared.shelves)[shelf].free >= end as u64 {
            self.read_ahead(shelf, end + AHEAD);
            let items: Vec<Arc<Item>> = {
                let shelves = lock(&self.shared.shelves);
                let behind = shelves[shelf].loaded.iter().skip(from);
                behind.take(count).cloned().collect()
            };
            let mut packs: Vec<(u64, PuzzleId)> = Vec::with_capacity(items.len());
            let mut gone = HashSet::new();
            for (place, item) in (from..).zip(&items) {
                let id = item.record.id();
                let is_new = packs.iter().all(|(_, other)| *other != id);
                match takes.pack_of(id)?.filter(|_| is_new) {
                    Some(pack) => packs.push((pack, id)),
                    None => drop(gone.insert(place)),
                }
            }
            if packs.len() == count {
                return Ok(Some((items, packs)));
            }
            lock(&self.shared.shelves)[shelf].drop_places(&gone);
        }
        Ok(None)
    }

    /// Reads puzzles of a shelf in advance, until `count` puzzles are read or the shelf has no more.
    pub fn read_ahead(&self, shelf: usize, count: usize) {
        loop {
            let (level, run) = {
                let mut shelves = lock(&self.shared.shelves);
                let it = &mut shelves[shelf];
                let lacking = count.saturating_sub(it.loaded.len());
                if lacking == 0 {
                    return;
                }
                match it.next_run(lacking.max(TOGETHER)) {
                    Some(run) => (it.label.level, run),
                    None => return,
                }
            };
            let found = read(level, &run);
            let mut shelves = lock(&self.shared.shelves);
            let it = &mut shelves[shelf];
            match found {
                Ok(items) => {
                    it.loaded.extend(items);
                    it.count();
                }
                Err(error) => {
                    let name = &run.pack.name;
                    it.waiting.retain(|other| other.pack.name != *name);
                    it.count();
                    self.note_unplaced(name, &error);
                }
            }
        }
    }

    /// Finds new packs, packs that are gone, and puzzles that other processes have shipped or retired, and
    /// updates the shelves.
    pub fn refresh(&mut self) -> Result<(), StockError> {
        let since = self.ledger.changes_since(self.last_event)?;
        // The library returns each change only once, so this refresh must not fail from here on.
        let changes = self.shared.library.refresh()?;
        self.last_event = since.last;
        changes
            .troubles
            .into_iter()
            .for_each(|it| self.shared.note(it));
        let mut leaves: HashSet<String> = changes.gone.into_iter().collect();
        let mut comes: HashSet<String> = changes.new.iter().map(|it| it.name.clone()).collect();
        comes.extend(self.unplaced.take());
        let packs = self.shared.library.packs();
        match since.gone {
            Some(gone) => self.drop_if(|_, id| gone.contains(&id)),
            // Puzzles that came back to the stock can be in any pack.
            None => comes.extend(packs.iter().map(|it| it.name.clone())),
        }
        if since.has_packs {
            comes.extend(self.shared.packs_with_unregistered());
        }
        leaves.extend(comes.iter().cloned());
        self.remove(&leaves);
        for pack in packs.into_iter().filter(|it| comes.contains(&it.name)) {
            if let Err(error) = self.add(&pack) {
                self.note_unplaced(&pack.name, &error);
            }
        }
        let shelves = lock(&self.shared.shelves).len();
        (0..shelves).for_each(|shelf| self.read_ahead(shelf, AHEAD));
        Ok(())
    }

    /// Removes packs from the stock.
    fn remove(&mut self, packs: &HashSet<String>) {
        self.drop_if(|pack, _| packs.contains(&pack.name));
        self.shared.forget(packs);
        let mut shelves = lock(&self.shared.shelves);
        for (shelf, count) in packs
            .iter()
            .filter_map(|it| self.counts.remove(it))
            .flatten()
        {
            shelves[shelf].all = shelves[shelf].all.saturating_sub(count);
        }
    }

    fn drop_if(&self, is_gone: impl Fn(&StockPack, PuzzleId) -> bool) {
        let mut shelves = lock(&self.shared.shelves);
        shelves.iter_mut().for_each(|it| it.drop_if(&is_gone));
    }

    /// Adds the puzzles of a pack to the ends of the shelves, except puzzles that can't be taken.
    fn add(&mut self, pack: &Arc<StockPack>) -> Result<(), StockError> {
        let library: &Library = &self.shared.library;
        let job = &pack.pack.manifest().job;
        let scheme = &job.scheme;
        let mut ids = Vec::new();
        let mut levels = Vec::new();
        for level in scheme.levels() {
            let of_level = pack.pack.ids(level)?;
            levels.extend((1_u32..).take(of_level.len()).map(|place| (level, place)));
            ids.extend(of_level);
        }
        let is_there = |name: &str| library.pack(name).is_some();
        let availabilities = self.ledger.availabilities(&pack.name, &ids, is_there)?;
        let mut unregistered = Vec::new();
        let mut shelves = lock(&self.shared.shelves);
        for level in scheme.levels() {
            let at = place_of(&mut shelves, &Label::of(job, level));
            let here = levels.iter().zip(ids.iter().zip(&availabilities));
            let here = here.filter(|((of, _), _)| *of == level);
            let mut run = PackRun {
                pack: Arc::clone(pack),
                spots: Default::default(),
            };
            let mut count = 0;
            for ((_, place), (id, stands)) in here {
                count += u64::from(matches!(
                    stands.how,
                    Availability::Free | Availability::Gone
                ));
                if stands.how == Availability::Free {
                    run.spots.push_back((*id, *place));
                }
                if !stands.is_own && stands.how != Availability::Elsewhere {
                    unregistered.push((*id, level, *place));
                }
            }
            shelves[at].all += count;
            self.counts
                .entry(pack.name.clone())
                .or_default()
                .push((at, count));
            if !run.spots.is_empty() {
                shelves[at].waiting.push_back(run);
            }
            shelves[at].count();
        }
        drop(shelves);
        self.shared.remember(pack, unregistered);
        Ok(())
    }
}
