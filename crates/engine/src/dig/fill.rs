//! Filling a pattern: digits in given cells that have one solution.
//!
//! The digits that a random grid has there nearly never have one solution; a pattern of 24 cells
//! has thousands. So they are changed, one cell at a time, by a walk of steps after which the
//! number of solutions is not higher; steps that leave it equal are needed to get out of dead ends.
//! The length of the walk is limited by the solutions counted and not by time, so that it is the
//! same on every machine.

use super::pattern::CluePattern;
use crate::grid::{Board, Cell, Digit};
use crate::seed::Generator;
use crate::solve::search;

/// The number up to which solutions are counted: with more a pattern is as good as empty.
const MOST_SOLUTIONS: usize = 4000;
/// The cost at which a walk is given up, in solutions counted.
const BUDGET: usize = 150_000;
/// The cost of a count besides its solutions, in solutions.
const QUESTION: usize = 8;

/// The result of filling a pattern.
pub(super) struct FillResult {
    /// The digits that the pattern ended with.
    pub puzzle: Board,
    /// One of its solutions, the only one if `unique`.
    pub solution: Board,
    pub unique: bool,
    /// The number of counts of solutions.
    pub checks: u32,
}

/// Fills a pattern by a walk from the digits that the grid has in its cells.
pub(super) fn fill(grid: &Board, pattern: CluePattern, rng: &mut Generator) -> FillResult {
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
    FillResult {
        puzzle,
        solution: search::solve(&puzzle, 1).first.unwrap_or(*grid),
        unique: solutions == 1,
        checks,
    }
}
