//! The candidates of every blank: the digits that may still go there, as in a person's pencil marks.
//!
//! The rules of the ladder read candidates far more often than they remove them. So candidates are stored in three
//! ways: by cell, by digit (as one set of the board's cells), and by house and digit (as bits for places).

use super::Board;
use super::geometry::Geometry;
use super::nine::Nine;
use super::parts::{NumberSet, Ordinal, Set, Table};

/// The candidates of every blank. A placed cell has no candidates.
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
pub struct Candidates<G: Geometry = Nine> {
    geometry: G,
    cells: G::PerCell<G::Digits>,
    digits: G::PerDigit<G::Cells>,
    places: G::PerHouse<G::PerDigit<G::Places>>,
    blanks: G::Cells,
    blanks_in: G::PerHouse<u8>,
    changes: Changes<G>,
}

/// The houses where candidates were removed, and the digits that were removed from any cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changes<G: Geometry = Nine> {
    geometry: G,
    houses: G::Houses,
    digits: G::Digits,
}

impl<G: Geometry> Changes<G> {
    /// Makes an empty record of changes, which means that no candidate was removed.
    #[inline]
    pub fn none(geometry: G) -> Self {
        Self {
            geometry,
            houses: G::Houses::NONE,
            digits: G::Digits::EMPTY,
        }
    }

    /// Makes a record of changes that contains every house and every digit.
    #[inline]
    pub fn all(geometry: G) -> Self {
        Self {
            geometry,
            houses: geometry.all_houses(),
            digits: geometry.all_digits(),
        }
    }

    /// Returns the houses that lost a candidate, in the order of their numbers.
    #[inline]
    pub fn houses(self) -> impl Iterator<Item = G::House> {
        self.geometry.houses_in(self.houses)
    }

    /// Returns the houses that lost a candidate: boxes, then rows, then columns.
    #[inline]
    pub fn boxes_first(self) -> impl Iterator<Item = G::House> {
        self.geometry.boxes_first(self.houses)
    }

    /// Returns whether the house lost a candidate.
    #[inline]
    pub fn contains(self, house: G::House) -> bool {
        self.houses.contains(house.index())
    }

    /// Returns the houses that lost a candidate as a set.
    #[inline]
    pub fn house_set(self) -> G::Houses {
        self.houses
    }

    /// Returns these changes with only the houses that are in the set; all digits remain.
    #[inline]
    #[must_use]
    pub fn within(mut self, houses: G::Houses) -> Self {
        self.houses &= houses;
        self
    }

    /// Returns the digits that were removed from any cell.
    #[inline]
    pub fn digits(self) -> G::Digits {
        self.digits
    }

    /// Returns the union of these changes and `other`.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            geometry: self.geometry,
            houses: self.houses | other.houses,
            digits: self.digits | other.digits,
        }
    }
}

/// Two values are equal if they have the same candidates; the record of changes is ignored.
impl<G: Geometry> PartialEq for Candidates<G> {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells && self.blanks == other.blanks
    }
}

impl<G: Geometry> Eq for Candidates<G> {}

impl Candidates {
    /// Finds the candidates of a board: for every blank, the digits that none of its peers holds.
    pub fn of(board: &Board) -> Self {
        Self::with_givens(Nine, board.givens())
    }
}

impl<G: Geometry> Candidates<G> {
    /// Finds the candidates for some givens: for every blank, the digits that the rules for this cell allow and that
    /// none of its peers holds.
    pub fn with_givens(geometry: G, givens: impl Iterator<Item = (G::Cell, G::Digit)>) -> Self {
        let all = geometry.all_digits();
        let mut held = G::PerHouse::filled(G::Digits::EMPTY);
        let mut candidates = Self {
            geometry,
            cells: G::PerCell::filled(G::Digits::EMPTY),
            digits: G::PerDigit::filled(G::Cells::EMPTY),
            places: G::PerHouse::filled(G::PerDigit::filled(G::Places::NONE)),
            blanks: geometry.all_cells(),
            blanks_in: G::PerHouse::filled(0),
            changes: Changes::all(geometry),
        };
        for (cell, digit) in givens {
            candidates.blanks -= G::Cells::of(cell);
            for (house, _) in geometry.seats(cell) {
                held[house.index()] |= G::Digits::of(digit);
            }
            if G::HAS_PAIRS {
                candidates.digits[digit.index()] |= geometry.pairs(cell);
            }
        }
        // The cells that a given excludes by a pair are kept where their candidates will be.
        let paired = candidates.digits;
        if G::HAS_PAIRS {
            candidates.digits = G::PerDigit::filled(G::Cells::EMPTY);
        }
        for house in geometry.houses() {
            let held = held[house.index()].len();
            candidates.blanks_in[house.index()] = (all.len() - held) as u8;
        }
        for cell in candidates.blanks {
            let mut free = all;
            for (house, _) in geometry.seats(cell) {
                free -= held[house.index()];
            }
            if G::HAS_PAIRS {
                free &= geometry.allowed(cell);
                let of_pairs = geometry.digits();
                free -= of_pairs
                    .filter(|digit| paired[digit.index()].contains(cell))
                    .collect();
            }
            candidates.cells[cell.index()] = free;
            for digit in free {
                candidates.digits[digit.index()] |= G::Cells::of(cell);
                for (house, place) in geometry.seats(cell) {
                    candidates.places[house.index()][digit.index()] |= place;
                }
            }
        }
        candidates
    }

    /// Returns the geometry of the board.
    #[inline]
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// Returns the candidates of a cell; the empty set if the cell holds a digit.
    #[inline]
    pub fn of_cell(&self, cell: G::Cell) -> G::Digits {
        self.cells[cell.index()]
    }

