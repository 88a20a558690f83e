//! Blanking as much as can go, in a given order, with as few questions to the judge as we can.
//!
//! The result is by definition that of going through the orbits one by one. Two facts spare most
//! of the questions:
//!
//! - Blanking is monotone: if several orbits can go at once, any part of them can. So one proof
//!   covers a run of orbits, and only when it fails a shorter run is tried.
//! - A failed proof gives a second solution. The cells in which it differs from the first form an
//!   *unavoidable set*: a puzzle without a clue in it has both solutions. An orbit that holds the
//!   last clues of such a set can never go, whatever the judge would say.
//!
//! So a run is planned on paper (orbits that the known sets forbid are left), and one question
//! proves the plan: if its end position has one solution, then so had every position on the way,
//! and every orbit left was rightly left. If it has two, the plan was wrong somewhere, and the new
//! set says more about where; the next plan is half as long.

use super::Uniqueness;
use crate::grid::{Board, CELLS, CellSet};
use crate::solve::{lexical, search};

/// What is left after carving.
pub(super) struct Carved {
    /// The cells that keep their digits.
    pub clues: CellSet,
    /// How often the judge was asked.
    pub checks: u32,
}

/// Begins with the digits of `start`, which fix the solution, goes through the orbits in order and
/// blanks each that can go without a second solution and without leaving fewer than `target` clues.
pub(super) fn carve(
    solution: &Board,
    start: CellSet,
    orbits: &[CellSet],
    target: usize,
    judge: Uniqueness,
) -> Carved {
    let mut carver = Carver {
        solution,
        judge,
        target,
        unavoidable: Vec::with_capacity(2 * CELLS),
        checks: 0,
    };
    carver.run(start, orbits)
}

/// Orbits blanked by the first plan, from a full grid.
const FIRST_RUN: usize = 28;
/// Orbits blanked by a later plan, at most.
const LATER_RUN: usize = 4;

struct Carver<'a> {
    solution: &'a Board,
    judge: Uniqueness,
    target: usize,
    unavoidable: Vec<CellSet>,
    checks: u32,
}

/// Where a plan leads: to these clues, having dealt with this many orbits, blanking so many.
struct Planned {
    clues: CellSet,
    orbits: usize,
    blanked: usize,
}

impl Carver<'_> {
    fn run(&mut self, start: CellSet, mut orbits: &[CellSet]) -> Carved {
        let mut clues = start;
        let mut run = if start == CellSet::ALL {
            FIRST_RUN
        } else {
            LATER_RUN
        };
        loop {
            let plan = self.plan(clues, orbits, run);
            if plan.blanked == 0 {
                let checks = self.checks;
                return Carved { clues, checks };
            }
            match self.other_solution(plan.clues) {
                None => {
                    clues = plan.clues;
                    orbits = &orbits[plan.orbits..];
                    run = (2 * run).min(LATER_RUN);
                }
                Some(other) => {
                    self.learn(&other);
                    run = (plan.blanked / 2).max(1);
                }
            }
        }
    }

    /// Blanks up to `run` orbits, as far as is known.
    fn plan(&self, mut clues: CellSet, orbits: &[CellSet], run: usize) -> Planned {
        let (mut dealt, mut blanked) = (0, 0);
        for &orbit in orbits {
            if blanked == run {
                break;
            }
            dealt += 1;
            let rest = clues - orbit;
            let forbidden = |set: &CellSet| set.is_disjoint(rest);
            if rest.len() >= self.target && !self.unavoidable.iter().any(forbidden) {
                clues = rest;
                blanked += 1;
            }
        }
        Planned {
            clues,
            orbits: dealt,
            blanked,
        }
    }

    fn other_solution(&mut self, clues: CellSet) -> Option<Board> {
        self.checks += 1;
        let puzzle = self.solution.keep(clues);
        match self.judge {
            Uniqueness::Fast => search::other_solution(&puzzle, self.solution),
            Uniqueness::Reverse => [lexical::ascending, lexical::descending]
                .into_iter()
                .find_map(|extreme| extreme(&puzzle).filter(|found| found != self.solution)),
        }
    }

    fn learn(&mut self, other: &Board) {
        let (here, there) = (self.solution.values(), other.values());
        let differs = |cell: &crate::grid::Cell| here[cell.index()] != there[cell.index()];
        self.unavoidable
            .push(crate::grid::Cell::all().filter(differs).collect());
    }
}
