//! Digging: from a full grid to a puzzle with one solution.

mod carve;
mod plan;
mod symmetry;

use crate::grid::{Board, CELLS, CellSet};
use crate::seed::Generator;

pub use plan::{ClueRange, FEWEST_CLUES, Plan, PlanError, Uniqueness, UnknownUniqueness};
pub use symmetry::{Symmetry, UnknownSymmetry};

/// A puzzle and how its digging went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dug {
    /// The puzzle. The grid it was dug from is its only solution.
    pub puzzle: Board,
    /// Whether it has as many clues as the plan asks; always so for a plan without a range.
    pub in_range: bool,
    /// How often the judge was asked for another solution.
    pub checks: u32,
}

/// Digs a puzzle out of a full grid: the orbits of the plan's symmetry are gone through in random
/// order; each is blanked if the solution stays the only one, and left otherwise. An orbit that
/// would take the clues below the target (drawn from the plan's range before the order is) is
/// left, too. Without a range the puzzle is minimal: no further orbit can go.
///
/// The result depends on the grid, the plan's symmetry and range, and the generator's state. A
/// board that is no full grid comes back as it is.
///
/// ```
/// use sudoku_factory::{create, dig, seed::Generator, solve::search};
/// let mut rng = Generator::for_candidate(1, 0);
/// let grid = create::full_grid(&create::Method::Diagonal, &mut rng).grid;
/// let plan = dig::Plan {
///     symmetry: dig::Symmetry::Rotate180,
///     clues: Some(dig::ClueRange { min: 28, max: 32 }),
///     uniqueness: dig::Uniqueness::Fast,
/// };
/// let dug = dig::dig(&grid, &plan, &mut rng);
/// assert_eq!(search::solve(&dug.puzzle, 2).first, Some(grid));
/// ```
pub fn dig(solution: &Board, plan: &Plan, rng: &mut Generator) -> Dug {
    dig_from(solution, CellSet::ALL, plan, rng)
}

/// The same, but begins with some of the grid's digits only, which must have no other solution: a
/// puzzle that was found in another way is thinned. So that the plan can be kept, the start is
/// widened to whole orbits, and by random orbits until it has as many clues as the target. With
/// all cells it is [`dig`].
pub fn dig_from(solution: &Board, start: CellSet, plan: &Plan, rng: &mut Generator) -> Dug {
    if !solution.is_full_grid() {
        return Dug {
            puzzle: *solution,
            in_range: plan.admits(solution.clue_count()),
            checks: 0,
        };
    }
    let target = plan.draw_target(rng);
    let mut order = [CellSet::EMPTY; CELLS];
    let orbits = plan.symmetry.orbits();
    let order = &mut order[..orbits.len()];
    order.copy_from_slice(orbits);
    rng.shuffle(order);
    // A stable partition: what is dug keeps its random order, and so does what may be added.
    order.sort_by_key(|orbit| orbit.is_disjoint(start));
    let touched = order.partition_point(|orbit| !orbit.is_disjoint(start));
    let clues_of_first = |n: usize| order[..n].iter().fold(CellSet::EMPTY, |a, &b| a | b);
    let enough = |n: &usize| clues_of_first(*n).len() >= target;
    let used = (touched..order.len()).find(enough).unwrap_or(order.len());
    let (start, order) = (clues_of_first(used), &order[..used]);
    let carved = carve::carve(solution, start, order, target, plan.uniqueness);
    Dug {
        puzzle: solution.keep(carved.clues),
        in_range: plan.admits(carved.clues.len()),
        checks: carved.checks,
    }
}
