//! The stock: the puzzles of published packs that can still be handed out. Puzzles that were shipped or retired
//! (taken out of use) no longer count. Clients look at puzzles and take them, thousands per second. Each puzzle is
//! taken at most once, even if a process is killed.
//!
//! ```text
//! packs in the output folder ──┐
//!                              ├──► shelves in memory, ──► takes, many in one ──► answers
//! ledger: what is free ────────┘    one per level          write to the ledger
//! ```
//!
//! `docs/http.md` describes the stock in full.

mod dispenser;
mod error;
mod library;
mod play;
mod quota;
mod replay;
mod shared;
mod shelf;
#[cfg(test)]
#[cfg(shuttle)]
mod shuttled;
mod sync;

pub use error::{StockError, StockFault, TakeError, chain};
pub use library::{Library, StockPack};
pub use play::{PlayAnswer, PlayRequest, PlaySource};
pub use quota::Quota;
pub use shared::{Answer, Request, TakenPuzzles};
pub use shelf::{AHEAD, Item, Label, LevelRequest};

use crate::bucket::Scheme;
use crate::disk::{FileLock, LockError, with_ending, with_patience};
use crate::grid::PuzzleId;
use crate::ledger::{Ledger, LedgerCreation, PastTake, PuzzleHistory, followed};
use dispenser::{Dispenser, Message};
use shared::SharedState;
use shelf::{LevelQueue, find, list};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, TryLockError};
use std::time::Duration;
use sync::{JoinHandle, Mutex, lock, mpsc, spawn};

/// The maximum time to wait for another process that holds the ledger.
const PATIENCE: Duration = Duration::from_secs(5);
/// The maximum number of attempts to close a connection that is in use when the stock is closed.
const CLOSE_TRIES: usize = 10;
/// The pause between two attempts to close a connection that is in use.
const CLOSE_PAUSE: Duration = Duration::from_millis(10);

/// The number of puzzles of a level that can be taken, and the number that have left the stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelStock {
    /// The scheme and the name of the level.
    pub label: Label,
    /// The number of puzzles of the level that can be taken.
    pub free: u64,
    /// The number of puzzles of the level in existing packs that were taken, shipped or retired.
    pub taken: u64,
}

