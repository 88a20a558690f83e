//! The ladder of techniques on the boards of a layout.

use super::kit::{LayoutKit, SizedTables};
use crate::grid::{LargeTables, LayoutCell, LayoutDigit, MiddleTables};
use crate::rate::techniques::{TechniqueLadder, TechniquePath, TechniqueSolver};

/// The most effort of a solve, in units of
/// [`EFFORT_LIMIT`](crate::rate::techniques::EFFORT_LIMIT): some thousandths of a second. A puzzle that takes
/// more is beyond the ladder.
pub const LAYOUT_EFFORT_LIMIT: u64 = 300_000;

/// Solves puzzles of one layout by techniques.
#[derive(Debug)]
pub struct PathSolver<'a>(SizedSolver<'a>);

#[derive(Debug)]
enum SizedSolver<'a> {
    Middle(Box<TechniqueSolver<&'a MiddleTables>>),
    Large(Box<TechniqueSolver<&'a LargeTables>>),
}

impl<'a> PathSolver<'a> {
    /// Makes a solver by this ladder.
    pub fn new(kit: &'a LayoutKit, ladder: &TechniqueLadder) -> Self {
        let limit = LAYOUT_EFFORT_LIMIT;
        Self(match &kit.tables {
            SizedTables::Middle(tables) => {
                let solver = TechniqueSolver::on(&**tables, ladder);
                SizedSolver::Middle(Box::new(solver.with_effort_limit(limit)))
            }
            SizedTables::Large(tables) => {
                let solver = TechniqueSolver::on(&**tables, ladder);
                SizedSolver::Large(Box::new(solver.with_effort_limit(limit)))
            }
        })
    }

    /// Solves a puzzle as far as the ladder goes: its values in reading order, 0 for a blank.
    pub fn path(&mut self, givens: &[u8]) -> TechniquePath {
        let numbered = (0..).map(LayoutCell).zip(givens);
        let given = numbered.filter(|(_, value)| **value != 0);
        let given = given.map(|(cell, &value)| (cell, LayoutDigit(value - 1)));
        match &mut self.0 {
            SizedSolver::Middle(solver) => solver.path_of(given),
            SizedSolver::Large(solver) => solver.path_of(given),
        }
    }
}
