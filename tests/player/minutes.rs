//! Tests estimated solving minutes: they are the same for all forms of a puzzle. Also tests the minutes in packs, in
//! schemes and in JSON.

use crate::factory::run_in;
use crate::sets;
use proptest::prelude::*;
use sudoku_factory::create::equivalents;
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::rate::Timer;
use sudoku_factory::solve::search;

fn form(puzzle: &Board) -> Canonical {
    Canonical::of(puzzle, &search::solve(puzzle, 1).first.unwrap())
}

proptest! {
    #![proptest_config(crate::cases(12))]
    #[test]
    fn turning_changes_nothing(line in 0usize..95, seed: u64) {
        let puzzle: Board = sets::boards("top95.txt")[line];
        let turned = equivalents(seed, 0).next().unwrap().apply(&puzzle);
        let timer = Timer::new();
        prop_assert_eq!(timer.minutes(&form(&puzzle)), timer.minutes(&form(&turned)));
    }
}

#[test]
fn minutes_of_known_puzzles() {
    let timer = Timer::new();
    let of = |text: &str| timer.minutes(&form(&text.parse().unwrap())).to_string();
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let escargot =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let said = [easy, super::FIG_3_5, super::FIG_3_14, escargot, full].map(of);
    insta::assert_snapshot!(said.join(", "), @"3.8, 3.7, 7.4, 22.8, 0.1");
}

#[test]
fn a_pack_by_minutes_is_proven_again() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 40 --scheme time --ratings se --seed 3 --name timed --quiet";
    run_in(folder.path(), job).expect(0);
    run_in(folder.path(), "verify output/timed").expect(0);
    let shown = run_in(folder.path(), "show output/timed --json --limit 1").expect(0);
    assert!(shown.out.contains("\"minutes\":"), "{}", shown.out);
    let stats = run_in(folder.path(), "stats output/timed --json").expect(0);
    let stats: serde_json::Value = serde_json::from_str(&stats.out).unwrap();
    // Levels by minutes can't overlap.
    let overlaps = stats["easier_takes_longer"].as_array().unwrap();
    let chances = overlaps
        .iter()
        .map(|it| it["probability"].as_f64().unwrap());
    assert!(!overlaps.is_empty() && chances.sum::<f64>() == 0.0);
    let file = folder.path().join("p.txt");
    std::fs::write(&file, format!("{}\n", super::FIG_3_5)).unwrap();
    let rated = run_in(folder.path(), "rate --json p.txt").expect(0);
    assert!(rated.out.contains("\"minutes\":null"), "{}", rated.out);
}

/// Puzzles that a run keeps have all requested ratings, which do not depend on the number of threads. Puzzles of
/// full levels are not given the ratings made on request.
#[test]
fn kept_puzzles_have_all_ratings_and_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for threads in [1, 3] {
        let job = "--count 400 --per-level 3 --exhaust --ratings all --seed 4 --quiet";
        let placed = format!("{job} --threads {threads} --name by-{threads}");
        run_in(folder.path(), &placed).expect(0);
        run_in(folder.path(), &format!("verify output/by-{threads}")).expect(0);
    }
    let shown = |name: &str| run_in(folder.path(), &format!("show output/{name} --json")).out;
    assert_eq!(shown("by-1"), shown("by-3"));
    assert_eq!(shown("by-1").lines().count(), 15);
    assert!(!shown("by-1").contains("\"minutes\":null"));
}
