//! A board of 81 cells, each of which is blank or holds a digit.

use super::{CELLS, Cell, CellSet, Digit, DigitSet, HOUSES, House};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A puzzle, a partly filled board or a full grid: one byte per cell in reading order, 0 for a
/// blank.
///
/// The digits may contradict one another; [`Board::conflict`] detects that. With serde, a board is
/// written as a string of 81 characters, `.` for a blank, and read from all text forms.
///
/// ```
/// use sudoku_engine::grid::{Board, Cell, Digit};
/// let mut board = Board::EMPTY;
/// board.set(Cell::at(0, 4), Digit::new(5));
/// assert_eq!(board.clue_count(), 1);
/// assert!(board.to_string().starts_with("....5...."));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Board([u8; CELLS]);

/// Two cells of one house that hold the same digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conflict {
    /// The digit that occurs twice.
    pub digit: Digit,
    /// The house that holds the digit twice.
    pub house: House,
    /// The two cells, in reading order.
    pub cells: [Cell; 2],
}

impl Board {
    /// A board of 81 blanks.
    pub const EMPTY: Self = Self([0; CELLS]);

    /// Makes a board of these values in reading order, 0 for a blank; `None` if any is above 9.
    pub fn from_values(values: [u8; CELLS]) -> Option<Self> {
        values.iter().all(|&v| v <= 9).then_some(Self(values))
    }

    /// Returns the values in reading order, 0 for a blank.
    #[inline]
    pub const fn values(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// Returns the digit in a cell, `None` for a blank.
    #[inline]
    pub const fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.0[cell.index()])
    }

    /// Puts a digit into a cell; `None` blanks the cell.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.0[cell.index()] = digit.map_or(0, Digit::value);
    }

    /// Returns the cells that hold a digit.
    pub fn clues(&self) -> CellSet {
        Cell::all().filter(|&c| self.get(c).is_some()).collect()
    }

    /// Returns the cells that hold a digit and their digits, in reading order.
    pub fn givens(&self) -> impl Iterator<Item = (Cell, Digit)> + Clone + '_ {
        Cell::all().filter_map(|c| Some((c, self.get(c)?)))
    }

    /// Counts the cells that hold a digit.
    pub fn clue_count(&self) -> usize {
        self.0.iter().filter(|&&v| v != 0).count()
    }

    /// Returns this board with only the digits in these cells.
    #[must_use]
    pub fn keep(&self, cells: CellSet) -> Self {
        let mut kept = Self::EMPTY;
        for cell in cells {
            kept.0[cell.index()] = self.0[cell.index()];
        }
        kept
    }

    /// Returns the first conflict: a house, in the order of [`House::all`], that holds a digit
    /// twice.
    pub fn conflict(&self) -> Option<Conflict> {
        House::all().find_map(|house| {
            let mut seen = DigitSet::EMPTY;
            for cell in house.cells() {
                let Some(digit) = self.get(cell) else {
                    continue;
                };
                if seen.contains(digit) {
                    let first = house.cells().find(|&c| self.get(c) == Some(digit))?;
                    return Some(Conflict {
                        digit,
                        house,
                        cells: [first, cell],
                    });
                }
                seen = seen.with(digit);
            }
            None
        })
    }

    /// Returns whether every cell holds a digit and no house holds a digit twice.
    pub fn is_full_grid(&self) -> bool {
        let mut held = [0u16; HOUSES];
        for (cell, &value) in Cell::all().zip(&self.0) {
            for house in cell.houses() {
                held[house.index()] |= 1 << value;
            }
        }
        // Nine cells that hold nine different digits hold each of them once.
        held.iter().all(|&digits| digits == 0b11_1111_1110)
    }

    /// Returns the cells in which two boards differ.
    pub fn difference(&self, other: &Self) -> CellSet {
        Cell::all()
            .filter(|&cell| self.get(cell) != other.get(cell))
            .collect()
    }

    /// Returns whether this board has all digits of `puzzle` in the same cells.
    pub fn extends(&self, puzzle: &Self) -> bool {
        puzzle.givens().all(|(c, d)| self.get(c) == Some(d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_digit_house_and_cells() {
        let mut board = Board::EMPTY;
        let (first, second) = (Cell::at(0, 1), Cell::at(2, 2));
        board.set(first, Digit::new(4));
        board.set(second, Digit::new(4));
        let conflict = board.conflict().unwrap();
        assert_eq!(conflict.house.to_string(), "box 1");
        assert_eq!(conflict.cells, [first, second]);
        board.set(second, Digit::new(5));
        assert_eq!(board.conflict(), None);
    }
}
