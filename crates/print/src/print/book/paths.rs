//! Solves a book's puzzles with the technique ladder, for worked pages, examples and hints; every step is replayed
//! and compared with the solution before it is printed.

use super::Puzzle;
use crate::grid::{Board, Canonical, Cell, Digit};
use crate::print::PrintError;
use crate::print::step_board::StepBoard;
use crate::rate::hints::{Position, TechniqueStep, position_after, technique_steps};
use crate::rate::techniques::{Technique, TechniqueLadder, TechniqueSolver};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// The maximum number of puzzles among which the simplest example of a technique is chosen.
const CHOICE: usize = 6;

/// The solving path of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PuzzlePath {
    pub(super) steps: Vec<TechniqueStep>,
    /// `true` if the steps of the path solve the puzzle.
    pub(super) is_solved: bool,
}

/// An example of a technique: a step by the technique, and the position of a puzzle before the step.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TechniqueExample {
    /// The puzzle's place in the book, from 0.
    pub(super) puzzle: usize,
    pub(super) step: TechniqueStep,
    pub(super) board: Arc<StepBoard>,
}

/// Solves every 9×9 puzzle with the technique ladder `people` and stores its solving path, so that the same
/// techniques appear in sections, examples and worked puzzles.
pub(super) fn rate(puzzles: &mut [Puzzle]) {
    let mut solver = TechniqueSolver::new(&TechniqueLadder::people());
    for puzzle in puzzles {
        if let Some((givens, solution)) = puzzle.nine() {
            let form = Canonical::of(&givens, &solution);
            puzzle.techniques = Some(solver.solve(&form.puzzle, Some(&form.solution)));
        }
    }
}

/// Returns the solving path of a puzzle, after checking every step.
///
/// # Errors
/// If the puzzle is not 9×9, or a step contradicts the solution, which would be a bug in this program.
pub(super) fn path(puzzle: &Puzzle) -> Result<PuzzlePath, PrintError> {
    let (givens, solution) = nine(puzzle)?;
    let (path, steps) = technique_steps(&givens, &TechniqueLadder::people());
    let mut position = Position::new(&givens);
    for (number, step) in (1..).zip(&steps) {
        check(puzzle, &position, number, step)?;
        position.apply(&step.sets, &step.removes, number);
    }
    let is_solved = path.blanks == 0;
    if is_solved && *position.board() != solution {
        return Err(wrong(puzzle, steps.len(), "ends at another solution"));
    }
    Ok(PuzzlePath { steps, is_solved })
}

/// Returns a 9×9 puzzle and its solution, or an error for other layouts, because their steps can't be drawn.
fn nine(puzzle: &Puzzle) -> Result<(Board, Board), PrintError> {
    puzzle.nine().ok_or_else(|| {
        let said = format!("steps are drawn for 9x9 only, not for {}", puzzle.layout);
        PrintError::Impossible(said)
    })
}

fn wrong(puzzle: &Puzzle, number: usize, what: &str) -> PrintError {
    let id = puzzle.short_id();
    PrintError::ReadBack(format!("step {number} of puzzle {id} {what}"))
}

/// Checks that a step places or removes something, that its placements and removals agree with the solution, and that
/// all its candidates are in the position.
fn check(
    puzzle: &Puzzle,
    position: &Position,
    number: usize,
    step: &TechniqueStep,
) -> Result<(), PrintError> {
    let mut marks = step.sets.iter().chain(&step.removes);
    let has = |cell, digit| position.candidates().of_cell(cell).contains(digit);
    let value = |cell: Cell| puzzle.solution.values()[cell.index()];
    let is_true = |cell, digit: Digit| value(cell) == digit.value();
    let why = if step.sets.is_empty() && step.removes.is_empty() {
        "does nothing"
    } else if !marks.all(|mark| has(mark.cell, mark.digit)) {
        "takes a candidate that is not there"
    } else if !step.sets.iter().all(|mark| is_true(mark.cell, mark.digit)) {
        "places a wrong digit"
    } else if step
        .removes
        .iter()
        .any(|mark| is_true(mark.cell, mark.digit))
    {
        "removes a digit of the solution"
    } else {
        return Ok(());
    };
    Err(wrong(puzzle, number, why))
}

