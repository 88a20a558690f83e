//! A position in play: the digits on the board, and the candidates that are left. For each candidate removed by a
//! step, the step's number is kept.

use super::scene::Scene;
use crate::grid::{Board, Candidates};
use crate::rate::Mark;
use crate::rate::techniques::{Move, Technique, all_moves};
use std::collections::BTreeMap;

/// A position during play: the digits on the board, and the candidates that are left.
///
/// ```
/// use sudoku_engine::rate::{hints::Position, techniques::Technique};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert!(!Position::new(&puzzle).moves(Technique::NakedSingle).is_empty());
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Position {
    board: Board,
    candidates: Candidates,
    /// The candidates that have been removed, each with the number of the step that removed it. The number is 0 for
    /// candidates that were removed before the first step.
    removed: BTreeMap<Mark, usize>,
}

impl Position {
    /// Makes the position of this board, with all candidates that the digits on the board allow.
    pub fn new(board: &Board) -> Self {
        Self {
            board: *board,
            candidates: Candidates::of(board),
            removed: BTreeMap::new(),
        }
    }

    /// Removes the candidates that a player has crossed out. Candidates that are already excluded are ignored.
    pub fn remove(&mut self, marks: impl IntoIterator<Item = Mark>) {
        marks.into_iter().for_each(|mark| self.remove_by(mark, 0));
    }

    /// Returns the digits on the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the candidates that are left.
    pub const fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Lists every step of a technique in this position.
    pub fn moves(&self, technique: Technique) -> Vec<Move> {
        let removed: Vec<Mark> = self.removed.keys().copied().collect();
        all_moves(technique, &self.board, &removed)
    }

    /// Applies the placements and removals of step `number` of a solution.
    pub fn apply(&mut self, sets: &[Mark], removes: &[Mark], number: usize) {
        for mark in sets {
            self.board.set(mark.cell, Some(mark.digit));
            self.candidates.place(mark.cell, mark.digit);
        }
        for mark in removes {
            self.remove_by(*mark, number);
        }
    }

    fn remove_by(&mut self, mark: Mark, number: usize) {
        if self.candidates.of_cell(mark.cell).contains(mark.digit) {
            self.candidates.remove(mark.cell, mark.digit);
            self.removed.insert(mark, number);
        }
    }

    /// Returns the number of the step that removed a candidate, or 0 if it was removed before the first step. `None` if
    /// the candidate is still present, or is excluded by a digit on the board.
    pub(super) fn step_of(&self, mark: Mark) -> Option<usize> {
        let mut peers = mark.cell.peers();
        let is_seen = peers.any(|cell| self.board.get(cell) == Some(mark.digit));
        let step = self.removed.get(&mark).copied();
        step.filter(|_| !is_seen && self.board.get(mark.cell).is_none())
    }

    pub(super) const fn scene<'a>(&'a self, it: &'a Move) -> Scene<'a> {
        Scene {
            it,
            candidates: &self.candidates,
        }
    }
}
