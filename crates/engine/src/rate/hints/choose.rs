//! Chooses a hint: the most helpful step of the first technique in the ladder that finds any.
//!
//! The first step found is good enough for a score, but often not helpful as a hint. Steps that place a digit are
//! better than removals, and removals that open a single are better than others. After that, more removed
//! candidates, fewer cells and shorter chains are preferred.

use super::position::Position;
use super::step::TechniqueStep;
use crate::grid::{Board, Candidates, CellSet, House, HouseKind};
use crate::rate::Mark;
use crate::rate::techniques::{Move, Role, TechniqueLadder};
use std::cmp::Reverse;

/// Returns the most helpful step of the first technique of a ladder that finds a step; `None` if no technique of
/// the ladder finds one. Steps that contradict `solution` are skipped.
///
/// ```
/// use sudoku_engine::{Play, TechniqueLadder, hint};
/// let play: Play = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let checked = play.check()?;
/// let step = hint(&checked.position, &TechniqueLadder::hodoku(), &checked.solution).expect("there is a single");
/// assert_eq!(step.text.nudge, "A cell has one candidate left.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hint(
    position: &Position,
    ladder: &TechniqueLadder,
    solution: &Board,
) -> Option<TechniqueStep> {
    let techniques = ladder.rungs().iter().map(|rung| rung.technique);
    let best = techniques.into_iter().find_map(|technique| {
        let moves = position.moves(technique).into_iter();
        let mut sound = moves.filter(|it| agrees(it, solution)).collect::<Vec<_>>();
        // Among equally helpful steps, the first one wins.
        sound.reverse();
        sound.into_iter().max_by_key(|it| usefulness(position, it))
    })?;
    Some(TechniqueStep::new(position, &best))
}

fn agrees(it: &Move, solution: &Board) -> bool {
    let is_true = |mark: &Mark| solution.get(mark.cell) == Some(mark.digit);
    it.sets.iter().all(is_true) && !it.removes.iter().any(is_true)
}

/// The sort key of the steps of one technique; the step with the largest key is the most helpful. Steps that place
/// a digit come first, then steps that lead to a single. After that, these are preferred, in this order: fewer rows
/// and columns in the pattern of a placement, more removals, fewer cells, and shorter chains.
type Usefulness = (
    bool,
    bool,
    Reverse<usize>,
    usize,
    Reverse<usize>,
    Reverse<usize>,
);

fn usefulness(position: &Position, it: &Move) -> Usefulness {
    let pattern = &it.pattern;
    let marked = pattern.candidates.iter().map(|(mark, _)| mark.cell);
    let cells: CellSet = pattern.cells.iter().map(|it| it.0).chain(marked).collect();
    let length = pattern.chains.iter().map(Vec::len).sum();
    // People find a digit's places in a box before those in a line.
    let is_line = |it: &&(House, Role)| it.0.kind() != HouseKind::Box;
    let lines = pattern.houses.iter().filter(is_line).count();
    let line = if it.sets.is_empty() { 0 } else { lines };
    (
        !it.sets.is_empty(),
        opens_single(position.candidates(), it),
        Reverse(line),
        it.removes.len(),
        Reverse(cells.len()),
        Reverse(length),
    )
}

/// Returns whether the removals of a move leave a cell with one candidate, or a digit with one place in a house.
fn opens_single(before: &Candidates, it: &Move) -> bool {
    let mut after = before.clone();
    for mark in &it.removes {
        after.remove(mark.cell, mark.digit);
    }
    let opens = |mark: &Mark| {
        let one_place = |house: House| {
            (after.of_digit(mark.digit) & house.cells())
                .single()
                .is_some()
        };
        after.of_cell(mark.cell).single().is_some() || mark.cell.houses().into_iter().any(one_place)
    };
    it.removes.iter().any(opens)
}
