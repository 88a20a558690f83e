//! Compares our Sudoku Explainer ratings with those of the original program: how many are equal, and how fast ours
//! are computed.
//!
//! `cargo bench --bench explainer -- [FILE] [se-1.2.1 | se-1.18.1]` reads a tab-separated file. Its first columns
//! are the set, the puzzle, ER, EP and ED. For release 1.18.1, three columns from `ER_1181` on are read instead,
//! if the file has them. Without FILE, the release's own file in `crates/engine/tests/data` is read. The benchmark
//! prints the tables of `docs/se.md`, measured on one core.

#![allow(clippy::expect_used, clippy::print_stdout)]

#[path = "../tests/sets.rs"]
mod sets;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use sudoku_factory::grid::Board;
use sudoku_factory::rate::explainer::{Er, Explainer, SeRating, SeTable};

/// The maximum number of puzzles with different ratings that are listed.
const MOST_LISTED: usize = 20;

/// The largest difference of ER, in tenths, at which two ratings count as near.
const NEAR: f64 = 3.0;

/// The results for the puzzles of one set.
#[derive(Default)]
struct Set {
    /// Number of puzzles for which the file has ER, EP and ED of the original.
    compared: usize,
    equal: [usize; 3],
    /// Number of puzzles whose ER differs by at most 0.3 from the original's.
    near: usize,
    beyond: usize,
    times: Vec<Duration>,
}

fn main() {
    let table_of = |name: &String| SeTable::ALL.into_iter().find(|it| it.name() == name);
    let given = std::env::args().skip(1).filter(|it| !it.starts_with('-'));
    let (names, files): (Vec<String>, Vec<String>) = given.partition(|it| table_of(it).is_some());
    let table = names.first().and_then(table_of).unwrap_or_default();
    let ours = || sets::file(&format!("{}.tsv", table.name()));
    let file = files.first().map_or_else(ours, PathBuf::from);
    let rows = fs::read_to_string(file).expect("the file can be read");
    let head = rows.lines().next().unwrap_or_default();
    let later = head.split('\t').position(|column| column == "ER_1181");
    let first = later.filter(|_| table == SeTable::V1_18_1).unwrap_or(2);
    let mut explainer = Explainer::default().by(table);
    let mut sets: BTreeMap<&str, Set> = BTreeMap::new();
    let mut different = Vec::new();
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let puzzle: Board = fields[1].parse().expect("a puzzle");
        let start = Instant::now();
        let rating = explainer.rate(&puzzle);
        let set = sets.entry(fields[0]).or_default();
        set.times.push(start.elapsed());
        let numbers = fields.get(first..first + 3).unwrap_or_default();
        if let Some(apart) = set.add(&rating, numbers) {
            let numbers = numbers.join("/");
            let said = format!("{}: {puzzle}: {rating}; in the file {numbers}", fields[0]);
            different.push((apart, said));
        }
    }
    print(sets);
    different.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, line) in different.iter().take(MOST_LISTED) {
        println!("{line}");
    }
}

impl Set {
    /// Adds a rating to the counts. `numbers` are the ER, EP and ED that the file has for the puzzle. Returns the
    /// difference of the two ERs in tenths. Returns `None` if all three numbers agree with the rating, or the file
    /// lacks any of them.
    fn add(&mut self, rating: &SeRating, numbers: &[&str]) -> Option<f64> {
        self.beyond += usize::from(matches!(rating.er, Er::Above(_)));
        let ours = [rating.er_value(), rating.ep_value(), rating.ed_value()];
        let theirs: Vec<f64> = numbers.iter().filter_map(|it| it.parse().ok()).collect();
        if theirs.len() < ours.len() {
            return None;
        }
        self.compared += 1;
        let equal = |place: usize| ours[place] == Some(theirs[place]);
        for place in 0..ours.len() {
            self.equal[place] += usize::from(equal(place));
        }
        let er = ours[0].unwrap_or(f64::INFINITY);
        let apart = (10.0 * (er - theirs[0])).abs().round();
        self.near += usize::from(apart <= NEAR);
        (!(0..ours.len()).all(equal)).then_some(apart)
    }
}

/// Prints the table of equal ratings and the table of speeds.
fn print(sets: BTreeMap<&str, Set>) {
    println!(
        "| set | puzzles | compared | ER equal | within 0.3 | EP equal | ED equal | beyond reach |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, set) in &sets {
        let [er, ep, ed] = set.equal;
        let (rows, compared, near, beyond) = (set.times.len(), set.compared, set.near, set.beyond);
        println!("| {name} | {rows} | {compared} | {er} | {near} | {ep} | {ed} | {beyond} |");
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
        println!("| {name} | {rate:.1} | {median:.2} | {worst:.1} |");
    }
    println!();
}
