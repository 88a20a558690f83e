//! Stores the candidates of a board as bits, so that the ladder of rules can ask about seven houses at once.
//!
//! [`Candidates`](crate::grid::Candidates) is made for any geometry, and for questions about single cells. The
//! ladder mostly asks about whole houses: where does a digit have one place, or at most three? So the cells are
//! stored in three orders: by rows, by columns and by boxes. In the order of its own kind, a house is nine
//! neighbouring bits, called a field. A word of 64 bits holds up to seven fields:
//!
//! | word | houses |
//! |---|---|
//! | 0 | rows 1 to 7 |
//! | 1 | rows 8 and 9, columns 1 to 5 |
//! | 2 | columns 6 to 9, boxes 1 to 3 |
//! | 3 | boxes 4 to 9 |
//!
//! The code does a fixed number of operations on all words. It avoids loops whose length depends on the
//! candidates. A processor can't predict the end of such a loop, and a wrong guess costs it as much as fifty
//! operations.

use super::fields::{self, ByHouse, field};
use crate::grid::{CELLS, Cell, CellSet, Digit, DigitSet, House, HouseKind};

/// Nine sets of places, each as nine bits: one set for each house of a kind, or one for each digit.
pub(super) type NinePlaces = [u32; 9];

/// The candidates of every blank, stored by rows, by columns and by boxes. A placed cell has no candidates.
#[derive(Debug, Clone)]
pub(crate) struct Bitboards {
    /// For each digit, the cells that have it as a candidate.
    pub(super) digits: [ByHouse; 9],
    /// The cells without a digit.
    pub(super) blanks: ByHouse,
}

/// The cells with two candidates.
pub(crate) struct CellsWithTwo {
    pub cells: CellSet,
    /// For each cell of `cells`, its two candidates as bits; 0 for other cells.
    pub digits: [u16; CELLS],
}

impl CellsWithTwo {
    /// Returns the candidates of these cells; cells that don't have exactly two candidates are left out.
    #[inline]
    pub(crate) fn digits_in(&self, cells: CellSet) -> DigitSet {
        let digits = cells.map(|cell| self.digits[cell.index()]);
        DigitSet::from_bits(digits.fold(0, |all, digits| all | digits))
    }
}

impl Bitboards {
    /// Returns the cells that have this digit as a candidate, by house.
    #[inline]
    pub(crate) fn by_house(&self, digit: Digit) -> &ByHouse {
        &self.digits[digit.index()]
    }

    /// Returns the cells that have this digit as a candidate.
    #[inline]
    pub(crate) fn of_digit(&self, digit: Digit) -> CellSet {
        fields::cells_of(&self.digits[digit.index()])
    }

    /// Returns the candidates of a cell; the empty set if the cell holds a digit.
    #[inline]
    pub(crate) fn of_cell(&self, cell: Cell) -> DigitSet {
        let (word, place) = (cell.index() / 63, cell.index() % 63);
        let mut digits = 0;
        for (n, cells) in self.digits.iter().enumerate() {
            digits |= (cells[word] >> place & 1) << n;
        }
        DigitSet::from_bits(digits as u16)
    }

    /// Returns, for each digit, its places in a house: bit n is set if the digit is a candidate of the house's
    /// [nth cell](nth_cell).
    #[inline]
    pub(crate) fn places(&self, house: House) -> NinePlaces {
        let mut places = [0; 9];
        for (places, cells) in places.iter_mut().zip(&self.digits) {
            *places = field(cells, house);
        }
        places
    }

    /// Returns the places of a digit in each row or in each column, depending on `kind`.
    #[inline]
    pub(crate) fn lines_of(&self, digit: Digit, kind: HouseKind) -> NinePlaces {
        let cells = &self.digits[digit.index()];
        // Seven rows are in the first word, five columns in the second.
        let ([mut word, next], in_word) = match kind {
            HouseKind::Column => ([cells[1] >> 18, cells[2]], 5),
            _ => ([cells[0], cells[1]], 7),
        };
        let mut lines = [0; 9];
        for (n, line) in lines.iter_mut().enumerate() {
            if n == in_word {
                word = next;
            }
            *line = word as u32 & 0x1FF;
            word >>= 9;
        }
        lines
    }

    /// Returns whether all cells have a digit.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.blanks == [0; 4]
    }

    /// Returns the cells without a digit.
    #[inline]
    pub(crate) fn blanks(&self) -> CellSet {
        fields::cells_of(&self.blanks)
    }

    /// Returns the houses with `least` or more blanks, as bits; `least` is at most 10.
    #[inline]
    pub(crate) fn houses_with_blanks(&self, least: usize) -> u32 {
        fields::houses_with_cells(&self.blanks, least)
    }

    /// Returns a list of cell sets: entry n has the cells with more than n candidates.
    #[inline]
    pub(crate) fn more_than<const N: usize>(&self) -> [CellSet; N] {
        // The first two words, with all rows, suffice.
        let mut more_than = [[0; 2]; N];
        for cells in &self.digits {
            let mut counted = [cells[0], cells[1]];
            for level in &mut more_than {
                for (level, counted) in level.iter_mut().zip(&mut counted) {
                    let before = *level;
                    *level |= *counted;
                    *counted &= before;
                }
            }
        }
        more_than.map(|[first, second]| fields::cells_of(&[first, second, 0, 0]))
    }

    /// Returns the cells with 1 to `most` candidates; `most` is at most 4.
    #[inline]
    pub(crate) fn narrow_cells(&self, most: usize) -> ByHouse {
        let mut more_than = [[0; 4]; 5];
        for cells in &self.digits {
            let mut counted = *cells;
            for level in &mut more_than[..=most] {
                for (level, counted) in level.iter_mut().zip(&mut counted) {
                    let before = *level;
                    *level |= *counted;
                    *counted &= before;
                }
            }
        }
        let mut narrow = more_than[0];
        for (narrow, wide) in narrow.iter_mut().zip(more_than[most]) {
            *narrow &= !wide;
        }
        narrow
    }

    /// Returns the cells with two candidates, together with their candidates.
    #[inline]
    pub(crate) fn with_two(&self) -> CellsWithTwo {
        let [_, more_than_one, more_than_two] = self.more_than();
        let cells = more_than_one - more_than_two;
        let mut digits = [0; CELLS];
        for cell in cells {
            digits[cell.index()] = self.of_cell(cell).bits();
        }
        CellsWithTwo { cells, digits }
    }

    /// Returns whether a blank has no candidate, or a missing digit has no place in a house.
    pub(super) fn is_broken(&self) -> bool {
        let mut hopeful = [0; 4];
        // How many digits have a place in the house; a digit that the house already holds has none.
        let mut housed = [0; 4];
        for cells in &self.digits {
            for ((hopeful, housed), &cells) in hopeful.iter_mut().zip(&mut housed).zip(cells) {
                *hopeful |= cells;
                *housed += fields::filled(cells);
            }
        }
        hopeful != self.blanks || housed != fields::all_counts(&self.blanks)
    }
}
