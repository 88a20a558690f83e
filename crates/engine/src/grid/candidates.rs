//! The candidates of every blank: the digits that may still go there, as in a person's pencil
//! marks.
//!
//! They are kept in three ways, because the rules of the ladder read them far more often than they
//! remove any: the digits of every cell, the cells of every digit as one set of the board, and the
//! places of every digit in every house as nine bits.

use super::{Board, CELLS, Cell, CellSet, Digit, DigitSet, HOUSES, House};

/// The candidates of every blank. A placed cell has none.
///
/// ```
/// use sudoku_engine::grid::{Board, Candidates, Cell, Digit, House};
/// let mut board = Board::EMPTY;
/// board.set(Cell::at(0, 0), Digit::new(7));
/// let candidates = Candidates::of(&board);
/// assert_eq!(candidates.of_cell(Cell::at(0, 1)).len(), 8);
/// assert_eq!(candidates.of_digit(Digit::from_index(6)).len(), 60);
/// assert_eq!(candidates.places(House::row(4))[6], 0b1_1111_1110);
/// ```
#[derive(Debug, Clone)]
pub struct Candidates {
    cells: [DigitSet; CELLS],
    digits: [CellSet; 9],
    places: [[u16; 9]; HOUSES],
    blanks: CellSet,
    blanks_in: [u8; HOUSES],
    changes: Changes,
}

/// The places where candidates were removed: the houses that lost one, and the digits that lost a
/// cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changes {
    houses: u32,
    digits: DigitSet,
}

impl Changes {
    /// All houses and digits.
    pub const ALL: Self = Self {
        houses: (1 << HOUSES) - 1,
        digits: DigitSet::ALL,
    };
    /// No house and no digit.
    pub const NONE: Self = Self {
        houses: 0,
        digits: DigitSet::EMPTY,
    };

    /// Returns the houses that lost a candidate, in the order of their numbers.
    #[inline]
    pub fn houses(self) -> impl Iterator<Item = House> {
        let mut left = self.houses;
        std::iter::from_fn(move || {
            let house = House::new(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(house)
        })
    }

    /// Returns the houses that lost a candidate: boxes, then rows, then columns.
    #[inline]
    pub fn boxes_first(self) -> impl Iterator<Item = House> {
        let mut left = (u64::from(self.houses) << HOUSES | u64::from(self.houses)) >> 18;
        left &= (1 << HOUSES) - 1;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            House::new(if place < 9 { place + 18 } else { place - 9 })
        })
    }

    /// Returns whether the house lost a candidate.
    #[inline]
    pub const fn contains(self, house: House) -> bool {
        self.houses >> house.index() & 1 == 1
    }

    /// Returns these changes without the houses that `keep` refuses.
    #[inline]
    #[must_use]
    pub fn only(mut self, keep: impl Fn(House) -> bool) -> Self {
        for house in self.houses() {
            if !keep(house) {
                self.houses &= !(1 << house.index());
            }
        }
        self
    }

    /// Returns the digits that lost a cell.
    #[inline]
    pub const fn digits(self) -> DigitSet {
        self.digits
    }

    /// Returns these changes together with others.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            houses: self.houses | other.houses,
            digits: self.digits.union(other.digits),
        }
    }
}

/// Compares the candidates only; the record of changes does not count.
impl PartialEq for Candidates {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells && self.blanks == other.blanks
    }
}

impl Eq for Candidates {}

impl Candidates {
    /// Finds the candidates of a board: for every blank the digits that none of its peers holds.
    pub fn of(board: &Board) -> Self {
        let mut held = [DigitSet::EMPTY; HOUSES];
        for (cell, digit) in board.givens() {
            for seat in &SEATS[cell.index()] {
                let held = &mut held[usize::from(seat.house)];
                *held = held.with(digit);
            }
        }
        let mut candidates = Self {
            cells: [DigitSet::EMPTY; CELLS],
            digits: [CellSet::EMPTY; 9],
            places: [[0; 9]; HOUSES],
            blanks: CellSet::ALL - board.clues(),
            blanks_in: held.map(|digits| 9 - digits.len() as u8),
            changes: Changes::ALL,
        };
        for cell in candidates.blanks {
            let seats = &SEATS[cell.index()];
            let held = seats.map(|seat| held[usize::from(seat.house)]);
            let free = DigitSet::ALL.difference(held[0].union(held[1]).union(held[2]));
            candidates.cells[cell.index()] = free;
            for digit in free {
                candidates.digits[digit.index()] |= CellSet::of(cell);
                for seat in seats {
                    candidates.places[usize::from(seat.house)][digit.index()] |= seat.place;
                }
            }
        }
        candidates
    }

