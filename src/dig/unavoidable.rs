//! What is known of the other solutions that a grid's puzzles can have.
//!
//! Two full grids differ in a set of cells that is *unavoidable*: a puzzle without a clue in it has
//! both as solutions. So every puzzle refused by the judge teaches a set, and a puzzle that misses
//! a known set need not be shown to the judge.

use super::Uniqueness;
use crate::grid::{Board, CELLS, Cell, CellSet};
use crate::solve::{lexical, search};

/// The unavoidable sets of a grid that have been met.
pub(super) struct Unavoidable<'a> {
    solution: &'a Board,
    judge: Uniqueness,
    sets: Vec<CellSet>,
    checks: u32,
}

impl<'a> Unavoidable<'a> {
    /// Nothing is known yet of this grid.
    pub(super) fn new(solution: &'a Board, judge: Uniqueness) -> Self {
        Self {
            solution,
            judge,
            sets: Vec::with_capacity(2 * CELLS),
            checks: 0,
        }
    }

    /// Whether a puzzle with these clues may have one solution, as far as is known.
    #[inline]
    pub(super) fn permit(&self, clues: CellSet) -> bool {
        !self.sets.iter().any(|set| set.is_disjoint(clues))
    }

    /// As [`permit`](Self::permit); a set that forbids moves to the front half of those before
    /// it, so that those that forbid most are soon met first.
    #[inline]
    pub(super) fn permit_and_sort(&mut self, clues: CellSet) -> bool {
        let forbids = self.sets.iter().position(|set| set.is_disjoint(clues));
        if let Some(place) = forbids {
            self.sets.swap(place, place / 2);
        }
        forbids.is_none()
    }

    /// Asks the judge whether a puzzle with these clues has one solution, and learns if not.
    pub(super) fn prove(&mut self, clues: CellSet) -> bool {
        self.checks += 1;
        let other = self.other_solution(clues);
        if let Some(other) = other {
            let (here, there) = (self.solution.values(), other.values());
            let differs = |cell: &Cell| here[cell.index()] != there[cell.index()];
            self.sets.push(Cell::all().filter(differs).collect());
        }
        other.is_none()
    }

    /// How often the judge was asked.
    pub(super) fn checks(&self) -> u32 {
        self.checks
    }

    fn other_solution(&self, clues: CellSet) -> Option<Board> {
        let puzzle = self.solution.keep(clues);
        match self.judge {
            Uniqueness::Fast => search::other_solution(&puzzle, self.solution),
            Uniqueness::Reverse => [lexical::ascending, lexical::descending]
                .into_iter()
                .find_map(|extreme| extreme(&puzzle).filter(|found| found != self.solution)),
        }
    }
}
