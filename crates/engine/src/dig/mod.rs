//! Digs: removes digits from a full grid, so that a puzzle with exactly one solution remains.

mod carve;
mod clue_range;
mod fill;
mod houses;
mod judge;
mod many;
mod method;
mod pattern;
mod plan;
pub mod row_limited;
mod symmetry;
mod unavoidable;

use self::carve::Carver;
use self::judge::Judge;
use crate::grid::{Board, CELLS, Cell, CellSet, Digit};
use crate::seed::Generator;
use crate::solve::search;

pub use clue_range::{ClueRange, FEWEST_CLUES};
pub use houses::HouseClues;
pub use many::{DigRequest, dig_many};
pub use method::{DigMethod, UnknownDigMethod};
pub use pattern::{CluePattern, NoPattern};
pub use plan::{Plan, PlanError, Uniqueness, UnknownUniqueness};
pub use symmetry::{Symmetry, UnknownSymmetry};

/// The result of a dig: a puzzle, and the number of checks that it took.
///
/// ```
/// use sudoku_engine::{Generator, Method, Plan, count, dig, full_grid};
/// let mut rng = Generator::for_candidate(1, 0);
/// let grid = full_grid(&Method::Diagonal, &mut rng).grid;
/// let dug = dig(&grid, &Plan::MINIMAL, &mut rng);
/// assert_eq!((dug.solution, count(&dug.puzzle, 2)), (grid, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dug {
    /// The puzzle.
    pub puzzle: Board,
    /// The puzzle's only solution: the grid from which it was dug, unless the plan has a [pattern](Plan::pattern);
    /// filling a pattern changes the grid.
    pub solution: Board,
    /// `true` if the puzzle satisfies the plan's ranges of clues (for the board, for rows and for boxes), and the
    /// plan's requirements on pattern, digits and minimality. Always `true` for a plan that has none of these. If a
    /// row-limited dig finds no placement with one solution, or a pattern can't be filled as the plan requires, the
    /// puzzle is the full grid.
    pub in_range: bool,
    /// The number of times that the judge searched for another solution.
    pub checks: u32,
}

/// Digs a puzzle out of a full grid. The orbits of the plan's symmetry are tried in random order, and each is blanked
/// if the solution stays the only one. An orbit is kept if blanking it would leave fewer clues than the target (drawn
/// from the plan's range before the order is drawn), or fewer clues in a row or box than its minimum. Without any
/// range the puzzle is minimal: no further orbit can be blanked. [`row_limited`] is a different method, and a
/// [pattern](Plan::pattern) is filled rather than dug. The plan should have passed [`Plan::check`].
///
/// The result depends on the grid, the plan (but not its judge), and the generator's state. A board
/// that is not a full grid is returned unchanged.
///
/// ```
/// use sudoku_engine::{create, dig, seed::Generator, solve::search};
/// let mut rng = Generator::for_candidate(1, 0);
/// let grid = create::full_grid(&create::Method::Diagonal, &mut rng).grid;
/// let plan = dig::Plan {
///     symmetry: dig::Symmetry::Rotate180,
///     clues: Some(dig::ClueRange { min: 28, max: 32 }),
///     ..dig::Plan::default()
/// };
/// let dug = dig::dig(&grid, &plan, &mut rng);
/// assert_eq!(search::solve(&dug.puzzle, 2).first, Some(grid));
/// ```
pub fn dig(solution: &Board, plan: &Plan, rng: &mut Generator) -> Dug {
    dig_from(solution, CellSet::ALL, plan, rng)
}

/// Digs like [`dig`], but starts with only some of the grid's digits, to thin a puzzle that was found in another
/// way. The start is first extended to whole orbits. Then random orbits are added until there are enough clues for
/// the target and for the minimum of each row and box. If the given start has a solution other than the grid, the
/// dig starts with all cells, like [`dig`]. [Row-limited](row_limited) digs, patterns and plans with eight digits
/// ignore the start.
pub fn dig_from(solution: &Board, start: CellSet, plan: &Plan, rng: &mut Generator) -> Dug {
    match prepare(solution, start, plan, rng) {
        PreparedDig::Done(dug) => dug,
        PreparedDig::Open(mut carver) => {
            let judge = Judge::new(solution, plan.uniqueness);
            while let Some(after) = carver.question() {
                let difference = judge.difference(carver.clues(), after);
                carver.answer(difference.map(|cells| move || cells));
            }
            dug(solution, plan, carver.clues(), carver.checks())
        }
    }
}

