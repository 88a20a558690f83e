//! Minutes: the same for all forms of a puzzle, in packs, in schemes, in JSON.

use crate::factory::run_in;
use proptest::prelude::*;
use std::time::Instant;
use sudoku_factory::create::equivalents;
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::rate::Timer;
use sudoku_factory::solve::search;

fn form(puzzle: &Board) -> Canonical {
    Canonical::of(puzzle, &search::solve(puzzle, 1).first.unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn turning_changes_nothing(line in 0usize..95, seed: u64) {
        let text = include_str!("../data/top95.txt");
        let puzzle: Board = text.lines().nth(line).unwrap().parse().unwrap();
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

/// The hardest kind of puzzle that is common: a tenth of the speed asked for, in any build.
#[test]
fn timing_is_quick() {
    let text = include_str!("../data/top95.txt");
    let forms: Vec<Canonical> = text.lines().map(|it| form(&it.parse().unwrap())).collect();
    let timer = Timer::new();
    let start = Instant::now();
    assert!(forms.iter().all(|form| timer.minutes(form).tenths() > 60));
    assert!(start.elapsed().as_secs_f64() < forms.len() as f64 / 100.0);
}

#[test]
fn a_pack_by_minutes_is_proven_again() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 40 --scheme time --seed 3 --name timed --quiet";
    run_in(folder.path(), job).expect(0);
    run_in(folder.path(), "verify output/timed").expect(0);
    let shown = run_in(folder.path(), "show output/timed --json --limit 1").expect(0);
    assert!(shown.out.contains("\"minutes\":"), "{}", shown.out);
    let file = folder.path().join("p.txt");
    std::fs::write(&file, format!("{}\n", super::FIG_3_5)).unwrap();
    let rated = run_in(folder.path(), "rate --json p.txt").expect(0);
    assert!(rated.out.contains("\"minutes\":null"), "{}", rated.out);
}
