//! Tests that puzzles in stock can be looked at, and can be taken at most once, even after kills.

use crate::factory::run_in;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use sudoku_factory::bucket::Level;
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::ledger::{Ledger, LedgerCreation, LedgerError};
use sudoku_factory::pack::{AnyRecord, Pack, PackedPuzzle, Record};
use sudoku_factory::stock::{
    Item, LevelRequest, Request, Stock, StockError, TakeError, TakenPuzzles,
};
use tempfile::TempDir;

pub const LEVELS: [&str; 5] = ["easy", "fairly-easy", "moderate", "hard", "very-hard"];

/// Makes two packs with 40 puzzles of each level that are recorded in a ledger, and one pack that is not.
fn made() -> &'static TempDir {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        for job in [
            "--name mon --seed 1 --ledger output/ledger.sqlite",
            "--name tue --seed 2 --ledger output/ledger.sqlite",
            "--name wed --seed 3",
        ] {
            let job = format!("--count 4000 --per-level 40 -q {job}");
            run_in(folder.path(), &job).expect(0);
        }
        folder
    })
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, name) = entry.map(|it| (it.path(), it.file_name())).unwrap();
        match path.is_dir() {
            true => copy(&path, &to.join(name)),
            false => drop(fs::copy(&path, to.join(name)).unwrap()),
        }
    }
}

/// A new folder with a copy of the output folder and of its ledger.
pub struct Place {
    _folder: TempDir,
    pub output: PathBuf,
    pub ledger: PathBuf,
}

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("output");
        copy(&made().path().join("output"), &output);
        Self {
            ledger: output.join("ledger.sqlite"),
            output,
            _folder: folder,
        }
    }

    pub fn open(&self) -> Stock {
        Stock::open(&self.output, &self.ledger).unwrap()
    }

    pub fn ledger(&self) -> Ledger {
        Ledger::open(&self.ledger, LedgerCreation::Never).unwrap()
    }

    pub fn is_sound(&self) {
        let report = self.ledger().check().unwrap();
        assert_eq!(report.findings, Vec::<String>::new());
    }
}

fn asked(level: &str, n: u64) -> LevelRequest {
    LevelRequest {
        scheme: None,
        level: level.to_owned(),
        n,
    }
}

pub fn request(key: &str, level: &str, n: u64) -> Request {
    Request {
        client: "shop".to_owned(),
        key: key.to_owned(),
        asked: asked(level, n),
        quota: None,
    }
}

pub fn ids(items: &[Arc<Item>]) -> Vec<PuzzleId> {
    items.iter().map(|item| item.record.id()).collect()
}

fn free(stock: &Stock) -> Vec<(u64, u64)> {
    let free = stock.free().into_iter();
    free.map(|it| (it.free, it.taken)).collect()
}

/// Closing the stock closes its connections to the ledger, because other threads may still own the stock when a
/// server stops.
#[test]
fn a_closed_stock_leaves_the_ledger_as_one_file() {
    let place = Place::new();
    let stock = place.open();
    stock.probe().unwrap();
    stock.ledger_facts().unwrap();
    let log = place.output.join("ledger.sqlite-wal");
    assert!(log.exists());
    stock.close();
    assert!(!log.exists());
    assert!(matches!(stock.probe(), Err(StockError::Closed)));
    assert!(!log.exists());
}

#[cfg(unix)]
#[test]
fn a_pack_that_cannot_be_looked_at_is_not_gone() {
    let place = Place::new();
    let stock = place.open();
    let counts = free(&stock);
    // A link to itself can't be followed, but is no missing file.
    let manifest = place.output.join("mon/pack.json");
    fs::remove_file(&manifest).unwrap();
    std::os::unix::fs::symlink("pack.json", &manifest).unwrap();
    stock.refresh().unwrap();
    assert_eq!(free(&stock), counts);
    let troubles = stock.troubles();
    assert!(troubles.iter().any(|it| it.contains("mon/pack.json")));
    fs::remove_file(&manifest).unwrap();
    stock.refresh().unwrap();
    assert_ne!(free(&stock), counts);
}

