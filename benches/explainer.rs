//! Sudoku Explainer's rating on puzzles that the original rated: how many are equal, and how fast.
//!
//! `cargo bench --bench explainer -- TABLE` reads a table with tabs: set, puzzle, ER, EP, ED and perhaps
//! more; without TABLE the one of the engine's tests. It prints the tables of `docs/se.md`, on one core.

#![allow(clippy::expect_used, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use sudoku_factory::grid::Board;
use sudoku_factory::rate::explainer::{Er, Explainer, SeRating};

/// The most rows that are listed because they differ.
const MOST_LISTED: usize = 20;

/// The puzzles of one set.
#[derive(Default)]
struct Set {
    /// Number of rows with ER, EP and ED of the original, and how many of each we give.
    compared: usize,
    equal: [usize; 3],
    beyond: usize,
    times: Vec<Duration>,
}

fn main() {
    let named = std::env::args().skip(1).find(|it| !it.starts_with('-'));
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/tests/data/se-1.2.1.tsv");
    let path = named.map_or(ours, PathBuf::from);
    let table = fs::read_to_string(&path).expect("the table can be read");
    let mut explainer = Explainer::default();
    let mut sets: BTreeMap<&str, Set> = BTreeMap::new();
    let mut different = Vec::new();
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let mut fields = row.split('\t');
        let (name, puzzle) = (fields.next(), fields.next());
        let (name, puzzle) = name.zip(puzzle).expect("a set and a puzzle");
        let numbers: Vec<&str> = fields.take(3).collect();
        let puzzle: Board = puzzle.parse().expect("a puzzle");
        let start = Instant::now();
        let rating = explainer.rate(&puzzle);
        let set = sets.entry(name).or_default();
        set.times.push(start.elapsed());
        if !set.add(&rating, &numbers) {
            different.push(format!(
                "{name}: {puzzle}: {rating}; in the table {}",
                numbers.join("/")
            ));
        }
    }
    print(sets);
    for line in different.iter().take(MOST_LISTED) {
        println!("{line}");
    }
}

impl Set {
    /// Counts a rating, and returns whether it is that of the table.
    fn add(&mut self, rating: &SeRating, numbers: &[&str]) -> bool {
        self.beyond += usize::from(matches!(rating.er, Er::Above(_)));
        let ours = [rating.er_value(), rating.ep_value(), rating.ed_value()];
        let theirs: Vec<f64> = numbers.iter().filter_map(|it| it.parse().ok()).collect();
        if theirs.len() < ours.len() {
            return true;
        }
        self.compared += 1;
        let equal = |place: usize| ours[place] == Some(theirs[place]);
        for place in 0..ours.len() {
            self.equal[place] += usize::from(equal(place));
        }
        (0..ours.len()).all(equal)
    }
}

/// Prints both tables.
fn print(sets: BTreeMap<&str, Set>) {
    println!("| set | puzzles | compared | ER equal | EP equal | ED equal | beyond reach |");
    println!("|---|---|---|---|---|---|---|");
    for (name, set) in &sets {
        let [er, ep, ed] = set.equal;
        let (rows, compared, beyond) = (set.times.len(), set.compared, set.beyond);
        println!("| {name} | {rows} | {compared} | {er} | {ep} | {ed} | {beyond} |");
    }
    println!("\n| set | puzzles a second | median ms | worst ms |");
    println!("|---|---|---|---|");
    for (name, mut set) in sets {
        set.times.sort_unstable();
        let sum: Duration = set.times.iter().sum();
        let rate = set.times.len() as f64 / sum.as_secs_f64();
        let ms = |time: Option<&Duration>| time.map_or(0.0, |it| 1e3 * it.as_secs_f64());
        let median = ms(set.times.get(set.times.len() / 2));
        let worst = ms(set.times.last());
        println!("| {name} | {rate:.0} | {median:.2} | {worst:.1} |");
    }
    println!();
}
