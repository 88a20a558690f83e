//! Tests the ratings by Sudoku Explainer's method.
//!
//! They must equal the ratings of the original program, and no board may cause a panic.
#![allow(clippy::unwrap_used)] // clippy.toml's leave is for test functions, not their helpers

#[path = "../../../tests/sets.rs"]
mod sets;

use proptest::prelude::*;
use std::collections::BTreeSet;
use sudoku_engine::grid::{Board, CELLS, Candidates, Cell, Digit};
use sudoku_engine::rate::explainer::{Er, Explainer, SeChain, SeStep, SeTable, SeTechnique};
use sudoku_engine::solve::search;

/// The files of puzzles that the original Sudoku Explainer has rated: one file for each table of ratings.
const RATED: [(SeTable, &str); 2] = [
    (SeTable::V1_2_1, "se-1.2.1.tsv"),
    (SeTable::V1_18_1, "se-1.18.1.tsv"),
];

#[test]
fn er_ep_and_ed_are_the_originals() {
    for (table, rated) in RATED {
        let mut explainer = Explainer::default().by(table);
        for row in sets::rows(rated) {
            let fields: Vec<&str> = row.split('\t').collect();
            let tenths = |field: usize| fields[field].replace('.', "").parse::<u8>().unwrap();
            let rating = explainer.rate(&fields[1].parse().unwrap());
            let expected = (Er::Exactly(tenths(2)), Some(tenths(3)), Some(tenths(4)));
            assert_eq!(
                (rating.er, rating.ep, rating.ed),
                expected,
                "{table}: {row}"
            );
        }
    }
}

#[test]
fn strong_links_and_long_wings_are_of_the_later_table_only() {
    let is_later = |step: &SeStep| {
        use SeTechnique::*;
        matches!(
            step.technique,
            TwoStrongLinks | ThreeStrongLinks | FourStrongLinks | WxyzWing | VwxyzWing | UvwxyzWing
        )
    };
    let mut met = BTreeSet::new();
    for (table, rated) in RATED {
        let mut explainer = Explainer::default().by(table);
        for row in sets::rows(rated) {
            let puzzle = row.split('\t').nth(1).unwrap().parse().unwrap();
            let (rating, steps) = explainer.steps(&puzzle);
            assert_eq!(rating.table, table);
            let later = steps.iter().filter(|step| is_later(step));
            met.extend(later.map(|step| (table, step.technique)));
        }
    }
    assert!(met.iter().all(|it| it.0 == SeTable::V1_18_1), "{met:?}");
    assert_eq!(met.len(), 6, "{met:?}");
}

/// Checks AI Escargot, a puzzle that needs nested chains. Lists from the time when it was published give it ER 10.5, EP
/// 1.2 and ED 1.2.
#[test]
fn ai_escargot_needs_nested_chains() {
    let puzzle =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let (rating, steps) = Explainer::default().steps(&puzzle.parse().unwrap());
    assert_eq!(rating.er, Er::Exactly(105));
    assert_eq!((rating.ep, rating.ed), (Some(12), Some(12)));
    let is_nested = |step: &SeStep| step.technique >= SeTechnique::NestedForcingChains;
    assert!(steps.iter().any(is_nested));
}

/// Checks that steps place and remove only what the solution allows, and that they lead to the solution.
#[test]
fn steps_replay_to_the_solution_and_their_chains_hold_together() {
    let mut chains = 0;
    let all = RATED
        .iter()
        .flat_map(|(table, rated)| sets::rows(rated).map(|row| (*table, row)));
    for (table, row) in all {
        let mut explainer = Explainer::default().by(table);
        let puzzle: Board = row.split('\t').nth(1).unwrap().parse().unwrap();
        let solution = search::solve(&puzzle, 1).first.unwrap();
        let (rating, steps) = explainer.steps(&puzzle);
        assert_eq!(rating, explainer.rate(&puzzle));
        let numbers = steps.iter().map(|step| step.tenths);
        assert_eq!(numbers.max().map(Er::Exactly), Some(rating.er));
        let (mut board, mut candidates) = (puzzle, Candidates::of(&puzzle));
        for step in &steps {
            for mark in &step.placements {
                assert_eq!(solution.get(mark.cell), Some(mark.digit), "{step}");
                board.set(mark.cell, Some(mark.digit));
                candidates.place(mark.cell, mark.digit);
            }
            for mark in &step.eliminations {
                assert_ne!(solution.get(mark.cell), Some(mark.digit), "{step}");
                assert!(candidates.remove(mark.cell, mark.digit), "{step}");
            }
            for chain in &step.chains {
                assert_links(chain);
                chains += 1;
            }
        }
        assert_eq!(board, solution);
    }
    assert!(chains > 1000, "{chains}");
}

/// Checks that every node of a chain except the first has causes among the nodes before it. If a node has only one
/// cause, the two candidates must both be false, or one must be true and exclude the other, which is false.
fn assert_links(chain: &SeChain) {
    assert!(chain.nodes.len() > 1, "{chain}");
    for (place, node) in chain.nodes.iter().enumerate() {
        assert_eq!(node.causes.is_empty(), place == 0, "{chain}");
        assert!(node.causes.iter().all(|&cause| cause < place), "{chain}");
        if let [cause] = *node.causes {
            let cause = &chain.nodes[cause];
            let is_near = cause.mark.cell == node.mark.cell
                || cause.mark.digit == node.mark.digit && cause.mark.cell.sees(node.mark.cell);
            assert!(
                cause.on != node.on && is_near || !cause.on && !node.on,
                "{chain}"
            );
        }
    }
}

proptest! {
    /// Checks that no board causes a panic: boards with no solution, one solution or many, and boards that break the
    /// rules from the start.
    #[test]
    fn no_board_is_a_panic(givens in proptest::collection::vec((0..CELLS, 1_u8..=9), 0..40)) {
        let mut board = Board::EMPTY;
        for (cell, digit) in givens {
            board.set(Cell::new(cell).unwrap(), Digit::new(digit));
        }
        Explainer::with_effort(20_000).steps(&board);
    }
}
