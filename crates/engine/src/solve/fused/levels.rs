//! Computes Stuart's level: the smallest number of right guesses after which the basic rules solve a puzzle.
//!
//! Right guesses are digits of the solution. The rules never remove fewer candidates when more digits are placed.
//! So the position that a set of guesses leads to doesn't depend on their order.
//!
//! Few of the thousands of pairs of guesses need to be tried. Suppose that the rules fill the cell of guess B
//! after guess A. Then A leads at least as far as B. So B is skipped once A has been tried after the same earlier
//! guesses.
//!
//! Skipping doesn't change any level. Suppose that a set of guesses solves the puzzle, and contains a guess B that
//! is skipped because of A. With A in place of B, the set also solves the puzzle, and it comes earlier in the
//! order of trying. So the first set that solves the puzzle contains no skipped guess.

use super::position::{Ending, FusedPosition};
use super::search::Searcher;
use super::{BasicSet, rules};
use crate::grid::ShapedBoard;

/// The maximum number of guesses that are tried. No 9×9 puzzle is known to need more.
pub const MOST_GUESSES: u8 = 3;

/// A position in which digits of the solution can be placed.
pub(super) trait Guessable: Sized {
    /// A set of cells.
    type Cells: Clone;

    /// Returns this position after the solution's digit has been placed in a cell and all rules have been applied.
    fn with_guess(&self, cell: usize) -> Self;
    /// Returns whether every cell has its digit.
    fn is_solved(&self) -> bool;
    /// Returns the cells that have their digit.
    fn settled(&self) -> Self::Cells;
    /// Returns the next cell to try that is not in the set `settled`, together with its index in the order in which
    /// cells are tried. The index is at least `from`. `None` if no such cell is left.
    fn next_open(&self, from: usize, settled: &Self::Cells) -> Option<(usize, usize)>;
    /// Adds the cells `more` to the set `all`.
    fn join(all: &mut Self::Cells, more: &Self::Cells);
}

/// Finds the smallest number of guesses that solve a position. Returns [`MOST_GUESSES`] + 1 if [`MOST_GUESSES`] guesses
/// are not enough.
pub(super) fn least_guesses<P: Guessable>(start: &P) -> u8 {
    if start.is_solved() {
        return 0;
    }
    (1..=MOST_GUESSES)
        .find(|&guesses| is_solved_with(start, guesses, 0))
        .unwrap_or(MOST_GUESSES + 1)
}

/// Returns whether at most this many guesses solve a position. Guesses are made only in cells at index `from` or
/// later in the order in which cells are tried.
fn is_solved_with<P: Guessable>(base: &P, guesses: u8, from: usize) -> bool {
    let mut useless = base.settled();
    let mut from = from;
    while let Some((place, cell)) = base.next_open(from, &useless) {
        let position = base.with_guess(cell);
        if position.is_solved() {
            return true;
        }
        if guesses > 1 && is_solved_with(&position, guesses - 1, place + 1) {
            return true;
        }
        P::join(&mut useless, &position.settled());
        from = place + 1;
    }
    false
}

/// A position of a puzzle of any shape, with the puzzle's solution.
struct ShapedPosition<'a> {
    searcher: &'a Searcher,
    basic: BasicSet,
    solution: &'a ShapedBoard,
    position: FusedPosition,
}

impl Guessable for ShapedPosition<'_> {
    type Cells = Vec<bool>;

    fn with_guess(&self, cell: usize) -> Self {
        let mut position = self.position.clone();
        position.demand(cell, usize::from(self.solution.values()[cell]) - 1);
        rules::settle(&mut position, &self.searcher.table, self.basic);
        Self { position, ..*self }
    }

    fn is_solved(&self) -> bool {
        self.position.ending() == Ending::Solved
    }

    fn settled(&self) -> Vec<bool> {
        let cells = 0..self.position.cells.len();
        cells.map(|cell| self.position.is_placed(cell)).collect()
    }

    fn next_open(&self, from: usize, settled: &Vec<bool>) -> Option<(usize, usize)> {
        let open = settled[from..].iter().position(|&settled| !settled)?;
        Some((from + open, from + open))
    }

    fn join(all: &mut Vec<bool>, more: &Vec<bool>) {
        for (cell, &more) in all.iter_mut().zip(more) {
            *cell |= more;
        }
    }
}

impl Searcher {
    /// Finds the smallest number of correct guesses with which the basic rules solve a puzzle of this shape. Returns
    /// [`MOST_GUESSES`] + 1 if more than [`MOST_GUESSES`] guesses are needed. Returns `None` if the puzzle has another
    /// shape, or if `solution` doesn't solve the puzzle.
    pub fn stuart_level(
        &self,
        puzzle: &ShapedBoard,
        solution: &ShapedBoard,
        basic: BasicSet,
    ) -> Option<u8> {
        if puzzle.shape() != self.shape() || !solution.extends(puzzle) || !solution.is_full_grid() {
            return None;
        }
        let mut position = FusedPosition::of(&self.table, puzzle.values(), basic);
        rules::settle(&mut position, &self.table, basic);
        Some(least_guesses(&ShapedPosition {
            searcher: self,
            basic,
            solution,
            position,
        }))
    }
}
