//! Solves boards of a layout by the ladder of techniques.

use super::kit::LayoutKit;
use crate::grid::{LayoutCell, LayoutDigit, SixteenTables};
use crate::rate::techniques::{TechniqueLadder, TechniquePath, TechniqueSolver};

/// The maximum effort for one puzzle, in units of [`EFFORT_LIMIT`](crate::rate::techniques::EFFORT_LIMIT):
/// some thousandths of a second. A puzzle that needs more counts as one that the ladder doesn't solve.
pub const LAYOUT_EFFORT_LIMIT: u64 = 300_000;

/// Solves puzzles of one layout by techniques.
#[derive(Debug)]
pub struct PathSolver<'a>(Box<TechniqueSolver<&'a SixteenTables>>);

impl<'a> PathSolver<'a> {
    /// Makes a solver for the kit's layout with this ladder of techniques.
    pub fn new(kit: &'a LayoutKit, ladder: &TechniqueLadder) -> Self {
        let solver = TechniqueSolver::on(&*kit.tables, ladder);
        Self(Box::new(solver.with_effort_limit(LAYOUT_EFFORT_LIMIT)))
    }

    /// Solves a puzzle as far as the ladder goes. The givens are in reading order, 0 for a blank.
    pub fn path(&mut self, givens: &[u8]) -> TechniquePath {
        let numbered = (0..).map(LayoutCell).zip(givens);
        let given = numbered.filter(|(_, value)| **value != 0);
        let given = given.map(|(cell, &value)| (cell, LayoutDigit(value - 1)));
        self.0.path_of(given)
    }
}
