//! A pool of solvers that have the same ladder, for several threads. A thread borrows a solver and returns it, so
//! there are never more solvers than threads that solve at the same time, and a solver is used for many puzzles.

use super::ladder::TechniqueLadder;
use super::path::TechniquePath;
use super::solver::TechniqueSolver;
use crate::grid::Board;
use std::sync::{Arc, Mutex, PoisonError};

/// A pool of solvers that all use the same ladder, for any number of threads.
///
/// ```
/// use sudoku_engine::rate::techniques::{Climbers, TechniqueLadder, TechniqueSolver};
/// let climbers = Climbers::new(TechniqueSolver::new(&TechniqueLadder::people()));
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(climbers.solve(&puzzle, None).blanks, 0);
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Climbers {
    model: TechniqueSolver,
    idle: Arc<Mutex<Vec<TechniqueSolver>>>,
}

impl Climbers {
    /// Makes a pool that gives each thread a copy of this solver.
    pub fn new(model: TechniqueSolver) -> Self {
        Self {
            model,
            idle: Arc::default(),
        }
    }

    /// Makes a pool of solvers with this ladder and the default effort limit.
    pub fn of(ladder: &TechniqueLadder) -> Self {
        Self::new(TechniqueSolver::new(ladder))
    }

    /// Solves a puzzle as far as the techniques of the ladder allow, like [`TechniqueSolver::solve`].
    pub fn solve(&self, puzzle: &Board, solution: Option<&Board>) -> TechniquePath {
        let borrowed = self.idle().pop();
        let mut solver = borrowed.unwrap_or_else(|| self.model.clone());
        let path = solver.solve(puzzle, solution);
        self.idle().push(solver);
        path
    }

    /// Returns the solvers that are not in use. A solver that was in use during a panic is lost.
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<TechniqueSolver>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