    /// Returns the candidates of a cell; the empty set if it is placed.
    #[inline]
    pub const fn of_cell(&self, cell: Cell) -> DigitSet {
        self.cells[cell.index()]
    }

    /// Returns the cells that have this digit as a candidate.
    #[inline]
    pub const fn of_digit(&self, digit: Digit) -> CellSet {
        self.digits[digit.index()]
    }

    /// Returns the places in a house of each digit (by [`Digit::index`]): bit n is set if the digit
    /// is a candidate of the house's [nth cell](nth_cell).
    #[inline]
    pub const fn places(&self, house: House) -> &[u16; 9] {
        &self.places[house.index()]
    }

    /// Returns the cells without a digit.
    #[inline]
    pub const fn blanks(&self) -> CellSet {
        self.blanks
    }

    /// Counts the cells of a house that are without a digit.
    #[inline]
    pub const fn blanks_in(&self, house: House) -> usize {
        self.blanks_in[house.index()] as usize
    }

    /// Returns at place n, 0 to 4, the cells with more than n candidates.
    #[inline]
    pub fn more_than(&self) -> [CellSet; 5] {
        let mut more_than = [CellSet::EMPTY; 5];
        for cells in self.digits {
            for n in (1..more_than.len()).rev() {
                more_than[n] |= more_than[n - 1] & cells;
            }
            more_than[0] |= cells;
        }
        more_than
    }

    /// Returns the blanks with exactly this many candidates, 1 to 4; the empty set for other
    /// numbers.
    #[inline]
    pub fn with_count(&self, count: usize) -> CellSet {
        let more_than = self.more_than();
        match count {
            1..=4 => more_than[count - 1] - more_than[count],
            _ => CellSet::EMPTY,
        }
    }

    /// Returns whether some blank has no candidate, or some digit no place in one of these houses
    /// that lacks it.
    #[inline]
    pub fn is_broken_in(&self, houses: Changes) -> bool {
        let hopeful = self
            .digits
            .iter()
            .fold(CellSet::EMPTY, |all, &cells| all | cells);
        hopeful != self.blanks || houses.houses().any(|house| self.is_short(house))
    }

    /// Returns whether a house has more blanks than digits with a place there: a placed digit has
    /// none.
    #[inline]
    fn is_short(&self, house: House) -> bool {
        let housed = self.places(house).iter().filter(|&&places| places != 0);
        housed.count() != self.blanks_in(house)
    }

    /// Returns the changes since the last call and begins a new record; the first call returns all
    /// houses and digits.
    #[inline]
    pub const fn take_changes(&mut self) -> Changes {
        std::mem::replace(&mut self.changes, Changes::NONE)
    }

    /// Removes a candidate from a cell, and returns whether it was there.
    #[inline]
    pub fn remove(&mut self, cell: Cell, digit: Digit) -> bool {
        let stood = self.cells[cell.index()].contains(digit);
        self.digits[digit.index()] -= CellSet::of(cell);
        self.remove_from_views(cell, digit);
        stood
    }

    /// Places a digit: the cell loses all candidates, its peers lose this one.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        for other in self.cells[cell.index()] {
            self.remove(cell, other);
        }
        self.blanks -= CellSet::of(cell);
        for seat in &SEATS[cell.index()] {
            self.blanks_in[usize::from(seat.house)] -= 1;
        }
        let losing = self.digits[digit.index()] & cell.peers();
        self.digits[digit.index()] -= losing;
        for peer in losing {
            self.remove_from_views(peer, digit);
        }
    }

    /// Removes a candidate of a cell from all views but that of the digit.
    #[inline]
    fn remove_from_views(&mut self, cell: Cell, digit: Digit) {
        let digits = &mut self.cells[cell.index()];
        *digits = digits.without(digit);
        for seat in &SEATS[cell.index()] {
            self.places[usize::from(seat.house)][digit.index()] &= !seat.place;
        }
        self.changes.houses |= HOUSE_BITS[cell.index()];
        self.changes.digits = self.changes.digits.with(digit);
    }
}

