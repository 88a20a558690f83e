//! Sudoku Explainer's ratings: equal to the original's, and without panics on any board.
#![allow(clippy::unwrap_used)] // clippy.toml's leave is for test functions, not their helpers

use proptest::prelude::*;
use sudoku_engine::grid::{Board, CELLS, Cell, Digit};
use sudoku_engine::rate::explainer::{Er, Explainer};

#[test]
fn er_ep_and_ed_are_the_originals() {
    let table = include_str!("data/se-1.2.1.tsv");
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let mut explainer = Explainer::default();
    for row in &rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let tenths = |field: usize| fields[field].replace('.', "").parse::<u8>().unwrap();
        let rating = explainer.rate(&fields[1].parse().unwrap());
        let expected = (Er::Exactly(tenths(2)), tenths(3), tenths(4));
        assert_eq!((rating.er, rating.ep, rating.ed), expected, "{row}");
    }
    assert_eq!(rows.len(), 430);
}

proptest! {
    /// Boards with no, one or many solutions, and such that break the rules at once.
    #[test]
    fn no_board_is_a_panic(givens in proptest::collection::vec((0..CELLS, 1_u8..=9), 0..40)) {
        let mut board = Board::EMPTY;
        for (cell, digit) in givens {
            board.set(Cell::new(cell).unwrap(), Digit::new(digit));
        }
        Explainer::default().rate(&board);
    }
}
