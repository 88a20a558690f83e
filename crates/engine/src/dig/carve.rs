//! Removes digits from a grid in a given order, and asks the judge as seldom as possible.
//!
//! Cells are blanked in orbits: sets of cells that lose their digits together. An orbit is blanked if the solution
//! stays the only one. The result is the same as when the orbits are tried one by one. Two facts save most of the
//! judge's checks:
//!
//! - If several orbits can be blanked together, any of them can. So one check covers several orbits, and fewer are
//!   tried only if the check fails.
//! - A failed check gives a second solution, and with it an unavoidable set. An orbit that holds the last clues of
//!   such a set can never be blanked, so the judge need not be asked.
//!
//! So a plan lists the next orbits to blank, without those that the known sets forbid. One check covers the whole
//! plan. If the solution is still the only one, every orbit was rightly blanked or skipped. Otherwise the second
//! solution adds an unavoidable set, and the next plan is half as long.

use super::HouseClues;
use super::unavoidable::{Unavoidable, Watch};
use crate::grid::{Board, CELLS, CellSet};
use std::ops::Range;

/// The number of cells that the first plan blanks if a dig starts from a full grid. Some of the first 40 cells of a
/// random dig must keep their clues. The known small unavoidable sets show almost all of these cells. So one check
/// by the judge is usually enough for the whole plan.
const FIRST_RUN: usize = 40;
/// The number of cells at which most later plans end, so that they blank a single orbit. A check of one cell is so
/// much faster than a check of several that longer plans cost more than they save.
const LATER_RUN: usize = 1;

/// The minimum numbers of clues to keep, even if more clues could be blanked. If these floors forbid blanking an orbit
/// (cells that are blanked together), they forbid it for the rest of the dig.
#[derive(Clone, Copy)]
pub(super) struct Floors {
    /// The minimum number of clues on the board.
    pub clues: usize,
    /// The ranges of clues in every row and box; a carver uses only the minimums of these ranges.
    pub houses: HouseClues,
}

/// A carver, which digs one puzzle. It starts with clues that have only one solution, and goes through the orbits (the
/// sets of cells that are blanked together) in order. It blanks each orbit if the solution stays the only one and the
/// floors are still met.
///
/// A carver asks for one check by the judge at a time, so that several digs can run side by side.
pub(super) struct Carver {
    sets: Unavoidable,
    watch: Watch,
    orbits: [CellSet; CELLS],
    /// The orbits that are not yet decided.
    left: Range<usize>,
    floors: Floors,
    run: usize,
    planned: PlannedRun,
    checks: u32,
}

impl Carver {
    /// Starts the dig of a full grid. At first, the cells in `start` have clues.
    pub(super) fn new(solution: &Board, start: CellSet, order: &[CellSet], floors: Floors) -> Self {
        let (sets, full) = Unavoidable::of(solution);
        // Clues that fix the solution include at least one of every set.
        let watch = sets.without(CellSet::ALL - start, &full).unwrap_or(full);
        let mut orbits = [CellSet::EMPTY; CELLS];
        orbits[..order.len()].copy_from_slice(order);
        Self {
            sets,
            watch,
            orbits,
            left: 0..order.len(),
            floors,
            run: if start == CellSet::ALL {
                FIRST_RUN
            } else {
                LATER_RUN
            },
            planned: PlannedRun::at(&watch),
            checks: 0,
        }
    }

    /// Returns the cells that keep their digits.
    pub(super) const fn clues(&self) -> CellSet {
        self.watch.clues()
    }

    /// Returns the number of checks by the judge so far.
    pub(super) const fn checks(&self) -> u32 {
        self.checks
    }

    /// Plans which orbits to blank next, and returns the clues that remain after the plan. The caller must then look
    /// for another solution with these clues. `None` means that the dig has ended.
    pub(super) fn question(&mut self) -> Option<CellSet> {
        let orbits = &self.orbits[self.left.clone()];
        self.planned = plan_run(&self.sets, &self.watch, orbits, &self.floors, self.run);
        let is_over = self.planned.blanked == 0;
        self.checks += u32::from(!is_over);
        (!is_over).then_some(self.planned.watch.clues())
    }

    /// Takes the result of the check that [`Self::question`] asked for. `difference` returns the cells in which
    /// another solution differs from the grid; `None` means that there is no other solution.
    pub(super) fn answer(&mut self, difference: Option<impl FnOnce() -> CellSet>) {
        let planned = &self.planned;
        match difference {
            None => {
                self.watch = planned.watch;
                self.left.start += planned.dealt;
                self.run = LATER_RUN;
            }
            // The only clues in the set are those of this orbit, which stay, so the set decides
            // nothing any more.
            Some(_) if planned.blanked == 1 => {
                self.left.start += planned.last;
                self.run = LATER_RUN;
            }
            Some(difference) => {
                self.sets.add(difference(), &mut self.watch);
                self.run = planned.cells / 2;
            }
        }
    }
}

/// The next orbits to blank, and the clues that remain once these orbits are blank.
struct PlannedRun {
    /// The clues that remain, and for each unavoidable set the number of its cells that remain clues.
    watch: Watch,
    /// The number of orbits blanked.
    blanked: usize,
    cells: usize,
    /// The number of orbits decided, whether blanked or skipped.
    dealt: usize,
    /// The number of orbits decided up to and including the last one blanked.
    last: usize,
}

impl PlannedRun {
    /// Returns a plan that blanks nothing.
    const fn at(watch: &Watch) -> Self {
        Self {
            watch: *watch,
            blanked: 0,
            cells: 0,
            dealt: 0,
            last: 0,
        }
    }
}

/// Plans to blank one orbit, and then further orbits until the plan blanks at least `run` cells. An orbit is skipped
/// if the floors or the known unavoidable sets forbid blanking it.
fn plan_run(
    sets: &Unavoidable,
    watch: &Watch,
    orbits: &[CellSet],
    floors: &Floors,
    run: usize,
) -> PlannedRun {
    let mut planned = PlannedRun::at(watch);
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