/// The stock notices a deleted pack only at the next refresh, but its answers are correct even before.
#[test]
fn a_pack_deleted_a_moment_ago_is_gone() {
    let place = Place::new();
    let stock = place.open();
    let taken = stock.take(request("a", "hard", 1)).unwrap();
    let (pack, id) = (&taken.items[0].pack.name, taken.items[0].record.id());
    fs::remove_dir_all(place.output.join(pack)).unwrap();
    let again = stock.take(request("a", "hard", 1)).unwrap_err();
    assert!(
        matches!(&again, TakeError::PackGone { pack: gone } if gone == pack),
        "{again}"
    );
    assert!(stock.puzzle(id).unwrap().is_none());
}

#[test]
fn what_is_looked_at_is_taken_next_and_only_once() {
    let place = Place::new();
    let stock = place.open();
    assert_eq!(free(&stock), [(80, 0); 5]);
    let seen = stock.look(&asked("hard", 30)).unwrap();
    assert_eq!(stock.look(&asked("4", 30)).unwrap().len(), 30);
    let taken = stock.take(request("a", "hard", 30)).unwrap();
    assert_eq!((ids(&taken.items), taken.is_again), (ids(&seen), false));
    assert!(
        taken
            .items
            .iter()
            .all(|it| it.record.level() == Level::HARD)
    );
    let next = stock.look(&asked("hard", 100)).unwrap();
    assert_eq!(next.len(), 50);
    assert!(next.iter().all(|it| !ids(&seen).contains(&it.record.id())));
    let again = stock.take(request("a", "hard", 30)).unwrap();
    assert_eq!((ids(&again.items), again.is_again), (ids(&seen), true));
    // Another client's key is another key.
    let other = Request {
        client: "other".to_owned(),
        ..request("a", "hard", 1)
    };
    assert_eq!(ids(&stock.take(other).unwrap().items), ids(&next[..1]));
    let refused = stock.take(request("a", "hard", 29)).unwrap_err();
    assert!(matches!(refused, TakeError::OtherRequest));
    let refused = stock.take(request("b", "hard", 50)).unwrap_err();
    assert!(
        matches!(refused, TakeError::Short { free: 49, .. }),
        "{refused}"
    );
    let refused = stock.take(request("b", "harder", 1)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "no level is called \"harder\"; the levels are easy, fairly-easy, moderate, hard, very-hard"
    );
    // A key that took nothing is as good as new.
    assert_eq!(
        stock.take(request("b", "hard", 49)).unwrap().items.len(),
        49
    );
    assert_eq!(free(&stock)[3], (0, 80));
    drop(stock);
    let stock = place.open();
    assert_eq!(free(&stock), [(80, 0), (80, 0), (80, 0), (0, 80), (80, 0)]);
    assert_eq!(
        ids(&stock.take(request("a", "hard", 30)).unwrap().items),
        ids(&seen)
    );
    place.is_sound();
}

/// Taken puzzles are a shipment of their own, which can't be cancelled; all other puzzles stay in stock.
#[test]
fn only_what_was_taken_is_out_of_stock() {
    let place = Place::new();
    let stock = place.open();
    let taken = ids(&stock.take(request("a", "easy", 3)).unwrap().items);
    // Before the stock is closed, as a kill would find it.
    let ledger = place.ledger();
    assert_eq!(ledger.takes().unwrap(), (1, 3));
    let of_easy = ledger.stock().unwrap().swap_remove(0).1;
    assert_eq!((of_easy.shipped, of_easy.in_stock()), (3, 77));
    let (asked, of_key) = ledger.taken("shop", "a").unwrap().unwrap();
    assert!(asked.contains("easy") && of_key == taken);
    let known = ledger.look_up(taken[1]).unwrap().unwrap();
    let (shipment, place_there) = known.shipped.unwrap();
    assert_eq!(place_there, 2);
    let refused = ledger.unship(&shipment.title).unwrap_err();
    assert!(
        matches!(refused, LedgerError::HandedOut { .. }),
        "{refused}"
    );
    drop(stock);
    assert_eq!(free(&place.open())[0], (77, 3));
}

