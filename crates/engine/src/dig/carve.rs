//! Blanking as much as can go, in a given order, with as few questions to the judge as we can.
//!
//! The result is by definition that of going through the orbits one by one. Two facts spare most
//! of the questions:
//!
//! - Blanking is monotone: if several orbits can go at once, any part of them can. So one proof
//!   covers a run of orbits, and only when it fails a shorter run is tried.
//! - A failed proof gives a second solution, and with it an unavoidable set: an orbit that holds
//!   the last clues of such a set can never go, whatever the judge would say.
//!
//! So a run is planned on paper (orbits that the known sets forbid are left), and one question
//! proves the plan: if its end position has one solution, then so had every position on the way,
//! and every orbit left was rightly left. If it has two, the plan was wrong somewhere, and the new
//! set says more about where; the next plan is half as long.

use super::judge::Judge;
use super::unavoidable::{Unavoidable, Watch};
use super::{HouseClues, Uniqueness};
use crate::grid::{Board, CellSet};

/// Cells blanked by the first plan from a full grid: with the small sets known, a random dig seldom meets a clue
/// before that only the judge can tell must stay.
const FIRST_RUN: usize = 40;
/// Cells blanked by a plan that follows a good one. Asking about one cell is so much quicker than
/// asking about several that longer plans cost more than they spare.
const LATER_RUN: usize = 1;

/// What is left after carving.
pub(super) struct Carved {
    /// The cells that keep their digits.
    pub clues: CellSet,
    /// How often the judge was asked.
    pub checks: u32,
}

/// What must be left, whatever the judge says. Both floors are monotone as proofs are: an orbit
/// that may not go now may not go later.
#[derive(Clone, Copy)]
pub(super) struct Floors {
    /// Clues on the board.
    pub clues: usize,
    /// Clues in every row and box: no fewer than their ranges' ends.
    pub houses: HouseClues,
}

/// Begins with the clues of `start`, which have no other solution, goes through the orbits in order
/// and blanks each that can go without a second solution and without leaving fewer clues than the
/// floors.
pub(super) fn carve(
    solution: &Board,
    start: CellSet,
    mut orbits: &[CellSet],
    floors: Floors,
    uniqueness: Uniqueness,
) -> Carved {
    let (mut sets, full) = Unavoidable::of(solution);
    // Clues that fix the solution hold one of every set.
    let mut watch = sets.without(CellSet::ALL - start, &full).unwrap_or(full);
    let judge = Judge::new(solution, uniqueness);
    let mut checks = 0;
    let mut run = if start == CellSet::ALL {
        FIRST_RUN
    } else {
        LATER_RUN
    };
    loop {
        let plan = plan(&sets, &watch, orbits, &floors, run);
        let clues = watch.clues();
        if plan.blanked == 0 {
            return Carved { clues, checks };
        }
        checks += 1;
        match judge.difference(clues, plan.watch.clues()) {
            None => {
                watch = plan.watch;
                orbits = &orbits[plan.dealt..];
                run = LATER_RUN;
            }
            Some(difference) => {
                sets.add(difference, &mut watch);
                if plan.blanked == 1 {
                    orbits = &orbits[plan.last..];
                }
                run = plan.cells / 2;
            }
        }
    }
}

/// Where a plan leads, and how.
struct Plan {
    /// The position at its end.
    watch: Watch,
    /// Orbits blanked on the way, and the cells in them.
    blanked: usize,
    cells: usize,
    /// Orbits dealt with, blanked or left.
    dealt: usize,
    /// Orbits dealt with when the last one had been blanked.
    last: usize,
}

/// Blanks one orbit, and more until `run` cells are blank, as far as is known.
fn plan(
    sets: &Unavoidable,
    watch: &Watch,
    orbits: &[CellSet],
    floors: &Floors,
    run: usize,
) -> Plan {
    let mut plan = Plan {
        watch: *watch,
        blanked: 0,
        cells: 0,
        dealt: 0,
        last: 0,
    };
    for &orbit in orbits {
        if plan.blanked > 0 && plan.cells >= run {
            break;
        }
        plan.dealt += 1;
        let clues = plan.watch.clues();
        if clues.len() < floors.clues + orbit.len() || !floors.houses.spare(orbit, clues) {
            continue;
        }
        if let Some(after) = sets.without(orbit, &plan.watch) {
            plan.watch = after;
            plan.blanked += 1;
            plan.cells += orbit.len();
            plan.last = plan.dealt;
        }
    }
    plan
}
