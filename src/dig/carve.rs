//! Blanking as much as can go, in a given order, with as few questions to the judge as we can.
//!
//! The result is by definition that of going through the orbits one by one. Two facts spare most
//! of the questions:
//!
//! - Blanking is monotone: if several orbits can go at once, any part of them can. So one proof
//!   covers a run of orbits, and only when it fails a shorter run is tried.
//! - A failed proof gives a second solution, and with it an unavoidable set (`unavoidable.rs`). An
//!   orbit that holds the last clues of such a set can never go, whatever the judge would say.
//!
//! So a run is planned on paper (orbits that the known sets forbid are left), and one question
//! proves the plan: if its end position has one solution, then so had every position on the way,
//! and every orbit left was rightly left. If it has two, the plan was wrong somewhere, and the new
//! set says more about where; the next plan is half as long.

use super::unavoidable::Unavoidable;
use super::{Uniqueness, rows};
use crate::grid::{Board, CellSet};

/// What is left after carving.
pub(super) struct Carved {
    /// The cells that keep their digits.
    pub clues: CellSet,
    /// How often the judge was asked.
    pub checks: u32,
}

/// What must be left, whatever the judge says.
#[derive(Clone, Copy)]
pub(super) struct Floors {
    /// Clues on the board.
    pub clues: usize,
    /// Clues in every row.
    pub row: u8,
}

/// Goes through the orbits in order and blanks each that can go without a second solution and
/// without leaving fewer clues than the floors.
pub(super) fn carve(
    solution: &Board,
    orbits: &[CellSet],
    floors: Floors,
    judge: Uniqueness,
) -> Carved {
    let mut carver = Carver {
        floors,
        unavoidable: Unavoidable::new(solution, judge),
    };
    carver.run(orbits)
}

/// Orbits blanked by the first plan.
const FIRST_RUN: usize = 28;
/// Orbits blanked by a later plan, at most.
const LATER_RUN: usize = 4;

struct Carver<'a> {
    floors: Floors,
    unavoidable: Unavoidable<'a>,
}

/// Where a plan leads: to these clues, having dealt with this many orbits, blanking so many.
struct Planned {
    clues: CellSet,
    orbits: usize,
    blanked: usize,
}

impl Carver<'_> {
    fn run(&mut self, mut orbits: &[CellSet]) -> Carved {
        let mut clues = CellSet::ALL;
        let mut run = FIRST_RUN;
        loop {
            let plan = self.plan(clues, orbits, run);
            if plan.blanked == 0 {
                let checks = self.unavoidable.checks();
                return Carved { clues, checks };
            }
            if self.unavoidable.prove(plan.clues) {
                clues = plan.clues;
                orbits = &orbits[plan.orbits..];
                run = (2 * run).min(LATER_RUN);
            } else {
                run = (plan.blanked / 2).max(1);
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
            let floors = self.floors;
            if rest.len() >= floors.clues
                && rows::reach(rest, floors.row)
                && self.unavoidable.permit(rest)
            {
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
}
