//! Solving paths: the steps by which the techniques of a ladder solve a puzzle.
//!
//! Turning a puzzle can change the steps, because some choices depend on the order of the cells. Packs and ratings
//! therefore count the steps of the canonical form. A path shows these steps, turned back to fit the puzzle as it
//! is given.

use super::position::Position;
use super::step::TechniqueStep;
use crate::grid::{Board, Canonical};
use crate::rate::techniques::{Move, TechniqueLadder, TechniquePath, TechniqueSolver};
use crate::solve::search;

/// Solves the canonical form of a puzzle as far as the techniques of a ladder allow, and returns the result and the
/// steps. The steps are turned back to fit the puzzle as it is given. A board without exactly one solution has no
/// canonical form, and is solved in the form in which it is given; the result then means nothing.
///
/// ```
/// use sudoku_engine::rate::{hints::technique_steps, techniques::TechniqueLadder};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let (path, steps) = technique_steps(&puzzle, &TechniqueLadder::hodoku());
/// assert_eq!((path.blanks, steps.len()), (0, 51));
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
pub fn technique_steps(
    puzzle: &Board,
    ladder: &TechniqueLadder,
) -> (TechniquePath, Vec<TechniqueStep>) {
    let solved = search::solve(puzzle, 2);
    let Some(solution) = solved.first.filter(|_| solved.count == 1) else {
        return technique_steps_as_given(puzzle, ladder);
    };
    let form = Canonical::of(puzzle, &solution);
    let mut solver = TechniqueSolver::new(ladder);
    let (path, moves) = solver.solve_with_moves(&form.puzzle, Some(&form.solution));
    let back = form.transform.inverse();
    let moves = moves.into_iter().map(|it| it.moved(&back));
    (path, explained(puzzle, moves))
}

/// Solves a puzzle in the form in which it is given, as far as the techniques of a ladder allow, and returns the result
/// and the steps. The number of steps and their techniques may differ from those of the canonical form.
pub fn technique_steps_as_given(
    puzzle: &Board,
    ladder: &TechniqueLadder,
) -> (TechniquePath, Vec<TechniqueStep>) {
    let (path, moves) = TechniqueSolver::new(ladder).solve_with_moves(puzzle, None);
    (path, explained(puzzle, moves.into_iter()))
}

/// Explains the moves that solve a puzzle, starting with the first move.
fn explained(puzzle: &Board, moves: impl Iterator<Item = Move>) -> Vec<TechniqueStep> {
    let mut position = Position::new(puzzle);
    let explain = |(number, it): (usize, Move)| {
        let step = TechniqueStep::new(&position, &it);
        position.apply(&it.sets, &it.removes, number);
        step
    };
    (1..).zip(moves).map(explain).collect()
}

/// Returns the position that a puzzle is in after these steps, which must be the first steps of its solution.
pub fn position_after(puzzle: &Board, steps: &[TechniqueStep]) -> Position {
    let mut position = Position::new(puzzle);
    for (number, step) in (1..).zip(steps) {
        position.apply(&step.sets, &step.removes, number);
    }
    position
}