/// A stock does not open with an older copy of the ledger. Without the file that shows the copy's age, it opens, and
/// repeated requests from before the copy get the same puzzles.
#[test]
fn an_older_ledger_hands_out_nothing() {
    let place = Place::new();
    let stock = place.open();
    let first = ids(&stock.take(request("a", "easy", 3)).unwrap().items);
    let backup = place.output.join("backup.sqlite");
    place.ledger().back_up(&backup).unwrap();
    stock.take(request("b", "easy", 3)).unwrap();
    drop(stock);
    fs::copy(&backup, &place.ledger).unwrap();
    let refused = Stock::open(&place.output, &place.ledger).unwrap_err();
    assert!(refused.to_string().contains("older copy"), "{refused}");
    fs::remove_file(place.ledger.with_extension("sqlite.last")).unwrap();
    let again = place.open().take(request("a", "easy", 3)).unwrap();
    assert_eq!((ids(&again.items), again.is_again), (first, true));
}

#[test]
fn others_ship_retire_publish_and_delete_meanwhile() {
    let place = Place::new();
    let stock = place.open();
    let next = ids(&stock.look(&asked("easy", 10)).unwrap());
    place.ledger().ship("a book", &next[..4]).unwrap();
    place.ledger().retire(&next[4..5], "a misprint").unwrap();
    // Nobody told the stock, and still it gives nothing that went out.
    let taken = ids(&stock.take(request("a", "easy", 5)).unwrap().items);
    assert_eq!(taken, next[5..]);
    stock.refresh().unwrap();
    assert_eq!(free(&stock)[0], (70, 10));
    place.ledger().unship("a book").unwrap();
    stock.refresh().unwrap();
    assert_eq!(free(&stock)[0], (74, 6));
    let wed = Pack::open(&place.output.join("wed")).unwrap();
    place.ledger().import_pack(&wed).unwrap();
    stock.refresh().unwrap();
    assert_eq!(free(&stock)[0], (114, 6));
    fs::remove_dir_all(place.output.join("tue")).unwrap();
    stock.refresh().unwrap();
    assert_eq!((free(&stock)[0].0, free(&stock)[1]), (74, (80, 0)));
    assert_eq!(stock.library().packs().len(), 2);
    assert!(stock.library().pack("../output/mon").is_none());
    assert_eq!(stock.troubles(), Vec::<String>::new());
    fs::write(place.output.join("wed").join("pack.json"), "{}").unwrap();
    stock.refresh().unwrap();
    let troubles = stock.troubles();
    assert!(
        troubles.len() == 1 && troubles[0].contains("wed"),
        "{troubles:?}"
    );
}

