//! Measures a ledger to which a pack is added every night: the time to open the ledger, to look up puzzles in it and
//! to add a pack, and the size of the ledger on the disk.
//!
//! `FACTORY_BENCH_NIGHTS=400 cargo bench --bench ledger` makes a ledger of 400 nights with 100,000 puzzles each, about
//! a year, in the system's folder for temporary files (2.5 GB); the default is ten nights. If `FACTORY_BENCH_FOLDER`
//! names a folder, the ledger is kept there and used again.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout
)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use sudoku_factory::config::{Job, Settings};
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::ledger::{Ledger, LedgerCreation};
use sudoku_factory::line::{Publication, PublishedIndex, PublishedPuzzle};

const A_NIGHT: u64 = 100_000;
const LOOKS: u64 = 1_000_000;

fn id(number: u64) -> PuzzleId {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&blake3::hash(&number.to_le_bytes()).as_bytes()[..16]);
    PuzzleId::from_bytes(bytes)
}

fn publish(ledger: &Ledger, folder: &Path, job: &Job, night: u64) -> Duration {
    let first = night * A_NIGHT;
    let puzzles: Vec<PublishedPuzzle> = (first..first + A_NIGHT)
        .map(|number| PublishedPuzzle {
            id: id(number),
            number: number % A_NIGHT * 3,
            level: 1 + (number % 5) as u8,
            difficulty: 1.0 + (number % 2000) as f64 / 100.0,
        })
        .collect();
    let folder = folder.join(format!("nightly-{night:04}"));
    let began = Instant::now();
    let publication = Publication {
        folder: &folder,
        job,
        puzzles: &puzzles,
    };
    ledger.record(&[publication]).expect("recorded");
    began.elapsed()
}

/// Looks up [`LOOKS`] puzzles, numbered from `first`. Returns the mean time per puzzle in microseconds.
fn look(ledger: &Ledger, first: u64) -> f64 {
    let ids: Vec<PuzzleId> = (first..first + LOOKS).map(id).collect();
    let began = Instant::now();
    let found = ids.iter().filter(|id| ledger.knows(**id, 0)).count();
    black_box(found);
    began.elapsed().as_secs_f64() * 1e6 / LOOKS as f64
}

fn main() {
    let nights = std::env::var("FACTORY_BENCH_NIGHTS").ok();
    let nights: u64 = nights.and_then(|text| text.parse().ok()).unwrap_or(10);
    let scratch = tempfile::tempdir().expect("a folder");
    let named = std::env::var("FACTORY_BENCH_FOLDER").map(PathBuf::from);
    let folder = named.unwrap_or_else(|_| scratch.path().to_owned());
    let path = folder.join("ledger.sqlite");
    let settings = Settings {
        count: Some(A_NIGHT),
        seed: Some(1),
        ..Settings::default()
    };
    let defaults = Settings::defaults().expect("the defaults");
    let job = settings.over(defaults).run_spec().expect("an order").job;
    let open = || {
        let began = Instant::now();
        let ledger = Ledger::open(&path, LedgerCreation::IfMissing).expect("a ledger");
        let against = ledger.states(&folder, &job).expect("its state");
        ledger
            .run_against(&against)
            .expect("a state that it was in");
        (ledger, began.elapsed())
    };
    let (ledger, _) = open();
    let held = ledger.head().expect("its state").packs;
    let mut last = Duration::ZERO;
    let mut slowest = Duration::ZERO;
    for night in held..nights {
        last = publish(&ledger, &folder, &job, night);
        slowest = slowest.max(last);
    }
    drop(ledger);
    println!("{} puzzles in {nights} packs", nights * A_NIGHT);
    println!("a night of {A_NIGHT} recorded in {last:.2?}, at most {slowest:.2?}");
    let bytes = std::fs::metadata(&path).map_or(0, |it| it.len());
    let each = bytes as f64 / (nights * A_NIGHT) as f64;
    println!("{each:.1} bytes a puzzle");
    let (ledger, opened) = open();
    println!("opened in {opened:.2?}");
    let strange = look(&ledger, nights * A_NIGHT);
    let known = look(&ledger, 0);
    println!("a look: {strange:.2} µs for a puzzle that is new, {known:.2} µs for a known one");
}
