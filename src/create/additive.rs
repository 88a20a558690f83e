//! Paper 3: digits are put into blank cells until there is only one solution (Wang, section 1.5).
//!
//! The cells come in random order. Each gets one of the digits that stand in none of its peers, all
//! equally likely; a digit that leaves no solution is drawn again. When the clues have exactly one
//! solution they are a puzzle, mostly not a minimal one: digging thins them.
//!
//! How it differs from digging a full grid: the clues are scattered before the grid is known, so
//! that the grid is not drawn for itself but is whatever the clues happen to fix. A grid that many
//! small sets of clues fix is likelier than one that few do. The puzzle has 38 clues on average (22
//! to 74 in 5,000), and only these are thinned: the minimal puzzles have 24.1 clues, those dug from
//! the diagonal's grids 24.4, and are a little easier (16 % very hard for 19 %). It takes almost
//! three times as long: a question to the judge for every clue, and the first ones fix next to nothing.
//!
//! Only facts on which all judges agree decide: whether there is a solution, a second one, and the
//! one that is left. It never changes within an algorithm number.

use super::Created;
use super::complete::{Open, draw};
use crate::grid::{Board, Cell};
use crate::seed::Generator;
use crate::solve::search;

/// A puzzle's clues, and the grid that they fix.
pub(super) fn puzzle(rng: &mut Generator) -> Created {
    let mut order: Vec<Cell> = Cell::all().collect();
    rng.shuffle(&mut order);
    let mut board = Board::EMPTY;
    let mut open = Open::of(&board);
    for cell in order {
        let mut untried = open.legal(cell);
        while let Some(digit) = draw(untried, rng) {
            board.set(cell, Some(digit));
            let solved = search::solve(&board, 2);
            if let (1, Some(grid)) = (solved.count, solved.first) {
                return created(grid, &board);
            }
            if solved.count > 1 {
                open.place(cell, digit);
                break;
            }
            untried = untried.without(digit);
        }
    }
    created(board, &board)
}

fn created(grid: Board, clues: &Board) -> Created {
    Created {
        grid,
        clues: clues.clues(),
        attempts: 1,
    }
}