/// Returns the nth cell of a house: rows from left to right, columns from top to bottom, boxes in
/// reading order.
///
/// # Panics
/// If `place` is 9 or more.
#[inline]
pub const fn nth_cell(house: House, place: usize) -> Cell {
    NTH[house.index()][place]
}

/// Returns the cells at these places of a house, as in [`Candidates::places`].
#[inline]
pub fn cells_at(house: House, places: u16) -> CellSet {
    DigitSet::from_bits(places)
        .map(|place| nth_cell(house, place.index()))
        .collect()
}

static NTH: [[Cell; 9]; HOUSES] = {
    let mut table = [[Cell::at(0, 0); 9]; HOUSES];
    let mut n = 0;
    while n < CELLS {
        let (house, place) = (n / 9, n % 9);
        table[house][place] = Cell::at(house, place);
        table[9 + house][place] = Cell::at(place, house);
        table[18 + house][place] = Cell::at(house / 3 * 3 + place / 3, house % 3 * 3 + place % 3);
        n += 1;
    }
    table
};

/// A cell's place in one of its houses.
#[derive(Clone, Copy)]
struct Seat {
    house: u8,
    place: u16,
}

/// The place of every cell in its row, column and box.
static SEATS: [[Seat; 3]; CELLS] = {
    let mut table = [[Seat { house: 0, place: 0 }; 3]; CELLS];
    let mut n = 0;
    while n < HOUSES * 9 {
        let (house, place) = (n / 9, n % 9);
        table[NTH[house][place].index()][house / 9] = Seat {
            house: house as u8,
            place: 1 << place,
        };
        n += 1;
    }
    table
};

/// The three houses of every cell, as bits.
static HOUSE_BITS: [u32; CELLS] = {
    let mut table = [0; CELLS];
    let mut n = 0;
    while n < HOUSES * 9 {
        table[NTH[n / 9][n % 9].index()] |= 1 << (n / 9);
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every view against every other.
    fn assert_views_agree(candidates: &Candidates) {
        for cell in Cell::all() {
            for digit in Digit::all() {
                let here = candidates.of_cell(cell).contains(digit);
                assert_eq!(candidates.of_digit(digit).contains(cell), here);
                for house in cell.houses() {
                    let places = candidates.places(house)[digit.index()];
                    assert_eq!(cells_at(house, places).contains(cell), here);
                }
            }
        }
        for (n, cells) in candidates.more_than().into_iter().enumerate() {
            assert!(Cell::all().all(|c| cells.contains(c) == (candidates.of_cell(c).len() > n)));
        }
        for house in House::all() {
            let blanks = candidates.blanks() & house.cells();
            assert_eq!(blanks.len(), candidates.blanks_in(house));
        }
    }

    proptest! {
        #[test]
        fn views_agree_and_placing_is_as_good_as_starting_anew(
            moves in proptest::collection::vec((0..CELLS, 0usize..9, any::<bool>()), 0..60),
            placing_only: bool,
        ) {
            let (mut board, mut candidates) = (Board::EMPTY, Candidates::of(&Board::EMPTY));
            for (cell, digit, places) in moves {
                let (cell, digit) = (Cell::new(cell).unwrap(), Digit::from_index(digit));
                let before = candidates.clone();
                candidates.take_changes();
                let stood = before.of_cell(cell).contains(digit);
                if (places || placing_only) && stood {
                    board.set(cell, Some(digit));
                    candidates.place(cell, digit);
                } else if !placing_only {
                    prop_assert_eq!(candidates.remove(cell, digit), stood);
                }
                let changes = candidates.changes;
                for house in House::all().filter(|&h| before.places(h) != candidates.places(h)) {
                    prop_assert!(changes.houses().any(|changed| changed == house));
                }
                for digit in Digit::all().filter(|&d| before.of_digit(d) != candidates.of_digit(d)) {
                    prop_assert!(changes.digits().contains(digit));
                }
                assert_views_agree(&candidates);
            }
            if placing_only {
                prop_assert_eq!(candidates, Candidates::of(&board));
            }
        }
    }
}
