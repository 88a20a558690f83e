//! A set of cells in 81 bits.

use super::Cell;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cells. Bit n of the number is cell n, so a row is nine neighbouring bits, and three
/// rows are 27 bits:
///
/// ```text
/// bit 80 ............ 54 | 53 ............ 27 | 26 ....... 9 8 ....... 0
///     rows 9 to 7        | rows 6 to 4        | rows 3 to 2  row 1
/// ```
///
/// `a | b` is the union, `a & b` the intersection, `a - b` the cells that are in `a` only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u128);

impl CellSet {
    /// The set without cells.
    pub const EMPTY: Self = Self(0);
    /// The set of all 81 cells.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// Makes the set with these 81 bits; higher bits are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the 81 bits.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Makes a set of one cell.
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        Self(1 << cell.index())
    }

    /// Counts the cells.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the cell is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Returns whether every cell of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether the sets share no cell.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns the set with a cell added.
    #[inline]
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.index())
    }

    /// Returns the set with a cell removed.
    #[inline]
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.index()))
    }

    /// Returns the cells in either set. This method also works in constants, where `|` can't be used.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the first cell in reading order; `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 {
            None
        } else {
            Cell::new(self.0.trailing_zeros() as usize)
        }
    }

    /// Returns the only cell of the set; `None` if the set is empty or has several cells.
    #[inline]
    pub const fn single(self) -> Option<Cell> {
        if self.0 != 0 && self.0 & (self.0 - 1) == 0 {
            self.first()
        } else {
            None
        }
    }
}

impl BitOr for CellSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CellSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl SubAssign for CellSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl Iterator for CellSet {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let (first, left) = if low != 0 {
            (
                low.trailing_zeros(),
                self.0 >> 64 << 64 | u128::from(low & (low - 1)),
            )
        } else if high != 0 {
            (
                64 + high.trailing_zeros(),
                u128::from(high & (high - 1)) << 64,
            )
        } else {
            return None;
        };
        self.0 = left;
        Cell::new(first as usize)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}