#[test]
fn any_puzzle_of_any_pack_is_found() {
    let place = Place::new();
    let stock = place.open();
    for pack in ["mon", "tue", "wed"] {
        let pack = Pack::open(&place.output.join(pack)).unwrap();
        for level in pack.manifest().job.scheme.levels() {
            let records: Vec<Record> = pack.records(level).unwrap().map(Result::unwrap).collect();
            let of_level: Vec<PuzzleId> = records.iter().map(|it| it.id).collect();
            assert_eq!(pack.ids(level).unwrap(), of_level);
            for (number, record) in (1..).zip(&records) {
                let found = pack.record_of(level, record.number).unwrap();
                assert_eq!(found.as_ref(), Some(&(number, record.clone())));
                assert_eq!(
                    pack.record_of(level, record.number + 1)
                        .unwrap()
                        .map(|it| it.0),
                    records
                        .get(number as usize)
                        .filter(|it| it.number == record.number + 1)
                        .map(|_| number + 1)
                );
                let (item, known) = stock.puzzle(record.id).unwrap().unwrap();
                let record = AnyRecord::Nine(Box::new(record.clone()));
                assert_eq!((item.place, &item.record), (number, &record));
                assert_eq!(known.is_some(), !pack.folder().ends_with("wed"));
            }
            assert_eq!(pack.record_at(level, 41).unwrap(), None);
            assert_eq!(pack.record_at(level, u64::MAX).unwrap(), None);
        }
    }
    assert!(
        stock
            .puzzle(PuzzleId::from_bytes([7; 16]))
            .unwrap()
            .is_none()
    );
}

/// Single puzzles are found by their places and numbers, also in level files of several frames.
#[test]
fn single_puzzles_are_found_in_long_files() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 2500 --seed 9 --name long -q";
    run_in(folder.path(), job).expect(0);
    let pack = Pack::open(&folder.path().join("output/long")).unwrap();
    let mut longest = 0;
    for level in pack.manifest().job.scheme.levels() {
        let records: Vec<Record> = pack.records(level).unwrap().map(Result::unwrap).collect();
        longest = longest.max(records.len());
        for (place, record) in (1..).zip(&records) {
            assert_eq!(pack.record_at(level, place).unwrap().as_ref(), Some(record));
            let found = pack.record_of(level, record.number).unwrap();
            assert_eq!(found, Some((place, record.clone())));
        }
        assert_eq!(pack.record_of(level, 5000).unwrap(), None);
        assert_eq!(
            pack.record_at(level, records.len() as u64 + 1).unwrap(),
            None
        );
    }
    assert!(longest > 512, "{longest}");
}

/// A request, and the puzzles that it took, or `None` if the level had too few. The request is named by the thread that
/// owns its key, and by its number. Thread 0 owns the keys that all threads use.
type Told = ((usize, usize), Option<Vec<PuzzleId>>);

#[test]
fn many_at_once_take_different_puzzles() {
    let place = Place::new();
    let stock = place.open();
    let take = |thread: usize, n: usize| -> Told {
        // Every second key is one that all threads use.
        let owner = thread * ((n + 1) % 2);
        let asked = request(&format!("{owner} {n}"), LEVELS[n % 5], 1 + n as u64 % 3);
        let taken = match stock.take(asked) {
            Ok(TakenPuzzles { items, .. }) => Some(ids(&items)),
            Err(TakeError::Short { .. }) => None,
            Err(error) => panic!("{error}"),
        };
        ((owner, n), taken)
    };
    let take = &take;
    let all: Vec<Told> = std::thread::scope(|scope| {
        let start =
            |thread| scope.spawn(move || (0..30).map(|n| take(thread, n)).collect::<Vec<_>>());
        let threads: Vec<_> = (0..8).map(start).collect();
        let threads = threads.into_iter();
        threads.flat_map(|it| it.join().unwrap()).collect()
    });
    let mut by_key = HashMap::new();
    for (key, taken) in all {
        let Some(taken) = taken else { continue };
        assert_eq!(by_key.entry(key).or_insert_with(|| taken.clone()), &taken);
    }
    let taken: Vec<PuzzleId> = by_key.into_values().flatten().collect();
    assert!(taken.len() > 250);
    assert_eq!(taken.iter().collect::<HashSet<_>>().len(), taken.len());
    drop(stock);
    place.is_sound();
}

#[test]
fn one_process_has_the_stock() {
    let place = Place::new();
    let stock = place.open();
    let second = Stock::open(&place.output, &place.ledger).unwrap_err();
    assert!(matches!(second, StockError::Held { .. }), "{second}");
    drop(stock);
    drop(place.open());
}

