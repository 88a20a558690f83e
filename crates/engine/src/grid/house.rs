//! The 27 houses: rows, columns and boxes.

use super::{Cell, CellSet, HOUSES};
use std::fmt;

/// A row, a column or a box: nine cells that hold each digit once. Numbered 0 to 8 for the rows, 9
/// to 17 for the columns, 18 to 26 for the boxes; displayed as `row 1`, `column 1`, `box 1`.
///
/// ```
/// use sudoku_engine::{Cell, House};
/// let house = House::of_box(4);
/// assert_eq!((house.to_string(), house.cells().len()), ("box 5".to_owned(), 9));
/// assert_eq!(Cell::at(4, 4).houses(), [House::row(4), House::column(4), house]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

/// The kind of a house, displayed as `row`, `column` or `box`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one above the other.
    Column,
    /// Three by three cells.
    Box,
}

impl House {
    /// Makes the house with this number; `None` if it is above 26.
    pub const fn new(index: usize) -> Option<Self> {
        if index < HOUSES {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// Makes the row with this number, 0 to 8, counted from the top.
    ///
    /// # Panics
    /// If `row` is 9 or more.
    #[inline]
    pub const fn row(row: usize) -> Self {
        assert!(row < 9, "rows run from 0 to 8");
        Self(row as u8)
    }

    /// Makes the column with this number, 0 to 8, counted from the left.
    ///
    /// # Panics
    /// If `column` is 9 or more.
    #[inline]
    pub const fn column(column: usize) -> Self {
        assert!(column < 9, "columns run from 0 to 8");
        Self(column as u8 + 9)
    }

    /// Makes the box with this number, 0 to 8 in reading order.
    ///
    /// # Panics
    /// If `index` is 9 or more.
    #[inline]
    pub const fn of_box(index: usize) -> Self {
        assert!(index < 9, "boxes run from 0 to 8");
        Self(index as u8 + 18)
    }

    /// Returns all houses: rows, then columns, then boxes.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..HOUSES as u8).map(Self)
    }

    /// Returns the nine houses of a kind.
    #[inline]
    pub fn of_kind(kind: HouseKind) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        let first = 9 * kind as u8;
        (first..first + 9).map(Self)
    }

    /// Returns the house's number, 0 to 26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind of the house: row, column or box.
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// Returns the house's number within its kind, 0 to 8.
    pub const fn number(self) -> usize {
        self.index() % 9
    }

    /// Returns the nine cells as a set.
    #[inline]
    pub const fn cells(self) -> CellSet {
        MEMBERS[self.index()]
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.number() + 1)
    }
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
        })
    }
}

static MEMBERS: [CellSet; HOUSES] = {
    let mut table = [CellSet::EMPTY; HOUSES];
    let mut row = 0;
    while row < 9 {
        let mut column = 0;
        while column < 9 {
            let cell = Cell::at(row, column);
            table[row] = table[row].with(cell);
            table[9 + column] = table[9 + column].with(cell);
            let of_box = 18 + cell.box_index();
            table[of_box] = table[of_box].with(cell);
            column += 1;
        }
        row += 1;
    }
    table
};
