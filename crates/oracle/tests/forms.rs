//! Tests that all forms of a puzzle have one canonical form and one id, and that other puzzles have different ones.

use crate::samples::{Dice, Made};
use oracle::{Grid, Interpretation, canonical, id, rate};
use std::collections::BTreeSet;
use sudoku_engine::{Board, Canonical};

/// Moves and relabels a puzzle and its solution in the same random way.
fn shuffled(grids: [Grid; 2], dice: &mut Dice) -> [Grid; 2] {
    let mut lines = || -> Vec<usize> {
        let mut chutes = [0, 1, 2].map(|chute| [3 * chute, 3 * chute + 1, 3 * chute + 2]);
        dice.shuffle(&mut chutes);
        for chute in &mut chutes {
            dice.shuffle(chute);
        }
        chutes.concat()
    };
    let (rows, columns) = (lines(), lines());
    let mut labels: Vec<u8> = (1..=9).collect();
    dice.shuffle(&mut labels);
    labels.insert(0, 0);
    let exchanges = dice.below(2) == 0;
    grids.map(|grid| {
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let from = if exchanges {
                9 * column + row
            } else {
                9 * row + column
            };
            labels[usize::from(grid[from])]
        })
    })
}

#[test]
fn relatives_have_one_form_one_id_and_one_rating() {
    let mut ids = BTreeSet::new();
    let mut dice = Dice(3);
    for number in 0..300 {
        let (puzzle, solution) = Made::of(13, number).grids();
        let form = canonical(&puzzle, &solution);
        let rating = rate(&puzzle, &solution, &Interpretation::wu());
        for _ in 0..5 {
            let [puzzle, solution] = shuffled([puzzle, solution], &mut dice);
            assert_eq!(canonical(&puzzle, &solution), form);
            assert_eq!(rate(&puzzle, &solution, &Interpretation::wu()), rating);
        }
        ids.insert(id(&form.puzzle));
    }
    assert_eq!(ids.len(), 300);
}

/// Checks that the oracle and the engine agree on grids with many symmetries, among them the grid with the most, 648.
#[test]
fn symmetric_grids_agree_with_the_engine() {
    let mut most = 0;
    let mut dice = Dice(4);
    for number in 0..60 {
        // Rows that are moved by thirds, and thirds whose digits turn: some of these grids have hundreds.
        let turns: [usize; 9] =
            std::array::from_fn(|_| if number < 20 { 0 } else { dice.below(3) });
        let solution: Grid = std::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            let third = (row + column / 3) % 3;
            let turn = row / 3 + turns[3 * (row / 3) + third];
            (3 * third + (column + turn) % 3 + 1) as u8
        });
        let full = Board::from_values(solution).unwrap();
        if !full.is_full_grid() {
            continue;
        }
        let mut puzzle = solution;
        for _ in 0..40 {
            puzzle[dice.below(81)] = 0;
        }
        let ours = canonical(&puzzle, &solution);
        let given = Board::from_values(puzzle).unwrap();
        let theirs = Canonical::of(&given, &full);
        assert_eq!(
            (ours.puzzle, ours.solution),
            (*theirs.puzzle.values(), *theirs.solution.values())
        );
        assert_eq!(theirs.transform.apply(&given), theirs.puzzle);
        assert_eq!(ours.symmetries, theirs.solution_symmetries);
        most = most.max(ours.symmetries);
    }
    assert!(most >= 108, "{most}");
}