/// Returns the result of a dig with these remaining clues.
fn dug(solution: &Board, plan: &Plan, clues: CellSet, checks: u32) -> Dug {
    let puzzle = solution.keep(clues);
    Dug {
        puzzle,
        solution: *solution,
        in_range: plan.admits(&puzzle, solution),
        checks,
    }
}

/// A dig whose random choices have all been made.
enum PreparedDig {
    /// A dig that is done, since its method runs its own checks, or since it needs none.
    Done(Dug),
    /// A dig that still needs checks by the judge.
    Open(Box<Carver>),
}

/// Makes the random choices of a dig. A dig that is row-limited or fills a pattern is also finished here, and so is
/// a dig of a board that is not a full grid.
fn prepare(solution: &Board, start: CellSet, plan: &Plan, rng: &mut Generator) -> PreparedDig {
    if !solution.is_full_grid() {
        return PreparedDig::Done(dug(solution, plan, solution.clues(), 0));
    }
    if let Some(pattern) = plan.pattern {
        return PreparedDig::Done(patterned(solution, pattern, plan, rng));
    }
    let target = plan.draw_target(rng);
    if plan.method == DigMethod::RowLimited {
        let found = row_limited::dig(solution, target, plan, rng);
        return PreparedDig::Done(dug(solution, plan, found.clues, found.checks));
    }
    let start = match plan.digits {
        Some(8) => without_a_digit(solution, plan.symmetry, rng),
        _ => start,
    };
    let mut order = [CellSet::EMPTY; CELLS];
    let orbits = plan.symmetry.orbits();
    let order = &mut order[..orbits.len()];
    order.copy_from_slice(orbits);
    rng.shuffle(order);
    let floors = carve::Floors {
        clues: target,
        houses: plan.house_clues(),
    };
    let whole =
        start == CellSet::ALL || search::other_solution(&solution.keep(start), solution).is_some();
    let (start, order) = if whole {
        (CellSet::ALL, &*order)
    } else {
        widened(start, order, &floors)
    };
    PreparedDig::Open(Box::new(Carver::new(solution, start, order, floors)))
}

/// Fills a pattern with digits, starting from the digits of the grid.
fn patterned(grid: &Board, pattern: CluePattern, plan: &Plan, rng: &mut Generator) -> Dug {
    let filled = fill::fill(grid, pattern, rng);
    let in_range = filled.unique && plan.admits(&filled.puzzle, &filled.solution);
    Dug {
        puzzle: if in_range { filled.puzzle } else { *grid },
        solution: if in_range { filled.solution } else { *grid },
        in_range,
        checks: filled.checks,
    }
}

/// Returns the cells of all orbits in which a certain digit does not occur. Digits are tried in random order until
/// these cells, as clues, have only one solution. Returns all cells if no digit leads to one solution; without
/// symmetry, every digit does.
fn without_a_digit(grid: &Board, symmetry: Symmetry, rng: &mut Generator) -> CellSet {
    let mut digits: Vec<Digit> = Digit::all().collect();
    rng.shuffle(&mut digits);
    let starts = digits.into_iter().map(|digit| {
        let places: CellSet = Cell::all()
            .filter(|&at| grid.get(at) == Some(digit))
            .collect();
        let orbits = symmetry.orbits().iter();
        orbits
            .filter(|orbit| orbit.is_disjoint(places))
            .fold(CellSet::EMPTY, |all, &it| all | it)
    });
    starts
        .into_iter()
        .find(|&start| search::other_solution(&grid.keep(start), grid).is_none())
        .unwrap_or(CellSet::ALL)
}

/// Returns the cells that have clues when a dig starts, and the orbits (cells that are blanked together) of these
/// cells. The orbits that contain a cell of `start` come first. If the floors require more clues, other orbits
/// follow in their random order.
fn widened<'a>(
    start: CellSet,
    order: &'a mut [CellSet],
    floors: &carve::Floors,
) -> (CellSet, &'a [CellSet]) {
    order.sort_by_key(|orbit| orbit.is_disjoint(start));
    let (mut wide, mut used) = (CellSet::EMPTY, 0);
    for place in 0..order.len() {
        let orbit = order[place];
        let wanted = !orbit.is_disjoint(start)
            || wide.len() < floors.clues
            || !floors.houses.spare(orbit, wide | orbit);
        if wanted {
            order[used] = orbit;
            wide |= orbit;
            used += 1;
        }
    }
    (wide, &order[..used])
}
