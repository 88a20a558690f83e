//! Fills a pattern: finds digits for the pattern's cells so that the puzzle has exactly one solution.
//!
//! With the digits of a random grid, a pattern hardly ever has just one solution: a pattern of 24 cells has
//! thousands. So a random walk changes the digits, one cell at a time. It accepts each step that does not raise
//! the number of solutions. Steps that leave the number equal are needed to get out of dead ends. A limit on the
//! solutions counted ends the walk. A time limit would end it at different steps on different machines.

use super::pattern::CluePattern;
use crate::grid::{Board, Cell, Digit};
use crate::seed::Generator;
use crate::solve::search;

/// The number of solutions of a pattern at which the counting stops. The random walk treats all patterns with this
/// number of solutions or more alike.
const MOST_SOLUTIONS: usize = 4000;
/// The work after which a random walk is given up: the total number of solutions counted, plus a fixed cost for
/// each count and each step.
const BUDGET: usize = 150_000;
/// The fixed cost of each count and of each step, added to the number of solutions counted.
const QUESTION: usize = 8;

/// The result of filling a pattern.
pub(super) struct FillResult {
    /// The pattern, filled with its final digits.
    pub puzzle: Board,
    /// One of the puzzle's solutions, the only one if `unique`.
    pub solution: Board,
    pub unique: bool,
    /// The number of times that solutions were counted.
    pub checks: u32,
}

/// Fills a pattern by a random walk that starts from the grid's digits in the pattern's cells. No step adds
/// solutions; the walk ends at one solution, or when [`BUDGET`] is used up.
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
