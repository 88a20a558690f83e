//! The judge of a dig: decides whether a puzzle's solution is the only one.

use super::Uniqueness;
use crate::grid::{Board, CellSet};
use crate::solve::lexical;
use crate::solve::search::KnownGrid;

/// A judge for the puzzles that are dug from one full grid.
pub(super) struct Judge<'a> {
    solution: &'a Board,
    grid: KnownGrid,
    uniqueness: Uniqueness,
}

impl<'a> Judge<'a> {
    pub(super) fn new(solution: &'a Board, uniqueness: Uniqueness) -> Self {
        Self {
            solution,
            grid: KnownGrid::new(solution),
            uniqueness,
        }
    }

    /// Looks for another solution of the clues `after`, and returns the cells in which it differs from the grid; `None`
    /// if the grid is the only solution. The clues `before` include `after`, and must have the grid as their only
    /// solution.
    pub(super) fn difference(&self, before: CellSet, after: CellSet) -> Option<CellSet> {
        match self.uniqueness {
            Uniqueness::Fast => match (before - after).single() {
                Some(blank) => self.grid.difference_at(blank, after),
                None => self.grid.difference(after),
            },
            Uniqueness::Reverse => {
                let puzzle = self.solution.keep(after);
                let extremes = [lexical::ascending, lexical::descending];
                let mut found = extremes.into_iter().filter_map(|extreme| extreme(&puzzle));
                let other = found.find(|found| found != self.solution)?;
                Some(other.difference(self.solution))
            }
        }
    }
}
