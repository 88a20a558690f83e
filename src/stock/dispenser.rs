//! The one thread that hands out puzzles. Requests that come while one is written to the disk are
//! written together with the next, so that many a second are as safe as one.
//!
//! A take goes through these steps, and a kill after any of them repeats no puzzle:
//!
//! ```text
//! set aside in the ledger, a block at once  │ killed: the rest of the block is lost
//! written to the file of takes, synced      │ killed: the key has its puzzles, whoever asks again
//! answered                                  │
//! ```

use super::error::{StockError, TakeError, chain};
use super::library::{Library, Shelved};
use super::shared::{Answer, Request, Shared, Taken, lock};
use super::shelf::{AHEAD, Item, Label, Run, Shelf, find, place_of, read, reserved_ids};
use super::takes::{Asked, Take, Takes, lots};
use crate::bucket::Level;
use crate::grid::PuzzleId;
use crate::ledger::{Availability, Ledger, Version};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// The title of blocks in the ledger, before their numbers.
pub(super) const TITLE: &str = "http block";
/// The largest part of the stock that a block may have: one in so many.
const SHARE: usize = 16;
/// Number of puzzles of a block where little is taken.
const LEAST_BLOCK: usize = 32;
const MOST_BLOCK: usize = 1024;
/// A block that is used up within this time is followed by a larger one.
const BRISK: Duration = Duration::from_secs(1);
/// The most takes that are written together.
const MOST_TOGETHER: usize = 256;

/// A message to the thread.
pub(super) enum Message {
    Take(Box<Request>, Answer),
    Refresh(mpsc::Sender<Result<(), StockError>>),
    Close,
}

/// The state of the thread.
pub(super) struct Dispenser {
    pub shared: Arc<Shared>,
    pub ledger: Ledger,
    pub takes: Takes,
    pub version: Version,
    pub next_block: u64,
    /// The size of the next block of each shelf, and the time when its last one was begun.
    pub pace: HashMap<usize, (usize, Instant)>,
    /// Number of puzzles that each pack brought to each shelf.
    pub counts: HashMap<String, Vec<(usize, u64)>>,
    /// The error that keeps puzzles from being set aside, so that not every request of a batch
    /// waits for it.
    pub trouble: Option<String>,
    /// Packs that could not be read; the next refresh tries them again.
    pub unplaced: RefCell<HashSet<String>>,
}

/// A take that is about to be written.
struct Planned {
    shelf: usize,
    items: Vec<Arc<Item>>,
    take: Take,
    answers: Vec<Answer>,
}

