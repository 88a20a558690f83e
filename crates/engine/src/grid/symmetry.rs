//! The symmetries of the board, which turn a puzzle into an equivalent one (Wang 2009, section 1.5):
//! relabelling the digits, swapping bands or stacks, rows within a band, or columns within a stack, and
//! reflecting the board in its diagonal. Rotations and other mirror images are combinations of these.

use super::{Board, CELLS, Cell, CellSet, Digit, House, SIDE};
#[cfg(feature = "serde")]
use serde::Serialize;

/// The number of ways to move the cells: 2 · 6⁴ · 6⁴.
pub const CELL_SYMMETRIES: usize = 3_359_232;

/// One symmetry of the board. If `transposed`, the old board is first reflected in its diagonal. Then the
/// new row r is row `rows[r]`, the new column c is column `columns[c]`, and digit d + 1 becomes
/// `digits[d]`. Only a [valid](Transform::is_valid) value may be applied or inverted: others may panic.
///
/// ```
/// use sudoku_engine::grid::{Board, Transform};
/// let turned = Transform { transposed: true, rows: [8, 7, 6, 5, 4, 3, 2, 1, 0], ..Transform::IDENTITY };
/// assert!(turned.is_valid());
/// let mut board = Board::EMPTY;
/// board.set(sudoku_engine::grid::Cell::at(0, 0), sudoku_engine::grid::Digit::new(5));
/// let there = turned.apply(&board);
/// assert_eq!(turned.inverse().apply(&there), board);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct Transform {
    /// `true` if rows and columns are exchanged first.
    pub transposed: bool,
    /// For each new row, the row that moves there; if `transposed`, rows are numbered after the exchange.
    pub rows: [u8; SIDE],
    /// For each new column, the column that moves there; if `transposed`, columns are numbered after the exchange.
    pub columns: [u8; SIDE],
    /// The new value of each digit; digit d + 1 is at index d.
    pub digits: [u8; SIDE],
}

impl Transform {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self {
        transposed: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// Returns whether this is a symmetry: lines stay together in bands and stacks, and every digit
    /// occurs once.
    pub fn is_valid(&self) -> bool {
        let mut digits = self.digits;
        digits.sort_unstable();
        keeps_chutes(&self.rows) && keeps_chutes(&self.columns) && digits == Self::IDENTITY.digits
    }

    /// Returns the transformed board.
    #[inline]
    pub fn apply(&self, board: &Board) -> Board {
        let old = board.values();
        let mut new = [0; CELLS];
        let mut place = 0;
        for row in self.rows {
            for column in self.columns {
                let value = old[self.origin(row, column)];
                new[place] = if value == 0 {
                    0
                } else {
                    self.digits[usize::from(value) - 1]
                };
                place += 1;
            }
        }
        Board::from_values(new).unwrap_or(Board::EMPTY)
    }

    /// Returns the cell to which a cell moves.
    pub fn cell(&self, cell: Cell) -> Cell {
        let (row, column) = if self.transposed {
            (cell.column(), cell.row())
        } else {
            (cell.row(), cell.column())
        };
        Cell::at(place_of(&self.rows, row), place_of(&self.columns, column))
    }

    /// Returns the cells to which a set of cells moves.
    pub fn cells(&self, cells: CellSet) -> CellSet {
        cells.map(|cell| self.cell(cell)).collect()
    }

    /// Returns the house to which a house moves.
    pub fn house(&self, house: House) -> House {
        let moved = self.cells(house.cells());
        let found = House::all().find(|house| house.cells() == moved);
        found.unwrap_or(house)
    }

    /// Returns the new label of a digit.
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::new(self.digits[digit.index()]).unwrap_or(digit)
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rows = inverse_lines(&self.rows);
        let columns = inverse_lines(&self.columns);
        let mut digits = [0; SIDE];
        for (old, new) in self.digits.into_iter().enumerate() {
            digits[usize::from(new) - 1] = old as u8 + 1;
        }
        Self {
            transposed: self.transposed,
            rows: if self.transposed { columns } else { rows },
            columns: if self.transposed { rows } else { columns },
            digits,
        }
    }

    #[inline]
    fn origin(&self, row: u8, column: u8) -> usize {
        let (row, column) = (usize::from(row), usize::from(column));
        if self.transposed {
            column * SIDE + row
        } else {
            row * SIDE + column
        }
    }

    /// Makes a symmetry that moves the cells and leaves the digits unchanged, by its number. Each such symmetry has one
    /// number from 0 to [`CELL_SYMMETRIES`] − 1.
    pub fn of_cells(number: usize) -> Self {
        let (number, rows) = (number / 1296, lines(number % 1296));
        let (number, columns) = (number / 1296, lines(number % 1296));
        Self {
            transposed: number % 2 == 1,
            rows,
            columns,
            ..Self::IDENTITY
        }
    }
}

/// The six orders of three items, in ascending order.
pub(super) const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Returns the order of nine lines with this number, one of the 6⁴ orders that keep bands (or stacks) together.
fn lines(mut number: usize) -> [u8; SIDE] {
    let mut next = || {
        let order = ORDERS[number % 6];
        number /= 6;
        order
    };
    let chutes = next();
    let mut lines = [0; SIDE];
    for (place, chute) in chutes.into_iter().enumerate() {
        for (offset, line) in next().into_iter().enumerate() {
            lines[3 * place + offset] = 3 * chute + line;
        }
    }
    lines
}

fn place_of(lines: &[u8; SIDE], old: usize) -> usize {
    let found = lines.iter().position(|&line| usize::from(line) == old);
    found.unwrap_or(old)
}

fn inverse_lines(lines: &[u8; SIDE]) -> [u8; SIDE] {
    std::array::from_fn(|old| place_of(lines, old) as u8)
}

fn keeps_chutes(lines: &[u8; SIDE]) -> bool {
    let mut sorted = *lines;
    sorted.sort_unstable();
    sorted == Transform::IDENTITY.rows
        && lines
            .chunks_exact(3)
            .all(|chute| chute.iter().all(|line| line / 3 == chute[0] / 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_ways_to_move_cells_are_as_many_as_they_should_be() {
        let rows: HashSet<_> = (0..1296).map(lines).collect();
        assert_eq!(rows.len(), 1296);
        assert!(rows.iter().all(keeps_chutes));
        assert_eq!(2 * rows.len() * rows.len(), CELL_SYMMETRIES);
        let last = Transform::of_cells(CELL_SYMMETRIES - 1);
        assert!(last.transposed && last.is_valid());
    }

    #[test]
    fn lines_that_leave_their_chute_are_no_symmetry() {
        let mut broken = Transform::IDENTITY;
        broken.rows.swap(2, 3);
        assert!(!broken.is_valid());
        broken = Transform::IDENTITY;
        broken.digits[0] = 2;
        assert!(!broken.is_valid());
    }

    #[test]
    fn cells_move_as_boards_do() {
        let mut symmetry = Transform::of_cells(2_222_222);
        symmetry.digits = [3, 1, 2, 9, 8, 7, 6, 5, 4];
        for cell in Cell::all() {
            let mut board = Board::EMPTY;
            board.set(cell, Digit::new(4));
            let there = symmetry.apply(&board);
            assert_eq!(there.get(symmetry.cell(cell)), Digit::new(9));
            assert_eq!(symmetry.inverse().apply(&there), board);
        }
    }
}
