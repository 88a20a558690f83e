//! The fast judge: how many solutions, which, and is there another one?
//!
//! Depth-first over the positions of digit-by-band sets (`bands.rs`): all rules to a fixed point, then a guess in
//! a cell with two candidates, the smaller digit first. Positions are copied, never undone. The
//! order is fixed, so that the first solution found is the same on every processor.

use super::bands::{Hunt, Task};
use super::simd;
use crate::grid::{Board, Cell, Digit};

/// What [`solve`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How many solutions there are, counted up to the limit.
    pub count: usize,
    /// The first one found; `None` where there is none (or the limit is 0).
    pub first: Option<Board>,
}

/// Counts the solutions of a puzzle, up to `limit`. A board whose clues contradict one another
/// has none.
///
/// A puzzle with few clues has more solutions than can be counted: give a limit that fits.
///
/// ```
/// use sudoku_factory::{grid::Board, solve::search};
/// assert_eq!(search::count(&Board::EMPTY, 2), 2);
/// ```
pub fn count(puzzle: &Board, limit: usize) -> usize {
    run(&Task::new(puzzle, None), Hunt::new(limit)).count()
}

/// Counts the solutions of a puzzle up to `limit` and gives the first.
pub fn solve(puzzle: &Board, limit: usize) -> Outcome {
    let hunt = run(&Task::new(puzzle, None), Hunt::new(limit));
    Outcome {
        count: hunt.count(),
        first: hunt.first(),
    }
}

/// A solution of the puzzle other than the known one, if there is any.
pub fn other_solution(puzzle: &Board, known: &Board) -> Option<Board> {
    run(&Task::new(puzzle, None), Hunt::besides(known)).first()
}

/// A solution of the puzzle in which this cell does not hold this digit, if there is any. For a
/// puzzle that lost one clue this is the whole question, and quicker than [`other_solution`].
pub fn solution_without(puzzle: &Board, cell: Cell, digit: Digit) -> Option<Board> {
    run(&Task::new(puzzle, Some((cell, digit))), Hunt::new(1)).first()
}

fn run(task: &Task, mut hunt: Hunt) -> Hunt {
    if !hunt.is_over() {
        simd::search(task, &mut hunt);
    }
    hunt
}
