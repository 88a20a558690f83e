//! The position of a search: for each cell the set of its candidates, and for each house and digit the set of the
//! digit's places, each set in one word.

use super::BasicSet;
use crate::grid::LayoutHouses;

/// The state in which the basic rules leave a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Every cell has its digit.
    Solved,
    /// Some cell has no candidate left, or some digit has no place left in a house: there is no solution.
    Failed,
    /// The rules find nothing more, and some blank has several candidates.
    Undecided,
}

/// The cause of a position's failure: a cell without candidates, or a digit without a place in a house.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Blame {
    /// The cause is not known.
    #[default]
    Nothing,
    /// A cell that lost its last candidate.
    Cell(usize),
    /// A digit that lost its last place in a house, as the number `house * side + digit`.
    Word(usize),
}

/// The candidates of a board. A placed cell keeps its digit as its only candidate.
#[derive(Debug, Default)]
pub(super) struct FusedPosition {
    /// The candidates of each cell: bit d of word c is set if cell c has candidate d (digits are counted from 0).
    pub(super) cells: Vec<u32>,
    /// The places of each digit in each house: bit p of word `house * side + digit` is set if the digit is a candidate
    /// at place p of the house.
    places: Vec<u32>,
    placed: Vec<bool>,
    blanks: usize,
    failed: bool,
    /// The cause of the failure; [`Blame::Nothing`] if it is not known, or if the position has not failed.
    blame: Blame,
    /// The cells in which a digit is due to be placed, each with its digit.
    due: Vec<(u16, u8)>,
    /// The houses that have lost a candidate since the rules last read and cleared this set, one bit each. At the
    /// start, these are all houses.
    pub(super) changed_houses: u128,
}

impl Clone for FusedPosition {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Copies another position into this one, and reuses the memory of this one.
    fn clone_from(&mut self, from: &Self) {
        self.cells.clone_from(&from.cells);
        self.places.clone_from(&from.places);
        self.placed.clone_from(&from.placed);
        self.blanks = from.blanks;
        self.failed = from.failed;
        self.blame = from.blame;
        self.due.clone_from(&from.due);
        self.changed_houses = from.changed_houses;
    }
}

impl FusedPosition {
    /// Makes the position of a puzzle. Singles that the rules in `basic` find at once are recorded as due.
    pub(super) fn of(table: &LayoutHouses, values: &[u8], basic: BasicSet) -> Self {
        let mut position = Self::default();
        position.begin(table, values, basic);
        position
    }

    /// Turns this into the position of a puzzle, and reuses its memory. Singles that the rules in `basic` find at once
    /// are recorded as due. An empty list of values means an empty board.
    pub(super) fn begin(&mut self, table: &LayoutHouses, values: &[u8], basic: BasicSet) {
        let (side, cells) = (table.layout().side(), table.layout().cells());
        refill(&mut self.cells, cells, u32::MAX >> (32 - side));
        if table.features().has_marks() {
            for (cell, digits) in self.cells.iter_mut().enumerate() {
                *digits &= table.allowed(cell);
            }
        }
        refill(&mut self.places, table.len() * side, 0);
        refill(&mut self.placed, cells, false);
        self.blanks = cells;
        self.failed = false;
        self.blame = Blame::Nothing;
        self.changed_houses = u128::MAX >> (128 - table.len());
        self.due.clear();
        self.take_givens(table, values);
        for cell in 0..cells {
            let mut digits = self.cells[cell];
            let is_single = digits & digits.wrapping_sub(1) == 0;
            if digits == 0 {
                self.failed = true;
                self.blame = Blame::Cell(cell);
            } else if is_single && !self.placed[cell] && basic.places_naked() {
                self.demand(cell, digits.trailing_zeros() as usize);
            }
            while digits != 0 {
                let digit = digits.trailing_zeros() as usize;
                digits &= digits - 1;
                for seat in table.seats(cell) {
                    self.places[usize::from(seat.house) * side + digit] |= 1 << seat.place;
                }
            }
        }
        for word in 0..self.places.len() {
            self.note_few_places(table, basic, word);
        }
    }

    /// Places the givens, and removes their digits from their peers.
    fn take_givens(&mut self, table: &LayoutHouses, values: &[u8]) {
        let mut held = [0; u128::BITS as usize];
        for (cell, &value) in values.iter().enumerate() {
            if value != 0 {
                let bit = 1 << (value - 1);
                for seat in table.seats(cell) {
                    self.failed |= held[usize::from(seat.house)] & bit != 0;
                    held[usize::from(seat.house)] |= bit;
                }
                for &other in table.pairs(cell) {
                    self.cells[usize::from(other)] &= !bit;
                }
            }
        }
        for (cell, &value) in values.iter().enumerate() {
            if value == 0 {
                let of_houses = table.seats(cell).iter();
                let held = of_houses.fold(0, |all, seat| all | held[usize::from(seat.house)]);
                self.cells[cell] &= !held;
            } else {
                let bit = 1 << (value - 1);
                self.failed |= self.cells[cell] & bit == 0;
                self.cells[cell] = bit;
                self.placed[cell] = true;
                self.blanks -= 1;
            }
        }
    }

