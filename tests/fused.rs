//! Paper 4's fused search: Stuart's levels on whole sets, and the quick form against the general.

use crate::solving::puzzle_set;
use sudoku_factory::grid::{Board, Shape, ShapedBoard};
use sudoku_factory::solve::fused::{BasicSet, Searcher, stuart_level};
use sudoku_factory::solve::search;

fn levels(puzzles: &[Board], basic: BasicSet) -> [usize; 4] {
    let mut counts = [0; 4];
    for puzzle in puzzles {
        let solution = search::solve(puzzle, 1).first.unwrap();
        counts[usize::from(stuart_level(puzzle, &solution, basic))] += 1;
    }
    counts
}

/// The paper's classes by the basic set of singles, locked candidates and pairs.
#[test]
fn stuarts_levels_come_out() {
    let magictour = levels(&puzzle_set("magictour1465.txt"), BasicSet::PAIRS);
    assert_eq!(magictour, [274, 1147, 44, 0]);
    let hardest = levels(&puzzle_set("hardest1106.txt"), BasicSet::PAIRS);
    assert_eq!(hardest, [0, 10, 362, 3]);
}

/// The whole set of 17 clues: 41,588 / 7,547 / 16.
#[test]
fn stuarts_levels_of_the_17_clue_set_come_out() {
    let counts = levels(&puzzle_set("sudoku17.txt.gz"), BasicSet::PAIRS);
    assert_eq!(counts, [41_588, 7_547, 16, 0]);
}

#[test]
fn the_quick_form_agrees_with_the_general_one() {
    for puzzle in puzzle_set("top95.txt") {
        let solution = search::solve(&puzzle, 1).first.unwrap();
        for (name, basic) in BasicSet::NAMED {
            let general = Searcher::new(Shape::NINE).stuart_level(
                &ShapedBoard::from(&puzzle),
                &ShapedBoard::from(&solution),
                basic,
            );
            let quick = stuart_level(&puzzle, &solution, basic);
            assert_eq!(general, Some(quick), "{name}: {puzzle}");
        }
    }
}