/// Returns the step that the hints for a puzzle describe, after checking it; `None` if no technique finds a step.
///
/// The hints describe the first step that is not a single: every reader reaches the position before this step, in
/// whatever order the singles are found. If all steps are singles, the hints describe the first step.
///
/// # Errors
/// The errors of [`path`].
pub(super) fn crux(
    solver: &mut TechniqueSolver,
    puzzle: &Puzzle,
) -> Result<Option<TechniqueStep>, PrintError> {
    let (givens, solution) = nine(puzzle)?;
    let (_, moves) = solver.solve_with_moves(&givens, Some(&solution));
    let first = moves.iter().position(|it| !it.technique.is_single());
    let Some(found) = moves.get(first.unwrap_or(0)) else {
        return Ok(None);
    };
    let mut position = Position::new(&givens);
    for (number, it) in (1..).zip(&moves[..first.unwrap_or(0)]) {
        position.apply(&it.sets, &it.removes, number);
    }
    let step = TechniqueStep::new(&position, found);
    check(puzzle, &position, first.unwrap_or(0) + 1, &step)?;
    Ok(Some(step))
}

impl PuzzlePath {
    /// Returns the picture of the position before a step; steps are counted from 0.
    pub(super) fn board(&self, givens: &Board, step: usize) -> StepBoard {
        let position = position_after(givens, &self.steps[..step]);
        StepBoard::new(givens, &position, &self.steps[step])
    }
}

/// Returns one example for each technique that the puzzles need, in [reading order](TechniqueLadder::reading_order).
/// The example is the step with the fewest links and candidates in the first [`CHOICE`] puzzles that need the
/// technique.
///
/// # Errors
/// The errors of [`path`], and an error if the search for the technique does not find the step again in the
/// replayed position.
pub(super) fn examples(puzzles: &[Puzzle]) -> Result<Vec<TechniqueExample>, PrintError> {
    let mut known: BTreeMap<usize, PuzzlePath> = BTreeMap::new();
    let mut found = Vec::new();
    for technique in TechniqueLadder::reading_order() {
        let needs = |puzzle: &Puzzle| {
            let path = puzzle.techniques;
            path.is_some_and(|path| path.counts[technique.index()] > 0)
        };
        let needing = (0..puzzles.len()).filter(|n| needs(&puzzles[*n]));
        let mut best: Option<(usize, usize, usize)> = None;
        for n in needing.take(CHOICE) {
            if let Entry::Vacant(place) = known.entry(n) {
                place.insert(path(&puzzles[n])?);
            }
            let steps = known[&n].steps.iter().enumerate();
            let size = |step: &TechniqueStep| step.links.len() * 4 + step.candidates.len();
            let own = steps.filter(|(_, step)| step.technique == technique);
            let plainest = own.map(|(at, step)| (size(step), n, at)).min();
            best = best.into_iter().chain(plainest).min();
        }
        if let Some((_, n, at)) = best {
            found.push(example(puzzles, n, &known[&n], at)?);
        }
    }
    Ok(found)
}

/// Returns the hardest step of the puzzle with index `n` as an example. Only steps with a technique for which `wanted`
/// returns `true` are considered; `None` if there is no such step.
///
/// # Errors
/// The errors of [`examples`].
pub(super) fn hardest(
    puzzles: &[Puzzle],
    n: usize,
    wanted: impl Fn(Technique) -> bool,
) -> Result<Option<TechniqueExample>, PrintError> {
    let path = path(&puzzles[n])?;
    let steps = path
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| wanted(step.technique));
    let hardest = steps.max_by_key(|(at, step)| (step.technique.score(), std::cmp::Reverse(*at)));
    let at = hardest.map(|(at, _)| at);
    at.map(|at| example(puzzles, n, &path, at)).transpose()
}

/// Makes an example of a step, and checks that the technique finds the step again in the replayed position.
fn example(
    puzzles: &[Puzzle],
    n: usize,
    path: &PuzzlePath,
    at: usize,
) -> Result<TechniqueExample, PrintError> {
    let (puzzle, step) = (&puzzles[n], &path.steps[at]);
    let (givens, _) = nine(puzzle)?;
    let position = position_after(&givens, &path.steps[..at]);
    let mut moves = position.moves(step.technique).into_iter();
    if !moves.any(|it| it.sets == step.sets && it.removes == step.removes) {
        return Err(wrong(puzzle, at + 1, "is not found again"));
    }
    Ok(TechniqueExample {
        puzzle: n,
        step: step.clone(),
        board: Arc::new(StepBoard::new(&givens, &position, step)),
    })
}
