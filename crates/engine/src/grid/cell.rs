//! The 81 cells of the board.

use super::CELLS;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the 81 cells, numbered 0 to 80 in reading order; displayed as `r1c1` to `r9c9`.
///
/// ```
/// use sudoku_engine::Cell;
/// let cell = Cell::at(3, 4);
/// assert_eq!((cell.to_string(), cell.index()), ("r4c5".to_owned(), 31));
/// assert!(cell.sees(Cell::at(3, 8)) && cell.peers().len() == 20);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Cell(u8);

impl Cell {
    /// Makes the cell with this number; `None` if it is above 80.
    pub const fn new(index: usize) -> Option<Self> {
        if index < CELLS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Makes the cell where a row and a column (both 0 to 8) cross.
    ///
    /// # Panics
    /// If either is 9 or more.
    pub const fn at(row: usize, column: usize) -> Self {
        assert!(row < 9 && column < 9, "rows and columns run from 0 to 8");
        Self((row * 9 + column) as u8)
    }

    /// Returns all cells in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..CELLS as u8).map(Self)
    }

    /// Returns the cell's number, 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the cell's row, 0 to 8.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the number of the cell's column, 0 to 8.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the number of the cell's box, 0 to 8 in reading order.
    #[inline]
    pub const fn box_index(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl TryFrom<u8> for Cell {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, Self::Error> {
        Self::new(index.into()).ok_or_else(|| format!("cells run from 0 to 80, not {index}"))
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> Self {
        cell.0
    }
}
