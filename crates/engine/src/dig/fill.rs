//! Filling a pattern: digits in given cells that have one solution.
//!
//! The digits that a random grid has there nearly never have one solution; a pattern of 24 cells
//! has thousands. So they are changed, one cell at a time, as long as the number of solutions does
//! not rise: a walk downhill, which may also go on level ground, since there it finds its way
//! around. How far it goes is bounded by the solutions counted and not by time: the same on every
//! machine.

use super::pattern::Pattern;
use crate::grid::{Board, Cell, Digit};
use crate::seed::Generator;
use crate::solve::search;

/// Solutions are counted up to here: with more a pattern is as good as empty.
const MOST_SOLUTIONS: usize = 4000;
/// What a walk may count in all before it is given up.
const BUDGET: usize = 150_000;
/// What asking costs, as so many solutions, even where there is none.
const QUESTION: usize = 8;

/// What came of a walk.
pub(super) struct Filled {
    /// The digits that the pattern ended with.
    pub puzzle: Board,
    /// One of its solutions, the only one if `unique`.
    pub solution: Board,
    pub unique: bool,
    /// How often solutions were counted.
    pub checks: u32,
}

/// Walks from the digits that the grid has in the pattern's cells.
pub(super) fn fill(grid: &Board, pattern: Pattern, rng: &mut Generator) -> Filled {
    let cells: Vec<Cell> = pattern.cells().collect();
    let mut puzzle = grid.keep(pattern.cells());
    let mut solutions = search::count(&puzzle, MOST_SOLUTIONS);
    let mut checks = 1;
    let mut spent = solutions;
    while solutions > 1 && spent < BUDGET && !cells.is_empty() {
        let cell = cells[rng.below(cells.len() as u32) as usize];
        let before = puzzle.get(cell);
        let mut digits: Vec<Digit> = Digit::all().collect();
        rng.shuffle(&mut digits);
        spent += QUESTION;
        for digit in digits {
            let is_taken = |peer: Cell| puzzle.get(peer) == Some(digit);
            if puzzle.get(cell) == Some(digit) || cell.peers().into_iter().any(is_taken) {
                continue;
            }
            puzzle.set(cell, Some(digit));
            let found = search::count(&puzzle, (solutions + 1).min(MOST_SOLUTIONS));
            checks += 1;
            spent += found + QUESTION;
            if (1..=solutions).contains(&found) {
                solutions = found;
                break;
            }
            puzzle.set(cell, before);
        }
    }
    Filled {
        puzzle,
        solution: search::solve(&puzzle, 1).first.unwrap_or(*grid),
        unique: solutions == 1,
        checks,
    }
}
