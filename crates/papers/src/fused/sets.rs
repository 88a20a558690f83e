//! Sets of puzzles, such as those of Jiang 2018, with solutions and Stuart's levels.

use super::workers::Workers;
use sudoku_engine::grid::Board;
use sudoku_engine::solve::fused::{BasicSet, stuart_level};
use sudoku_engine::solve::search;
use sudoku_factory::speed::famous::Famous;

/// A puzzle with its solution and Stuart's level.
pub struct StuartPuzzle {
    pub puzzle: Board,
    pub solution: Board,
    /// Stuart's level if the rules of [`BasicSet::PAIRS`] count as basic.
    pub level: u8,
}

impl StuartPuzzle {
    /// Creates a puzzle and computes its level.
    pub fn new(puzzle: Board, solution: Board) -> Self {
        Self {
            puzzle,
            solution,
            level: stuart_level(&puzzle, &solution, BasicSet::PAIRS),
        }
    }
}

/// Returns the puzzles of a set; the 49,151 puzzles with 17 clues are the set Su17 of Jiang 2018.
pub fn set(set: Famous, workers: &Workers) -> Vec<StuartPuzzle> {
    let solved = workers.map(set.boards(), |puzzle| {
        let solution = search::solve(&puzzle, 1).first?;
        Some(StuartPuzzle::new(puzzle, solution))
    });
    solved.into_iter().flatten().collect()
}