    /// Checks the places that a digit still has in a house. `word` is the index of these places in the list `places`.
    /// If no place is left, the position fails. If one place is left, and the rules include hidden singles, the digit
    /// is recorded as due there.
    #[inline]
    fn note_few_places(&mut self, table: &LayoutHouses, basic: BasicSet, word: usize) {
        let left = self.places[word];
        if left & left.wrapping_sub(1) != 0 {
            return;
        }
        let side = table.layout().side();
        let (house, digit) = (word / side, word % side);
        if left == 0 {
            self.failed = true;
            self.blame = Blame::Word(word);
        } else if basic.places_hidden(house < 2 * side) {
            let last = table.cell(house, left.trailing_zeros() as usize);
            if !self.placed[last] {
                self.demand(last, digit);
            }
        }
    }

    /// Returns whether a cell has its digit, or its digit is recorded as due.
    pub(super) fn is_known(&self, cell: usize) -> bool {
        let is_due = |due: &(u16, u8)| usize::from(due.0) == cell;
        self.placed[cell] || self.due.iter().any(is_due)
    }

    /// Records that a digit (counted from 0) is due in a cell. [`FusedPosition::place_due`] places it.
    #[inline]
    pub(super) fn demand(&mut self, cell: usize, digit: usize) {
        self.due.push((cell as u16, digit as u8));
    }

    #[inline]
    pub(super) const fn ending(&self) -> Ending {
        match (self.failed, self.blanks) {
            (true, _) => Ending::Failed,
            (false, 0) => Ending::Solved,
            (false, _) => Ending::Undecided,
        }
    }

    #[inline]
    pub(super) fn fail(&mut self) {
        self.failed = true;
    }

    #[inline]
    pub(super) const fn has_failed(&self) -> bool {
        self.failed
    }

    #[inline]
    pub(super) fn is_placed(&self, cell: usize) -> bool {
        self.placed[cell]
    }

    /// Returns the places of a digit in a house.
    #[inline]
    pub(super) fn places(&self, table: &LayoutHouses, house: usize, digit: usize) -> u32 {
        self.places[house * table.layout().side() + digit]
    }

    /// Returns the cause of the failure; [`Blame::Nothing`] if it is not known, or if the position has not failed.
    #[inline]
    pub(super) const fn blame(&self) -> Blame {
        self.blame
    }

    /// Returns the blanks with the fewest candidates, in reading order. On a full board there are none.
    pub(super) fn scarcest(&self) -> impl Iterator<Item = usize> + '_ {
        let count = |cell: &usize| self.cells[*cell].count_ones();
        let blanks = (0..self.cells.len()).filter(|&cell| !self.placed[cell]);
        let fewest = blanks.clone().map(|cell| count(&cell)).min();
        blanks.filter(move |cell| Some(count(cell)) == fewest)
    }

    /// Returns the digits that are placed, as the values of a board.
    pub(super) fn values(&self) -> Vec<u8> {
        let cells = self.cells.iter().zip(&self.placed);
        cells
            .map(|(&set, &placed)| {
                if placed {
                    set.trailing_zeros() as u8 + 1
                } else {
                    0
                }
            })
            .collect()
    }

    /// Places all digits that are due, and the singles that follow from them by the rules in `basic`. Stops early
    /// if the position fails, or once the cell `until`, if any, is filled.
    pub(super) fn place_due(
        &mut self,
        table: &LayoutHouses,
        basic: BasicSet,
        until: Option<usize>,
    ) {
        while let Some((cell, digit)) = self.due.pop() {
            if self.failed {
                self.due.clear();
                return;
            }
            self.place(table, basic, usize::from(cell), usize::from(digit));
            if until == Some(usize::from(cell)) {
                return;
            }
        }
    }

    fn place(&mut self, table: &LayoutHouses, basic: BasicSet, cell: usize, digit: usize) {
        let bit = 1 << digit;
        if self.cells[cell] & bit == 0 {
            self.failed = true;
            return;
        }
        if std::mem::replace(&mut self.placed[cell], true) {
            return;
        }
        self.blanks -= 1;
        self.remove_all(table, basic, cell, self.cells[cell] & !bit);
        for &peer in table.peers(cell) {
            if self.cells[usize::from(peer)] & bit != 0 {
                self.remove(table, basic, usize::from(peer), digit);
            }
        }
    }

    /// Removes these candidates from a cell. The cell must have all of them.
    #[inline]
    pub(super) fn remove_all(
        &mut self,
        table: &LayoutHouses,
        basic: BasicSet,
        cell: usize,
        mut digits: u32,
    ) {
        while digits != 0 {
            self.remove(table, basic, cell, digits.trailing_zeros() as usize);
            digits &= digits - 1;
        }
    }

    /// Removes a candidate from a cell. The cell must have this candidate.
    #[inline]
    fn remove(&mut self, table: &LayoutHouses, basic: BasicSet, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        let left = self.cells[cell];
        if left & left.wrapping_sub(1) == 0 {
            if left == 0 {
                self.failed = true;
                self.blame = Blame::Cell(cell);
                return;
            }
            if !self.placed[cell] && basic.places_naked() {
                self.demand(cell, left.trailing_zeros() as usize);
            }
        }
        for seat in table.seats(cell) {
            let house = usize::from(seat.house);
            let word = house * table.layout().side() + digit;
            self.places[word] &= !(1 << seat.place);
            self.changed_houses |= 1 << house;
            self.note_few_places(table, basic, word);
        }
    }
}

/// Fills a list with copies of one item, and reuses its memory.
fn refill<T: Copy>(list: &mut Vec<T>, length: usize, item: T) {
    list.clear();
    list.resize(length, item);
}
