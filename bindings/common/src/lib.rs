//! The code that the packages for Python and JavaScript share: reads jobs from JSON, and makes the same puzzles
//! from candidate numbers as the program.
#![deny(missing_docs)]

mod job;
mod made;

pub use job::{JsonJob, from_json, read_job};
pub use made::MadePuzzle;

use sudoku_engine::{Board, solve};

/// Returns the only solution of a board.
///
/// # Errors
/// A message, if there is no solution or more than one.
pub fn only_solution(board: &Board) -> Result<Board, &'static str> {
    let solved = solve(board, 2);
    match (solved.count, solved.first) {
        (1, Some(solution)) => Ok(solution),
        (0, _) => Err("no solution"),
        _ => Err("more than one solution"),
    }
}