    /// Returns the cells that have this digit as a candidate.
    #[inline]
    pub fn of_digit(&self, digit: G::Digit) -> G::Cells {
        self.digits[digit.index()]
    }

    /// Returns, for each digit (by [its index](Ordinal::index)), its places in a house: bit n is set if the
    /// digit is a candidate of the house's [nth cell](Geometry::nth_cell).
    #[inline]
    pub fn places(&self, house: G::House) -> &G::PerDigit<G::Places> {
        &self.places[house.index()]
    }

    /// Returns the cells without a digit.
    #[inline]
    pub fn blanks(&self) -> G::Cells {
        self.blanks
    }

    /// Counts the blanks of a house. If the house holds a digit twice, the second one counts as a blank.
    #[inline]
    pub fn blanks_in(&self, house: G::House) -> usize {
        self.blanks_in[house.index()].into()
    }

    /// Returns a list of cell sets: entry n, from 0 to 4, has the cells with more than n candidates.
    #[inline]
    pub fn more_than(&self) -> [G::Cells; 5] {
        let mut more_than = [G::Cells::EMPTY; 5];
        for &cells in self.digits.as_slice() {
            for n in (1..more_than.len()).rev() {
                let before = more_than[n - 1];
                more_than[n] |= before & cells;
            }
            more_than[0] |= cells;
        }
        more_than
    }

    /// Returns the blanks with exactly this many candidates, 1 to 4; the empty set for other
    /// numbers.
    #[inline]
    pub fn with_count(&self, count: usize) -> G::Cells {
        let more_than = self.more_than();
        match count {
            1..=4 => more_than[count - 1] - more_than[count],
            _ => G::Cells::EMPTY,
        }
    }

    /// Returns whether any blank of the board has no candidate, or one of the houses in these changes has no place
    /// for a missing digit.
    #[inline]
    pub fn is_broken_in(&self, houses: Changes<G>) -> bool {
        let digits = self.digits.as_slice().iter();
        let hopeful = digits.fold(G::Cells::EMPTY, |all, &cells| all | cells);
        hopeful != self.blanks || houses.houses().any(|house| self.is_short(house))
    }

    /// Returns whether the digits that still have a place in a house are fewer than its blanks. A digit that the house
    /// already holds counts as having no place.
    #[inline]
    fn is_short(&self, house: G::House) -> bool {
        let places = self.places(house).as_slice().iter();
        let housed = places.filter(|places| !places.is_empty());
        housed.count() != self.blanks_in(house)
    }

    /// Returns the changes since the last call, and starts a new record. The first call returns all houses and
    /// digits.
    #[inline]
    pub fn take_changes(&mut self) -> Changes<G> {
        std::mem::replace(&mut self.changes, Changes::none(self.geometry))
    }

    /// Removes a candidate from a cell, and returns whether it was present.
    #[inline]
    pub fn remove(&mut self, cell: G::Cell, digit: G::Digit) -> bool {
        let stood = self.cells[cell.index()].contains(digit);
        self.digits[digit.index()] -= G::Cells::of(cell);
        self.remove_from_views(cell, digit);
        stood
    }

    /// Places a digit in a blank cell: the cell loses all candidates, and its peers lose this digit.
    ///
    /// # Panics
    /// In builds with overflow checks, if a house of the cell has no blanks left.
    #[inline]
    pub fn place(&mut self, cell: G::Cell, digit: G::Digit) {
        self.place_and_tell(cell, digit, |_, _, _| ());
    }

    /// Places a digit in a blank cell, and calls `lost` each time a candidate has been removed. First the peers
    /// lose the digit, in the order of the cells; then the cell itself loses its other digits.
    ///
    /// # Panics
    /// In builds with overflow checks, if a house of the cell has no blanks left.
    #[inline]
    pub fn place_and_tell(
        &mut self,
        cell: G::Cell,
        digit: G::Digit,
        mut lost: impl FnMut(&Self, G::Cell, G::Digit),
    ) {
        let of_cell = G::Cells::of(cell);
        let others = std::mem::replace(&mut self.cells[cell.index()], G::Digits::EMPTY);
        let others = others.without(digit);
        self.blanks -= of_cell;
        for (house, _) in self.geometry.seats(cell) {
            self.blanks_in[house.index()] -= 1;
            self.places[house.index()][digit.index()] = G::Places::NONE;
        }
        self.changes.houses |= self.geometry.house_set(cell);
        self.changes.digits |= G::Digits::of(digit);
        let losing = self.digits[digit.index()] & self.geometry.peers(cell);
        self.digits[digit.index()] -= losing | of_cell;
        for peer in losing {
            self.remove_from_views(peer, digit);
            lost(self, peer, digit);
        }
        for other in others {
            self.digits[other.index()] -= of_cell;
            self.remove_from_views(cell, other);
            lost(self, cell, other);
        }
    }

    /// Removes a candidate from the tables by cell and by house, and records the change. The table by digit is not
    /// changed.
    #[inline]
    fn remove_from_views(&mut self, cell: G::Cell, digit: G::Digit) {
        let digits = &mut self.cells[cell.index()];
        *digits = digits.without(digit);
        for (house, place) in self.geometry.seats(cell) {
            self.places[house.index()][digit.index()] &= !place;
        }
        self.changes.houses |= self.geometry.house_set(cell);
        self.changes.digits = self.changes.digits.with(digit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CELLS, Cell, Digit, House, cells_at};
    use proptest::prelude::*;

    /// Checks that the tables by cell, by digit and by house contain the same candidates, and that counts are right.
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