/// The stock of puzzles in an output folder, with its ledger. Only one process at a time can open it.
///
/// ```no_run
/// use sudoku_factory::stock::{LevelRequest, Request, Stock};
/// let stock = Stock::open("output".as_ref(), "output/ledger.sqlite".as_ref())?;
/// let taken = stock.take(Request {
///     client: "shop".to_owned(),
///     key: "order 4711".to_owned(),
///     asked: LevelRequest { scheme: None, level: "hard".to_owned(), n: 3 },
///     quota: None,
/// })?;
/// assert_eq!(taken.items.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Stock {
    shared: Arc<SharedState>,
    ledger: PathBuf,
    /// A separate connection to the ledger for looking up puzzles, opened when it is first needed.
    finder: Mutex<Option<Ledger>>,
    /// A separate connection to the ledger for testing whether it can be written to.
    prober: Mutex<Option<Ledger>>,
    /// `true` once the stock is closed. After that, its separate connections to the ledger must not be opened again.
    is_closed: AtomicBool,
    inbox: mpsc::Sender<Message>,
    /// The two threads of the stock: the thread that hands out puzzles, and the thread that answers repeated requests.
    /// The first thread ends before the second.
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Stock {
    /// Opens the stock: reads the ids of all packs in `output` and looks them up in the ledger,
    /// which is created if it does not exist.
    ///
    /// # Errors
    /// If another process has opened the stock, or the ledger or the folder can't be read. A pack that can't be read is
    /// not an error here; [`Self::troubles`] reports it.
    pub fn open(output: &Path, ledger: &Path) -> Result<Self, StockError> {
        let opened = Ledger::open(ledger, LedgerCreation::IfMissing)?.with_patience(PATIENCE)?;
        let lock = with_ending(&followed(ledger), ".stock.lock");
        let held = with_patience(|| FileLock::exclusive(&lock)).map_err(|error| match error {
            LockError::Held { .. } => StockError::Held { path: lock.clone() },
            LockError::File(source) => StockError::File {
                path: lock.clone(),
                source,
            },
        })?;
        let shared = Arc::new(SharedState {
            library: Library::new(output),
            shelves: Mutex::default(),
            unregistered: Mutex::default(),
            troubles: Mutex::default(),
        });
        let (repeats, repeated) = mpsc::channel();
        let mut dispenser = Dispenser {
            shared: Arc::clone(&shared),
            last_event: opened.last_event()?,
            ledger: opened,
            counts: HashMap::new(),
            unplaced: RefCell::default(),
            usage: RefCell::default(),
            repeats,
            _held: held,
        };
        dispenser.refresh()?;
        let refused = |source| StockError::File {
            path: output.to_owned(),
            source,
        };
        let reader = Ledger::open(ledger, LedgerCreation::Never)?.with_patience(PATIENCE)?;
        let packs = Arc::clone(&shared);
        let replay = move || replay::run(&packs, &reader, &repeated);
        let again = spawn("stock again", replay).map_err(refused)?;
        let (inbox, messages) = mpsc::channel();
        let thread = spawn("stock", move || dispenser.run(&messages)).map_err(refused)?;
        Ok(Self {
            shared,
            ledger: ledger.to_owned(),
            finder: Mutex::default(),
            prober: Mutex::default(),
            is_closed: AtomicBool::new(false),
            inbox,
            threads: Mutex::new(vec![thread, again]),
        })
    }

    /// Returns the packs in the output folder.
    pub fn library(&self) -> &Library {
        &self.shared.library
    }

    /// Adds the levels of a scheme to the levels that the stock lists, so that they are listed even while they have no
    /// puzzles.
    pub fn list(&self, scheme: &Scheme) {
        list(&mut lock(&self.shared.shelves), scheme);
    }

    /// Returns, for each level of each scheme, the number of puzzles that can be taken, and the number that have
    /// left the stock. The levels are in the order of their labels.
    pub fn free(&self) -> Vec<LevelStock> {
        let shelves = lock(&self.shared.shelves);
        let of_shelf = |shelf: &LevelQueue| LevelStock {
            label: shelf.label.clone(),
            free: shelf.free,
            taken: shelf.all.saturating_sub(shelf.free),
        };
        let mut levels: Vec<LevelStock> = shelves.iter().map(of_shelf).collect();
        levels.sort_by(|a, b| a.label.cmp(&b.label));
        levels
    }

    /// Returns the puzzles of a level that would be taken next: as many as the request asks for, but at most
    /// [`AHEAD`].
    ///
    /// # Errors
    /// If there is no such level, or several schemes have it.
    pub fn look(&self, asked: &LevelRequest) -> Result<Vec<Arc<Item>>, StockError> {
        let shelves = lock(&self.shared.shelves);
        let shelf = &shelves[find(&shelves, asked)?];
        let count = usize::try_from(asked.n).unwrap_or(usize::MAX);
        Ok(shelf
            .loaded
            .iter()
            .take(count.min(AHEAD))
            .cloned()
            .collect())
    }

    /// Takes puzzles and records them in the ledger. When this function returns, the record is safe from a power
    /// cut. A repeated request gets the same puzzles.
    ///
    /// # Errors
    /// If there is no such level or it has too few puzzles, the client's quota has too few left, the key was used
    /// for a different request, the pack of an earlier request with the same key is gone, the request can't be
    /// recorded, or the stock is closed. Then nothing is taken.
    pub fn take(&self, request: Request) -> Result<TakenPuzzles, TakeError> {
        let (answer, answered) = mpsc::channel();
        self.take_then(request, Box::new(move |taken| drop(answer.send(taken))));
        answered.recv().unwrap_or(Err(TakeError::Closed))
    }

    /// Takes puzzles without waiting. The function `answer` is called in the thread that hands out puzzles, or
    /// is dropped without a call if the stock is being closed.
    pub fn take_then(&self, request: Request, answer: Answer) {
        drop(self.inbox.send(Message::Take(Box::new(request), answer)));
    }

    /// Finds new packs, packs that are gone, and puzzles that other processes have shipped or retired, and
    /// updates the stock.
    ///
    /// # Errors
    /// If the ledger or the folder can't be read.
    pub fn refresh(&self) -> Result<(), StockError> {
        let (answer, answered) = mpsc::channel();
        drop(self.inbox.send(Message::Refresh(answer)));
        answered.recv().unwrap_or(Ok(()))
    }

    /// Returns the puzzle with this id, in stock or not, and everything that the ledger knows about the puzzle.
    /// Returns `None` if no pack has the puzzle.
    ///
    /// # Errors
    /// If the ledger or the pack can't be read, or the stock is closed.
    pub fn puzzle(
        &self,
        id: PuzzleId,
    ) -> Result<Option<(Item, Option<PuzzleHistory>)>, StockError> {
        let known = self.known(id)?;
        let item = self.shared.puzzle(id, known.as_ref())?;
        Ok(item.map(|item| (item, known)))
    }

    /// Finds puzzles to be played on the web page. The puzzles stay in stock.
    ///
    /// # Errors
    /// If there is no such level, several schemes have it, the ledger or a pack can't be read, or the stock is
    /// closed.
    pub fn play(&self, request: &PlayRequest) -> Result<PlayAnswer, StockError> {
        self.ask(&self.finder, |ledger| {
            play::find_puzzles(&self.shared, ledger, request)
        })
    }

    fn known(&self, id: PuzzleId) -> Result<Option<PuzzleHistory>, StockError> {
        self.ask(&self.finder, |ledger| Ok(ledger.look_up(id)?))
    }

    /// Queries the ledger through one of the stock's own connections, which is opened when it is first needed.
    /// Returns an error if the stock is closed.
    fn ask<T>(
        &self,
        which: &Mutex<Option<Ledger>>,
        ask: impl FnOnce(&Ledger) -> Result<T, StockError>,
    ) -> Result<T, StockError> {
        let mut which = lock(which);
        if self.is_closed.load(Ordering::SeqCst) {
            return Err(StockError::Closed);
        }
        let ledger = match which.take() {
            Some(ledger) => ledger,
            None => Ledger::open(&self.ledger, LedgerCreation::Never)?.with_patience(PATIENCE)?,
        };
        let answer = ask(&ledger);
        if !self.is_closed.load(Ordering::SeqCst) {
            *which = Some(ledger);
        }
        answer
    }

    /// Returns the path of the ledger.
    pub fn ledger(&self) -> &Path {
        &self.ledger
    }

    /// Returns the number of puzzles in the ledger, and the time of its last backup (RFC 3339).
    ///
    /// # Errors
    /// If the ledger can't be read, or the stock is closed.
    pub fn ledger_facts(&self) -> Result<(u64, Option<String>), StockError> {
        let facts = |ledger: &Ledger| Ok((ledger.head()?, ledger.last_backup()?));
        let (head, backup) = self.ask(&self.finder, facts)?;
        Ok((head.puzzles, backup.map(|(_, made)| made)))
    }

    /// Returns a client's requests that took puzzles, the newest first, and the total numbers of the client's
    /// requests and puzzles. Lists at most `most` requests, and only those before the request with the number
    /// `before`, if given.
    ///
    /// # Errors
    /// If the ledger can't be read, or the stock is closed.
    pub fn takes_of(
        &self,
        client: &str,
        before: Option<u64>,
        most: u64,
    ) -> Result<(Vec<PastTake>, (u64, u64)), StockError> {
        let takes = |ledger: &Ledger| {
            let takes = ledger.takes_of(client, before, most)?;
            Ok((takes, ledger.count_of(client)?))
        };
        self.ask(&self.finder, takes)
    }

    /// Checks that the ledger can be written to, so that puzzles could be taken.
    ///
    /// # Errors
    /// If another process holds the ledger, the ledger can't be read or written to, or the stock is closed.
    pub fn probe(&self) -> Result<(), StockError> {
        // The test has its own connection, for which nobody waits.
        self.ask(&self.prober, |ledger| Ok(ledger.begin_takes().map(drop)?))
    }

    /// Returns the errors since the last call, each in one line, for the log.
    pub fn troubles(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.shared.troubles))
    }

    /// Answers the requests that have already arrived, ends the threads, and closes the connections to the ledger.
    /// Dropping the stock has the same effect.
    pub fn close(&self) {
        drop(self.inbox.send(Message::Close));
        // No thread may keep the ledger open after this, because its file may be replaced.
        for thread in std::mem::take(&mut *lock(&self.threads)) {
            drop(thread.join());
        }
        self.is_closed.store(true, Ordering::SeqCst);
        for connection in [&self.finder, &self.prober] {
            close_or_leave(connection);
        }
    }
}

/// Closes a connection, unless a long query uses it, perhaps while waiting for another process. Such a query closes the
/// connection when it ends.
fn close_or_leave(connection: &Mutex<Option<Ledger>>) {
    for _ in 0..CLOSE_TRIES {
        match connection.try_lock() {
            Ok(mut connection) => return *connection = None,
            Err(TryLockError::Poisoned(poisoned)) => return *poisoned.into_inner() = None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(CLOSE_PAUSE),
        }
    }
}

impl Drop for Stock {
    fn drop(&mut self) {
        self.close();
    }
}
