//! Tests several clients that take puzzles of one stock at once. They use new keys, or keys that others use.
//! Meanwhile the stock is refreshed or closed, or another process ships puzzles. Whichever thread goes on at each
//! step, no puzzle is handed out twice. Every request sent before the close is answered, and the ledger agrees
//! with the answers.

use crate::explore::explore;
use crate::grid::PuzzleId;
use crate::ledger::Ledger;
use crate::pack::PackedPuzzle;
use crate::place::{LEVELS, Place, made};
use crate::stock::{LevelRequest, Request, Stock, TakeError, TakenPuzzles};
use shuttle::rand::{Rng, thread_rng};
use shuttle::thread;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

/// The number by which the tests of this file divide the usual number of schedules, because each schedule takes some
/// milliseconds.
const ONE_IN: usize = 20;
/// The maximum number of things that a client does.
const MOST_ACTIONS: usize = 4;
/// The number of different keys.
const KEYS: usize = 4;

/// The answer to a request, or `None` if the request was dropped without an answer.
type Outcome = Option<Result<TakenPuzzles, TakeError>>;

/// A request with its outcome.
struct Asked {
    request: Request,
    level: usize,
    outcome: Outcome,
    /// `true` if the request was sent before anybody began to close the stock.
    is_early: bool,
}

/// The record of all that the clients of a schedule did. Its lock is that of `std` and not that of `shuttle`, since
/// no thread yields while it holds the lock.
#[derive(Default)]
struct Log {
    asked: Vec<Asked>,
    /// The puzzles that another process shipped.
    shipped: Vec<PuzzleId>,
    is_closed: bool,
}

/// One schedule: a stock, the ledger as another process has it open, and what the clients did.
#[derive(Clone)]
struct Shop {
    stock: Arc<Stock>,
    ledger: Arc<Mutex<Ledger>>,
    log: Arc<Mutex<Log>>,
    closes: bool,
}

fn key_of(number: usize) -> String {
    format!("order {number}")
}

fn any_request() -> (Request, usize) {
    let mut rng = thread_rng();
    let key = rng.gen_range(0..KEYS);
    // A key mostly asks for the same again.
    let (level, n) = match rng.gen_bool(0.9) {
        true => (key % LEVELS.len(), 1 + key / 2),
        false => (rng.gen_range(0..LEVELS.len()), rng.gen_range(1..=3)),
    };
    let request = Request {
        client: "shop".to_owned(),
        key: key_of(key),
        asked: LevelRequest {
            scheme: None,
            level: LEVELS[level].0.to_owned(),
            n: n as u64,
        },
        quota: None,
    };
    (request, level)
}

fn ids(taken: &TakenPuzzles) -> Vec<PuzzleId> {
    taken.items.iter().map(|item| item.record.id()).collect()
}

impl Shop {
    fn log<T>(&self, change: impl FnOnce(&mut Log) -> T) -> T {
        change(&mut self.log.lock().unwrap())
    }

    /// Notes a request that has no answer yet, and returns its place in the log.
    fn ask(&self, request: &Request, level: usize) -> usize {
        let asked = Asked {
            request: request.clone(),
            level,
            outcome: None,
            is_early: false,
        };
        self.log(|log| {
            log.asked.push(asked);
            log.asked.len() - 1
        })
    }

    /// Takes puzzles and waits for them.
    fn take(&self) {
        let (request, level) = any_request();
        let at = self.ask(&request, level);
        let outcome = self.stock.take(request.clone());
        if outcome.is_ok() {
            // A power cut now must not undo it.
            let recorded = self.ledger.lock().unwrap().taken("shop", &request.key);
            assert!(recorded.unwrap().is_some(), "an answer before the record");
        }
        self.log(|log| log.asked[at].outcome = Some(outcome));
    }

    /// Takes puzzles without waiting for them.
    fn take_later(&self) {
        let (request, level) = any_request();
        let at = self.ask(&request, level);
        let log = Arc::clone(&self.log);
        let answer = move |outcome| log.lock().unwrap().asked[at].outcome = Some(outcome);
        self.stock.take_then(request, Box::new(answer));
        self.log(|log| log.asked[at].is_early = !log.is_closed);
    }

    fn close(&self) {
        self.log(|log| log.is_closed = true);
        self.stock.close();
    }

    /// Does a few things as one client.
    fn visit(&self) {
        for _ in 0..thread_rng().gen_range(1..=MOST_ACTIONS) {
            match thread_rng().gen_range(0..20) {
                0..=9 => self.take(),
                10..=13 => self.take_later(),
                14..=16 => self.stock.refresh().unwrap(),
                17 => drop(self.stock.free()),
                _ if self.closes => self.close(),
                _ => {}
            }
        }
    }

    /// Ships puzzles as another process does, which tries again if the ledger is held.
    fn ship(&self, ledger: &Ledger) {
        for number in 0..thread_rng().gen_range(1..=2) {
            let free = &made().free[thread_rng().gen_range(0..LEVELS.len())];
            let id = free[thread_rng().gen_range(0..free.len())];
            for _ in 0..5 {
                thread::yield_now();
                if ledger.ship(&format!("book {number}"), &[id]).is_ok() {
                    self.log(|log| log.shipped.push(id));
                    break;
                }
            }
        }
    }

