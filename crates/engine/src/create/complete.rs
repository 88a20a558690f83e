//! Completes a partly filled board to a full grid by a search that tries digits in random order.
//!
//! Packs depend on every step of this search, so the steps never change within an algorithm number. Judges have
//! other searches, which may get faster as long as their results are the same. The steps are:
//!
//! 1. A blank without a legal digit ends the branch. Otherwise the next cell is a blank with one legal digit; if
//!    there is none, one with two, then one with three, then any blank. Of several such cells, the first in
//!    reading order is taken.
//! 2. The cell's legal digits are tried in random order. Of n untried digits in ascending order, the generator's
//!    `below(n)` picks the next. If only one is left, nothing is drawn.
//! 3. A search that has placed [`RESTART_AFTER`] digits starts over from the given board; the generator is not
//!    reset. A few searches would take very long, and a fresh start is cheaper than a bad branch (Gomes, Selman,
//!    Kautz: *Boosting combinatorial search through randomization*, 1998). Before the first restart, the fast
//!    judge checks that the board has a solution. Every judge gives the same answer to this.

use crate::grid::{Board, Cell, CellSet, Digit, DigitSet};
use crate::seed::Generator;
use crate::solve::search;

/// The number of digits placed before a search starts over; it is more than twice the number of cells.
const RESTART_AFTER: u32 = 200;

/// For each digit, the cells into which it can still go; filled cells are left out.
#[derive(Clone, Copy)]
pub(super) struct OpenCells {
    digits: [CellSet; 9],
    blanks: CellSet,
}

impl OpenCells {
    /// Finds the candidates of the blanks of a board.
    pub(super) fn of(board: &Board) -> Self {
        let mut open = Self {
            digits: [CellSet::ALL; 9],
            blanks: CellSet::ALL,
        };
        for (cell, digit) in board.givens() {
            open = open.with(cell, digit);
        }
        open
    }

    /// Returns the candidates of a blank.
    pub(super) fn legal(&self, cell: Cell) -> DigitSet {
        Digit::all()
            .filter(|digit| self.digits[digit.index()].contains(cell))
            .collect()
    }

    /// Returns the position after a digit is put into a blank.
    #[inline]
    pub(super) fn with(&self, cell: Cell, digit: Digit) -> Self {
        let mut open = *self;
        let taken = CellSet::of(cell);
        for cells in &mut open.digits {
            *cells -= taken;
        }
        open.digits[digit.index()] -= cell.peers();
        open.blanks -= taken;
        open
    }

    /// Returns the next step of the search. Blanks with one legal digit are filled first, then those with two, then
    /// those with three, then all others. Of several such blanks, the first in reading order is next. A blank
    /// without a legal digit is a dead end. This is rule 1 in the module's documentation.
    #[inline]
    pub(super) fn next_cell(&self) -> NextStep {
        let (mut one, mut two, mut three, mut four) = (
            CellSet::EMPTY,
            CellSet::EMPTY,
            CellSet::EMPTY,
            CellSet::EMPTY,
        );
        for &cells in &self.digits {
            four |= three & cells;
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        if one != self.blanks {
            return NextStep::DeadEnd;
        }
        let cell = (one - two)
            .first()
            .or_else(|| (two - three).first())
            .or_else(|| (three - four).first())
            .or_else(|| one.first());
        cell.map_or(NextStep::Full, NextStep::Cell)
    }
}

/// The next step of a search.
pub(super) enum NextStep {
    /// Fill this cell.
    Cell(Cell),
    /// The branch ends, because some blank has no legal digit.
    DeadEnd,
    /// The board is full.
    Full,
}

/// The outcome of a branch.
#[derive(PartialEq)]
enum BranchEnd {
    Filled,
    Refuted,
    GaveUp,
}

/// Completes a board; `None` if that is impossible.
pub(super) fn complete(board: &Board, rng: &mut Generator) -> Option<Board> {
    let open = OpenCells::of(board);
    let mut grid = *board;
    let mut known_solvable = false;
    loop {
        let mut left = RESTART_AFTER;
        match descend(&open, &mut grid, &mut left, rng) {
            BranchEnd::Filled => return Some(grid),
            BranchEnd::Refuted => return None,
            BranchEnd::GaveUp if known_solvable => {}
            BranchEnd::GaveUp if search::count(board, 1) == 0 => return None,
            BranchEnd::GaveUp => known_solvable = true,
        }
    }
}

/// Fills all blanks of the position `open` in `grid`. The search places at most `left` digits, and reduces `left`
/// by their number. A failed branch leaves digits in `grid`. A branch that succeeds overwrites these digits, since
/// it fills all blanks.
fn descend(open: &OpenCells, grid: &mut Board, left: &mut u32, rng: &mut Generator) -> BranchEnd {
    let cell = match open.next_cell() {
        NextStep::Full => return BranchEnd::Filled,
        NextStep::DeadEnd => return BranchEnd::Refuted,
        NextStep::Cell(cell) => cell,
    };
    let mut untried = open.legal(cell);
    while let Some(digit) = draw(untried, rng) {
        if *left == 0 {
            return BranchEnd::GaveUp;
        }
        *left -= 1;
        untried = untried.without(digit);
        grid.set(cell, Some(digit));
        match descend(&open.with(cell, digit), grid, left, rng) {
            BranchEnd::Refuted => {}
            end => return end,
        }
    }
    BranchEnd::Refuted
}

/// Draws one of the digits, all equally likely; `None` if there is none.
pub(super) fn draw(mut digits: DigitSet, rng: &mut Generator) -> Option<Digit> {
    let count = digits.len();
    if count > 1 {
        for _ in 0..rng.below(count as u32) {
            digits.next();
        }
    }
    digits.first()
}