impl Dispenser {
    /// Answers requests until it is told to stop or all senders are gone.
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
        self.give_back();
    }

    fn take_together(&mut self, requests: Vec<(Request, Answer)>) {
        let mut planned: Vec<Planned> = Vec::with_capacity(requests.len());
        self.trouble = None;
        for (request, answer) in requests {
            match self.plan(&request, &planned) {
                Ok(Plan::New(new)) => planned.push(Planned {
                    answers: vec![answer],
                    ..*new
                }),
                Ok(Plan::SameAs(at)) => planned[at].answers.push(answer),
                Ok(Plan::Done(taken)) => answer(Ok(taken)),
                Err(error) => answer(Err(error)),
            }
        }
        if planned.is_empty() {
            return;
        }
        let takes: Vec<Take> = planned.iter().map(|it| it.take.clone()).collect();
        if let Err(error) = self.takes.append(&takes) {
            let said = chain(&error);
            for answer in planned.into_iter().flat_map(|it| it.answers) {
                answer(Err(TakeError::Trouble(said.clone())));
            }
            return;
        }
        {
            let mut shelves = lock(&self.shared.shelves);
            for it in &planned {
                shelves[it.shelf].hand_out(it.items.len());
            }
        }
        for it in planned {
            let mut is_again = false;
            for answer in it.answers {
                answer(Ok(Taken {
                    items: it.items.clone(),
                    is_again,
                }));
                is_again = true;
            }
        }
    }

    fn plan(&mut self, request: &Request, planned: &[Planned]) -> Result<Plan, TakeError> {
        let trouble = |error: StockError| TakeError::Trouble(chain(&error));
        let Request { client, key, asked } = request;
        let is_same = |it: &Planned| it.take.key == *key && it.take.client == *client;
        if let Some(at) = planned.iter().position(is_same) {
            return match planned[at].take.asked == *asked {
                true => Ok(Plan::SameAs(at)),
                false => Err(TakeError::OtherRequest),
            };
        }
        if let Some(take) = self.takes.find(client, key).map_err(trouble)? {
            return match take.asked == *asked {
                true => self.again(&take).map(Plan::Done),
                false => Err(TakeError::OtherRequest),
            };
        }
        let shelf = {
            let shelves = lock(&self.shared.shelves);
            find(&shelves, asked).map_err(TakeError::Level)?
        };
        let here = planned.iter().filter(|it| it.shelf == shelf);
        let before: usize = here.map(|it| it.items.len()).sum();
        let count = usize::try_from(asked.n).unwrap_or(usize::MAX);
        if let Some(said) = &self.trouble {
            return Err(TakeError::Trouble(said.clone()));
        }
        if let Err(error) = self.set_aside(shelf, before.saturating_add(count)) {
            self.trouble = Some(chain(&error));
            return Err(trouble(error));
        }
        let shelves = lock(&self.shared.shelves);
        let of_level = &shelves[shelf];
        if of_level.reserved < before.saturating_add(count) {
            return Err(TakeError::Short {
                level: of_level.label.name.clone(),
                free: of_level.free - before as u64,
                wanted: asked.n,
            });
        }
        let items = of_level.loaded.range(before..before + count);
        let items: Vec<Arc<Item>> = items.cloned().collect();
        Ok(Plan::New(Box::new(Planned {
            shelf,
            take: take_of(request, &items),
            items,
            answers: Vec::new(),
        })))
    }

    /// Returns the puzzles that a key took before.
    fn again(&self, take: &Take) -> Result<Taken, TakeError> {
        let mut items = Vec::new();
        for lot in &take.lots {
            let lost = || {
                let said = format!(
                    "the key took puzzles of {}, which is gone or was changed",
                    lot.pack
                );
                TakeError::Trouble(said)
            };
            let pack = self.shared.library.pack(&lot.pack).ok_or_else(lost)?;
            let level = Level::from_number(lot.level).ok_or_else(lost)?;
            for (place, id) in lot.places.iter().zip(&lot.ids) {
                let record = pack.pack.record_at(level, *place).ok().flatten();
                let record = record.filter(|it| it.id.to_string() == *id);
                items.push(Arc::new(Item {
                    pack: Arc::clone(&pack),
                    place: *place,
                    record: record.ok_or_else(lost)?,
                }));
            }
        }
        let is_again = true;
        Ok(Taken { items, is_again })
    }

    /// Sets aside puzzles in the ledger until a shelf has at least so many, or no more are there.
    fn set_aside(&mut self, shelf: usize, count: usize) -> Result<(), StockError> {
        // Where there are too few, nothing is to be set aside for nothing.
        if lock(&self.shared.shelves)[shelf].free < count as u64 {
            return Ok(());
        }
        loop {
            let reserved = lock(&self.shared.shelves)[shelf].reserved;
            let Some(lacking) = count.checked_sub(reserved).filter(|it| *it > 0) else {
                return Ok(());
            };
            let free = lock(&self.shared.shelves)[shelf].free as usize;
            // However fast they go, a kill is not to cost much of what there is.
            let block = lacking.max(self.block_size(shelf).min(free / SHARE));
            self.read_ahead(shelf, reserved + block + AHEAD);
            let asked: Vec<Arc<Item>> = {
                let shelves = lock(&self.shared.shelves);
                let behind = shelves[shelf].loaded.iter().skip(reserved);
                behind.take(block).cloned().collect()
            };
            if asked.is_empty() {
                return Ok(());
            }
            let ids: Vec<PuzzleId> = asked.iter().map(|item| item.record.id).collect();
            let title = format!("{TITLE} {}", self.next_block);
            // Whatever comes of it, no title is used twice.
            self.next_block += 1;
            let is_free = self.ledger.ship_free(&title, &ids)?;
            lock(&self.shared.shelves)[shelf].set_aside(title, &asked, &is_free);
        }
    }

    fn block_size(&mut self, shelf: usize) -> usize {
        let now = Instant::now();
        let (size, begun) = self.pace.get(&shelf).copied().unwrap_or((LEAST_BLOCK, now));
        let size = match now.duration_since(begun) {
            lasted if lasted < BRISK && begun != now => (2 * size).min(MOST_BLOCK),
            lasted if lasted > 10 * BRISK => (size / 2).max(LEAST_BLOCK),
            _ => size,
        };
        self.pace.insert(shelf, (size, now));
        size
    }

    /// Reads puzzles until a shelf has at least so many, or no more are there.
    pub fn read_ahead(&self, shelf: usize, count: usize) {
        loop {
            let (level, run) = {
                let mut shelves = lock(&self.shared.shelves);
                let it = &mut shelves[shelf];
                let lacking = count.saturating_sub(it.loaded.len());
                match it.next_run(lacking) {
                    Some(run) if lacking > 0 => (it.label.level, run),
                    _ => return,
                }
            };
            let found = read(level, &run);
            let mut shelves = lock(&self.shared.shelves);
            let it = &mut shelves[shelf];
            match found {
                Ok(items) => {
                    let lost = run.spots.len() - items.len();
                    it.free = it.free.saturating_sub(lost as u64);
                    it.loaded.extend(items);
                }
                Err(error) => {
                    let name = &run.pack.name;
                    it.waiting.retain(|other| other.pack.name != *name);
                    it.count();
                    self.shared.note(format!("{name}: {}", chain(&error)));
                    self.unplaced.borrow_mut().insert(name.clone());
                }
            }
        }
    }

    /// Looks for new packs, for packs that are gone, and for what others shipped or retired.
    pub fn refresh(&mut self) -> Result<(), StockError> {
        let (then, now) = (self.version, self.ledger.version()?);
        let gone = match now == then {
            true => Some(HashSet::new()),
            false => self.ledger.gone_since(&then)?,
        };
        // It returns each change only once: from here on this refresh must not fail.
        let changes = self.shared.library.refresh()?;
        self.version = now;
        changes
            .troubles
            .into_iter()
            .for_each(|it| self.shared.note(it));
        let mut leaves: HashSet<String> = changes.gone.into_iter().collect();
        let mut comes: HashSet<String> = changes.new.iter().map(|it| it.name.clone()).collect();
        comes.extend(self.unplaced.take());
        let packs = self.shared.library.packs();
        match gone {
            Some(gone) => self.drop_if(|_, id| gone.contains(&id)),
            // What came back to the stock can be anywhere.
            None => comes.extend(packs.iter().map(|it| it.name.clone())),
        }
        if now.packs != then.packs {
            comes.extend(self.shared.packs_with_unregistered());
        }
        leaves.extend(comes.iter().cloned());
        self.remove(&leaves);
        for pack in packs.into_iter().filter(|it| comes.contains(&it.name)) {
            if let Err(error) = self.add(&pack) {
                self.shared
                    .note(format!("{}: {}", pack.name, chain(&error)));
                self.unplaced.borrow_mut().insert(pack.name.clone());
            }
        }
        let shelves = {
            let mut shelves = lock(&self.shared.shelves);
            shelves.iter_mut().for_each(Shelf::count);
            shelves.len()
        };
        for shelf in 0..shelves {
            let reserved = lock(&self.shared.shelves)[shelf].reserved;
            self.read_ahead(shelf, reserved + AHEAD);
        }
        Ok(())
    }

    /// Takes packs out of the stock.
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

    fn drop_if(&self, is_gone: impl Fn(&Shelved, PuzzleId) -> bool) {
        let mut shelves = lock(&self.shared.shelves);
        shelves.iter_mut().for_each(|it| it.drop_if(&is_gone));
    }

    /// Puts a pack's free puzzles on the shelves, behind those that are there.
    fn add(&mut self, pack: &Arc<Shelved>) -> Result<(), StockError> {
        let library: &Library = &self.shared.library;
        let scheme = &pack.pack.manifest().job.scheme;
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
            let name = scheme.level_name(level).to_owned();
            let label = Label {
                scheme: scheme.name.clone(),
                level,
                name,
            };
            let at = place_of(&mut shelves, &label);
            let here = levels.iter().zip(ids.iter().zip(&availabilities));
            let here = here.filter(|((of, _), _)| *of == level);
            let aside = reserved_ids(&shelves[at]);
            let mut run = Run {
                pack: Arc::clone(pack),
                spots: Default::default(),
            };
            let mut count = 0;
            for ((_, place), (id, stands)) in here {
                count += u64::from(matches!(
                    stands.how,
                    Availability::Free | Availability::Gone
                ));
                if stands.how == Availability::Free && !aside.contains(id) {
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
        }
        drop(shelves);
        self.shared.remember(pack, unregistered);
        Ok(())
    }

    /// Gives back to the stock what is set aside and was not handed out.
    fn give_back(&self) {
        // What the file holds is not known then, so nothing may be handed out again.
        if self.takes.is_broken {
            return;
        }
        for shelf in lock(&self.shared.shelves).iter_mut() {
            for block in shelf.blocks.drain(..) {
                if let Err(error) = self.ledger.shorten(&block.title, block.handed) {
                    self.shared.note(chain(&error));
                }
            }
        }
    }
}

enum Plan {
    /// A take that is to be written.
    New(Box<Planned>),
    /// A repetition of the planned take at this place.
    SameAs(usize),
    /// A take that was written before.
    Done(Taken),
}

fn take_of(request: &Request, items: &[Arc<Item>]) -> Take {
    let now = jiff::Timestamp::now();
    let Request { client, key, asked } = request;
    let asked: &Asked = asked;
    Take {
        client: client.clone(),
        key: key.clone(),
        at: now.round(jiff::Unit::Second).unwrap_or(now).to_string(),
        asked: asked.clone(),
        lots: lots(items.iter().map(|item| {
            let (level, id) = (item.record.level.number(), item.record.id);
            (item.pack.name.clone(), level, item.place, id)
        })),
    }
}