    /// Checks that the stock has the right number of free puzzles once all requests have been answered.
    fn check_free(&self) {
        let free = self.stock.free();
        self.log(|log| {
            for (level, (name, _)) in LEVELS.iter().enumerate() {
                let shelf = free.iter().find(|it| it.label.name == *name).unwrap();
                assert_eq!(shelf.free, log.left(level), "{name}");
            }
        });
    }

    /// Waits until all requests of all clients are answered.
    fn settle(&self) {
        let (mut request, _) = any_request();
        (request.key, request.asked.n) = ("more than there are".to_owned(), 1000);
        assert!(matches!(
            self.stock.take(request),
            Err(TakeError::Short { .. })
        ));
    }
}

impl Log {
    /// Returns the requests that got puzzles, each with these puzzles.
    fn answered(&self) -> impl Iterator<Item = (&Asked, &TakenPuzzles)> {
        let with_puzzles = |it| match it {
            &Asked {
                outcome: Some(Ok(ref taken)),
                ..
            } => Some((it, taken)),
            _ => None,
        };
        self.asked.iter().filter_map(with_puzzles)
    }

    /// Returns the number of puzzles of a level that nobody got.
    fn left(&self, level: usize) -> u64 {
        let mut gone: HashSet<PuzzleId> = self.shipped.iter().copied().collect();
        gone.extend(self.answered().flat_map(|(_, taken)| ids(taken)));
        let free = made().free[level].iter();
        free.filter(|id| !gone.contains(id)).count() as u64
    }

    /// Checks that the requests with one key got the same puzzles, and that the ledger has them.
    fn check_key(&self, key: &str, ledger: &Ledger) {
        let recorded = ledger.taken("shop", key).unwrap();
        let recorded = recorded.map(|(asked, ids)| (serde_json::from_str(&asked).unwrap(), ids));
        let mut firsts = 0;
        for (asked, taken) in self.answered().filter(|(it, _)| it.request.key == key) {
            assert_eq!(
                recorded,
                Some((asked.request.asked.clone(), ids(taken))),
                "{key}"
            );
            assert_eq!(taken.items.len() as u64, asked.request.asked.n);
            firsts += usize::from(!taken.is_again);
        }
        assert_eq!(firsts, usize::from(recorded.is_some()), "{key} is new");
        for asked in self.asked.iter().filter(|it| it.request.key == key) {
            match &asked.outcome {
                Some(Ok(_)) => {}
                Some(Err(TakeError::OtherRequest)) => {
                    let (other, _): &(LevelRequest, _) = recorded.as_ref().unwrap();
                    assert_ne!(*other, asked.request.asked);
                }
                Some(Err(TakeError::Short { wanted, .. })) => {
                    assert!(self.left(asked.level) < *wanted, "{key}");
                }
                None | Some(Err(TakeError::Closed)) => {
                    assert!(self.is_closed && !asked.is_early, "{key} has no answer");
                }
                Some(Err(error)) => panic!("{key}: {error}"),
            }
        }
    }

    /// Checks that no puzzle was handed out twice, and that the ledger agrees.
    fn check(&self, ledger: &Ledger) {
        let mut by_key: HashMap<&str, Vec<PuzzleId>> = HashMap::new();
        for (asked, taken) in self.answered() {
            by_key.insert(&asked.request.key, ids(taken));
        }
        let taken = by_key.values().flatten().chain(&self.shipped);
        let all: HashSet<&PuzzleId> = taken.clone().collect();
        assert_eq!(all.len(), taken.count(), "a puzzle went to two");
        for key in 0..KEYS {
            self.check_key(&key_of(key), ledger);
        }
        let puzzles = by_key.values().flatten().count() as u64;
        let counted = ledger.count_of("shop").unwrap();
        assert_eq!(counted, (by_key.len() as u64, puzzles));
        assert_eq!(ledger.check().unwrap().findings, Vec::<String>::new());
    }
}

/// Runs one schedule: clients who do a few things at once.
fn clients(closes: bool, ships: bool) {
    let place = Place::new();
    let shop = Shop {
        stock: Arc::new(place.stock()),
        ledger: Arc::new(Mutex::new(place.ledger())),
        log: Arc::default(),
        closes,
    };
    let mut threads = Vec::new();
    for _ in 0..thread_rng().gen_range(2..=3) {
        let shop = shop.clone();
        threads.push(thread::spawn(move || shop.visit()));
    }
    if ships {
        let shop = shop.clone();
        let ledger = place.ledger();
        threads.push(thread::spawn(move || shop.ship(&ledger)));
    }
    threads.into_iter().for_each(|it| it.join().unwrap());
    if !shop.log(|log| log.is_closed) {
        shop.settle();
        if !ships {
            shop.check_free();
        }
        shop.stock.refresh().unwrap();
        shop.check_free();
    }
    shop.stock.close();
    let late = shop.stock.take(any_request().0);
    assert!(matches!(late, Err(TakeError::Closed)));
    let ledger = shop.ledger.lock().unwrap();
    shop.log(|log| log.check(&ledger));
}

#[test]
fn no_schedule_gives_a_puzzle_to_two() {
    made();
    explore("takes at once", ONE_IN, || clients(false, false));
}

#[test]
fn no_schedule_loses_a_request_when_the_stock_closes() {
    made();
    explore("a close between takes", ONE_IN, || clients(true, false));
}

#[test]
fn no_schedule_takes_what_another_process_ships() {
    made();
    explore("takes beside another", ONE_IN, || clients(false, true));
}