#[derive(Debug, Clone)]
enum Act {
    Take { key: u8, level: usize, n: u64 },
    Look { level: usize },
    Ship { level: usize, n: usize },
    Retire { level: usize },
    Refresh,
    Reopen,
}

fn acts() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => (0_u8..12, 0_usize..5, 1_u64..30).prop_map(|(key, level, n)| Act::Take { key, level, n }),
        2 => (0_usize..5).prop_map(|level| Act::Look { level }),
        1 => (0_usize..5, 1_usize..9).prop_map(|(level, n)| Act::Ship { level, n }),
        1 => (0_usize..5).prop_map(|level| Act::Retire { level }),
        1 => Just(Act::Refresh),
        1 => Just(Act::Reopen),
    ]
}

proptest! {
    #![proptest_config(crate::cases(8))]
    #[test]
    fn nothing_is_ever_taken_twice(acts in proptest::collection::vec(acts(), 1..40)) {
        let place = Place::new();
        let mut stock = place.open();
        let mut by_key: BTreeMap<u8, (usize, u64, Vec<PuzzleId>)> = BTreeMap::new();
        let mut gone: [HashSet<PuzzleId>; 5] = Default::default();
        for (step, act) in acts.into_iter().enumerate() {
            match act {
                Act::Take { key, level, n } => {
                    let taken = stock.take(request(&key.to_string(), LEVELS[level], n));
                    match (by_key.get(&key), taken) {
                        (Some((l, m, before)), Ok(again)) => {
                            prop_assert_eq!((*l, *m, before), (level, n, &ids(&again.items)));
                            prop_assert!(again.is_again);
                        }
                        (Some((l, m, _)), Err(TakeError::OtherRequest)) => {
                            prop_assert_ne!((*l, *m), (level, n));
                        }
                        (None, Ok(new)) => {
                            let new = ids(&new.items);
                            prop_assert_eq!(new.len() as u64, n);
                            for id in &new {
                                prop_assert!(gone[level].insert(*id));
                            }
                            by_key.insert(key, (level, n, new));
                        }
                        (None, Err(TakeError::Short { free, .. })) => {
                            prop_assert!(free < n);
                            // What others shipped since the last look is counted at the next.
                            prop_assert!(80 - gone[level].len() as u64 <= free);
                        }
                        (_, Err(error)) => prop_assert!(false, "{error}"),
                    }
                }
                Act::Look { level } => {
                    stock.refresh().unwrap();
                    let seen = ids(&stock.look(&asked(LEVELS[level], 100)).unwrap());
                    prop_assert_eq!(seen.len(), 80 - gone[level].len());
                    prop_assert!(seen.iter().all(|id| !gone[level].contains(id)));
                }
                Act::Ship { level, n } => {
                    let seen = ids(&stock.look(&asked(LEVELS[level], 100)).unwrap());
                    let wanted: Vec<PuzzleId> = seen.into_iter().rev().take(n).collect();
                    if place.ledger().ship(&format!("book {step}"), &wanted).is_ok() {
                        gone[level].extend(wanted);
                    }
                }
                Act::Retire { level } => {
                    let seen = ids(&stock.look(&asked(LEVELS[level], 100)).unwrap());
                    let ledger = place.ledger();
                    let free = seen.into_iter().rev().find(|id| ledger.is_in_stock(*id).unwrap());
                    if let Some(id) = free {
                        ledger.retire(&[id], "").unwrap();
                        gone[level].insert(id);
                    }
                }
                Act::Refresh => stock.refresh().unwrap(),
                Act::Reopen => {
                    stock.close();
                    stock = place.open();
                }
            }
        }
        drop(stock);
        place.is_sound();
        let expected: Vec<(u64, u64)> =
            gone.iter().map(|gone| (80 - gone.len() as u64, gone.len() as u64)).collect();
        prop_assert_eq!(free(&place.open()), expected);
    }
}
