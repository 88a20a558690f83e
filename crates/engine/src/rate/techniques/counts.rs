//! Counts the candidates of each cell, the places of each digit in each house, and the blanks in each house. For
//! most searches, these numbers alone show that there is nothing to find.
//!
//! Most counts end at "5 or more", since subsets, fish, wings and strong links only need small numbers. After each
//! step, only the houses that the step changed are counted again.

use crate::grid::{Candidates, Changes, Geometry, HouseKind, NumberSet, Ordinal, Set, Table};

/// The first number that is not counted exactly. In the counts of places, 5 means 5 or more. Cells with 5 or more
/// candidates are only known to have more than 4.
const MANY: usize = 5;

/// The counts of a position: how many candidates each cell has, and how many places each digit has in each house.
#[derive(Debug, Clone)]
pub(super) struct Counts<G: Geometry> {
    /// For each number from 0 to 4, the cells with more candidates than this number.
    more_than: [G::Cells; MANY],
    /// For each house and each number from 0 to 4, the places whose cells have exactly this number of candidates.
    cells: G::PerHouse<[G::Places; MANY]>,
    /// For each house and each number from 0 to 5, the digits with this number of places in the house, one bit for
    /// each digit; 5 means 5 or more.
    digits: G::PerHouse<[G::Places; MANY + 1]>,
    /// For each digit, each kind of house and each number from 0 to 5, the houses in which the digit has this
    /// number of places; 5 means 5 or more.
    houses: G::PerDigit<[[G::Places; MANY + 1]; 3]>,
    /// For each house and digit, the number of the digit's places in the house.
    places: G::PerHouse<G::PerDigit<u8>>,
    /// For each number of blanks from 1 upwards, the houses with this many blanks.
    blanks: G::PerDigit<G::Houses>,
    /// The cells with exactly two candidates.
    pub bivalue: G::Cells,
    /// The number of candidates in the whole position.
    pub candidates: u32,
}

impl<G: Geometry> Counts<G> {
    /// Returns counts in which no house has been counted yet.
    pub(super) fn none() -> Self {
        Self {
            more_than: [G::Cells::EMPTY; MANY],
            cells: G::PerHouse::filled([G::Places::NONE; MANY]),
            digits: G::PerHouse::filled([G::Places::NONE; MANY + 1]),
            houses: G::PerDigit::filled([[G::Places::NONE; MANY + 1]; 3]),
            places: G::PerHouse::filled(G::PerDigit::filled(0)),
            blanks: G::PerDigit::filled(G::Houses::NONE),
            bivalue: G::Cells::EMPTY,
            candidates: 0,
        }
    }

    /// Updates the counts after these changes to the candidates.
    pub(super) fn update(&mut self, candidates: &Candidates<G>, changes: Changes<G>) {
        self.more_than = candidates.more_than();
        self.bivalue = self.more_than[1] - self.more_than[2];
        let g = candidates.geometry();
        for blanks in 0..g.digit_count() {
            self.blanks[blanks] &= !changes.house_set();
        }
        for house in changes.houses() {
            if let Some(blanks) = candidates.blanks_in(house).checked_sub(1) {
                self.blanks[blanks] |= G::Houses::of(house.index());
            }
            let (kind, number) = (g.kind(house) as usize, g.number(house));
            let mut cells = [G::Places::NONE; MANY];
            for place in 0..g.digit_count() {
                let count = candidates.of_cell(g.nth_cell(house, place)).len();
                if count < cells.len() {
                    cells[count] |= G::Places::of(place);
                }
            }
            self.cells[house.index()] = cells;
            let mut digits = [G::Places::NONE; MANY + 1];
            for (digit, &places) in candidates.places(house).as_slice().iter().enumerate() {
                let count = G::count(places) as usize;
                digits[count.min(MANY)] |= G::Places::of(digit);
                let before = &mut self.places[house.index()][digit];
                let houses = &mut self.houses[digit][kind];
                houses[usize::from(*before).min(MANY)] &= !G::Places::of(number);
                houses[count.min(MANY)] |= G::Places::of(number);
                if kind == HouseKind::Row as usize {
                    self.candidates = self.candidates + count as u32 - u32::from(*before);
                }
                *before = count as u8;
            }
            self.digits[house.index()] = digits;
        }
        if g.houses_of_kind(HouseKind::Row).next().is_none() {
            let cells = g.digits().map(|digit| candidates.of_digit(digit).len());
            self.candidates = cells.sum::<usize>() as u32;
        }
    }

    /// Returns the houses with this many blanks, which must be at least 1.
    pub(super) fn with_blanks(&self, blanks: usize) -> G::Houses {
        self.blanks[blanks - 1]
    }

    /// Returns the cells with 1 to `most` candidates. `most` must not be above 4.
    pub(super) fn cells_up_to(&self, most: usize) -> G::Cells {
        self.more_than[0] - self.more_than[most]
    }

    /// Returns the cells with more than `least` candidates. `least` must not be above 4.
    pub(super) fn cells_above(&self, least: usize) -> G::Cells {
        self.more_than[least]
    }

    /// Returns the places in a house whose cells have 1 to `most` candidates. `most` must not be above 4.
    pub(super) fn places_up_to(&self, house: G::House, most: usize) -> G::Places {
        let places = &self.cells[house.index()][1..=most];
        places
            .iter()
            .fold(G::Places::NONE, |all, &places| all | places)
    }

    /// Returns the digits with 1 to `most` places in a house. `most` must not be above 4.
    pub(super) fn digits_up_to(&self, house: G::House, most: usize) -> G::Digits {
        let digits = &self.digits[house.index()][1..=most];
        G::digits_at(digits.iter().fold(G::Places::NONE, |all, &it| all | it))
    }

    /// Returns the houses of this kind in which a digit has 1 to `most` places. `most` must not be above 4.
    pub(super) fn houses_up_to(&self, digit: G::Digit, kind: HouseKind, most: usize) -> G::Places {
        let houses = &self.houses[digit.index()][kind as usize][1..=most];
        houses
            .iter()
            .fold(G::Places::NONE, |all, &houses| all | houses)
    }

    /// Returns the houses of this kind in which a digit has exactly two places.
    pub(super) fn pairs(&self, digit: G::Digit, kind: HouseKind) -> G::Places {
        self.houses[digit.index()][kind as usize][2]
    }

    /// Returns the number of lines of this kind in which a digit has places.
    pub(super) fn open_lines(&self, g: G, digit: G::Digit, kind: HouseKind) -> usize {
        let closed = self.houses[digit.index()][kind as usize][0];
        g.digit_count() - G::count(closed) as usize
    }
}
