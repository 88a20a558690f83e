//! Counts of a position: cells by their number of candidates, digits by their number of places in each
//! house, and houses by the number of places of each digit.
//!
//! Subsets, fish, wings and strong links all need small ones only. Counted once for a position, they tell
//! most searches at a glance that there is nothing to find.

use super::nine::count;
use crate::grid::{Candidates, CellSet, Changes, Digit, DigitSet, House, nth_cell};

/// Houses of one kind, by their number in nine bits.
type Numbers = u16;

/// The counts of a position.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    /// By number, 1 to 4: the cells with more candidates.
    more_than: [CellSet; 5],
    /// By house and number, 1 to 4: the places with so many candidates, nine bits.
    cells: [[u16; 5]; 27],
    /// By house and number of places: the digits with so many.
    digits: [[u16; 10]; 27],
    /// By digit, kind of house and number of places: the houses with so many.
    houses: [[[Numbers; 10]; 3]; 9],
    /// By house and digit: the number of places.
    places: [[u8; 9]; 27],
    /// The cells with exactly two candidates.
    pub bivalue: CellSet,
    /// The number of candidates.
    pub candidates: u32,
}

impl Counts {
    /// The counts of a board whose cells are all placed.
    pub(super) const NONE: Self = Self {
        more_than: [CellSet::EMPTY; 5],
        cells: [[0; 5]; 27],
        digits: [[0; 10]; 27],
        houses: [[[0; 10]; 3]; 9],
        places: [[0; 9]; 27],
        bivalue: CellSet::EMPTY,
        candidates: 0,
    };

    /// Counts again what has changed.
    pub(super) fn update(&mut self, candidates: &Candidates, changes: Changes) {
        self.more_than = candidates.more_than();
        self.bivalue = self.more_than[1] - self.more_than[2];
        for house in changes.houses() {
            let (kind, number) = (house.index() / 9, house.number());
            let mut cells = [0; 5];
            for place in 0..9 {
                let count = candidates.of_cell(nth_cell(house, place)).len();
                if count < cells.len() {
                    cells[count] |= 1 << place;
                }
            }
            self.cells[house.index()] = cells;
            let mut digits = [0; 10];
            for (digit, &places) in candidates.places(house).iter().enumerate() {
                let count = count(places) as usize;
                digits[count] |= 1 << digit;
                let before = &mut self.places[house.index()][digit];
                let houses = &mut self.houses[digit][kind];
                houses[usize::from(*before)] &= !(1 << number);
                houses[count] |= 1 << number;
                if kind == 0 {
                    self.candidates = self.candidates + count as u32 - u32::from(*before);
                }
                *before = count as u8;
            }
            self.digits[house.index()] = digits;
        }
    }

    /// Returns the cells with 1 to `most` candidates, at most 4.
    pub(super) fn cells_up_to(&self, most: usize) -> CellSet {
        self.more_than[0] - self.more_than[most]
    }

    /// Returns the cells with more than `least` candidates, at most 4.
    pub(super) fn cells_above(&self, least: usize) -> CellSet {
        self.more_than[least]
    }

    /// Returns the places in a house with 1 to `most` candidates, nine bits.
    pub(super) fn places_up_to(&self, house: House, most: usize) -> u16 {
        let places = &self.cells[house.index()][1..=most];
        places.iter().fold(0, |all, places| all | places)
    }

    /// Returns the digits with 1 to `most` places in a house.
    pub(super) fn digits_up_to(&self, house: House, most: usize) -> DigitSet {
        let digits = &self.digits[house.index()][1..=most];
        DigitSet::from_bits(digits.iter().fold(0, |all, digits| all | digits))
    }

    /// Returns the rows (kind 0), columns (1) or boxes (2) in which a digit has 1 to `most` places.
    pub(super) fn houses_up_to(&self, digit: Digit, kind: usize, most: usize) -> Numbers {
        let houses = &self.houses[digit.index()][kind][1..=most];
        houses.iter().fold(0, |all, houses| all | houses)
    }

    /// Returns the rows, columns or boxes in which a digit has exactly two places.
    pub(super) fn pairs(&self, digit: Digit, kind: usize) -> Numbers {
        self.houses[digit.index()][kind][2]
    }

    /// Returns the number of rows, columns or boxes in which a digit has places.
    pub(super) fn open_houses(&self, digit: Digit, kind: usize) -> usize {
        9 - count(self.houses[digit.index()][kind][0]) as usize
    }
}
