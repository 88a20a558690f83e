//! The carver: it blanks every orbit that can go, in a given order, and asks the judge as seldom as
//! possible.
//!
//! The result is by definition that of going through the orbits one by one. Two facts save most of
//! the questions:
//!
//! - Blanking is monotone: if several orbits can go at once, any part of them can. So one proof
//!   covers a run of orbits, and a shorter run is tried only when it fails.
//! - A failed proof gives a second solution, and with it an unavoidable set: an orbit that holds
//!   the last clues of such a set can never go, and the judge need not be asked.
//!
//! So a run is planned first (orbits that the known sets forbid are left), and one question proves
//! the plan: if its last position has one solution, then so had every position before it, and every
//! orbit left was rightly left. If it has two, the plan was wrong somewhere, and the new set
//! narrows down where; the next plan is half as long.

use super::judge::Judge;
use super::unavoidable::{Unavoidable, Watch};
use super::{HouseClues, Uniqueness};
use crate::grid::{Board, CellSet};

/// The number of cells blanked by the first plan from a full grid: with the small sets known, a
/// random dig seldom meets a clue before that must stay for a reason that only the judge finds.
const FIRST_RUN: usize = 40;
/// The number of cells blanked by a plan that follows a good one. Asking about one cell is so much
/// quicker than asking about several that longer plans cost more than they save.
const LATER_RUN: usize = 1;

/// The result of carving.
pub(super) struct Carved {
    /// The cells that keep their digits.
    pub clues: CellSet,
    /// The number of questions to the judge.
    pub checks: u32,
}

/// The fewest clues that must be left, even if more could go. Both floors are monotone as proofs
/// are: an orbit that may not go now may not go later.
#[derive(Clone, Copy)]
pub(super) struct Floors {
    /// The fewest clues on the board.
    pub clues: usize,
    /// The ranges of clues in every row and box, of which only the lower ends count here.
    pub houses: HouseClues,
}

/// Carves a puzzle: begins with the clues of `start`, which have no other solution, goes through
/// the orbits in order and blanks each that can go without a second solution and without leaving
/// fewer clues than the floors.
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
        let planned = plan_run(&sets, &watch, orbits, &floors, run);
        let clues = watch.clues();
        if planned.blanked == 0 {
            return Carved { clues, checks };
        }
        checks += 1;
        match judge.difference(clues, planned.watch.clues()) {
            None => {
                watch = planned.watch;
                orbits = &orbits[planned.dealt..];
                run = LATER_RUN;
            }
            Some(difference) => {
                sets.add(difference, &mut watch);
                if planned.blanked == 1 {
                    orbits = &orbits[planned.last..];
                }
                run = planned.cells / 2;
            }
        }
    }
}

/// A planned run: the orbits to blank, and the position after them.
struct PlannedRun {
    /// The position after the run.
    watch: Watch,
    /// The number of orbits blanked.
    blanked: usize,
    cells: usize,
    /// The number of orbits decided, blanked or left.
    dealt: usize,
    /// The number of orbits decided when the last one had been blanked.
    last: usize,
}

/// Plans to blank one orbit, and more until `run` cells are blank, as far as the known sets allow.
fn plan_run(
    sets: &Unavoidable,
    watch: &Watch,
    orbits: &[CellSet],
    floors: &Floors,
    run: usize,
) -> PlannedRun {
    let mut planned = PlannedRun {
        watch: *watch,
        blanked: 0,
        cells: 0,
        dealt: 0,
        last: 0,
    };
    for &orbit in orbits {
        if planned.blanked > 0 && planned.cells >= run {
            break;
        }
        planned.dealt += 1;
        let clues = planned.watch.clues();
        if clues.len() < floors.clues + orbit.len() || !floors.houses.spare(orbit, clues) {
            continue;
        }
        if let Some(after) = sets.without(orbit, &planned.watch) {
            planned.watch = after;
            planned.blanked += 1;
            planned.cells += orbit.len();
            planned.last = planned.dealt;
        }
    }
    planned
}
