//! What may still stand where: the pencil marks of a person.

use super::{Board, CELLS, Cell, CellSet, Digit, DigitSet};

/// The candidates of every blank, kept both ways: the digits of a cell, and the cells of a digit.
///
/// A placed cell has no candidates. The two views always agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    cells: [DigitSet; CELLS],
    digits: [CellSet; 9],
}

impl Candidates {
    /// The candidates of a board: for every blank the digits that none of its peers holds.
    pub fn of(board: &Board) -> Self {
        let mut digits = [CellSet::ALL - board.clues(); 9];
        for (cell, digit) in board.givens() {
            digits[digit.index()] -= cell.peers();
        }
        let mut cells = [DigitSet::EMPTY; CELLS];
        for digit in Digit::all() {
            for cell in digits[digit.index()] {
                cells[cell.index()] = cells[cell.index()].with(digit);
            }
        }
        Self { cells, digits }
    }

    /// The digits that may stand in a cell; none if it is placed.
    #[inline]
    pub const fn of_cell(&self, cell: Cell) -> DigitSet {
        self.cells[cell.index()]
    }

    /// The cells in which a digit may stand.
    #[inline]
    pub const fn of_digit(&self, digit: Digit) -> CellSet {
        self.digits[digit.index()]
    }

    /// Takes a digit out of a cell. Says whether it was there.
    #[inline]
    pub fn remove(&mut self, cell: Cell, digit: Digit) -> bool {
        let before = self.cells[cell.index()];
        self.cells[cell.index()] = before.without(digit);
        self.digits[digit.index()] -= CellSet::of(cell);
        before.contains(digit)
    }

    /// Places a digit: the cell loses all candidates, its peers lose this one.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        for other in self.cells[cell.index()] {
            self.digits[other.index()] -= CellSet::of(cell);
        }
        self.cells[cell.index()] = DigitSet::EMPTY;
        for peer in self.digits[digit.index()] & cell.peers() {
            self.remove(peer, digit);
        }
    }
}
