//! Makes the bitboards that the ladder of rules reads, and applies placements and removals to them. At the end of
//! a change, the houses and digits that lost candidates are returned.

use super::bitboards::Bitboards;
use super::fields::{self, ByHouse, OWN, SEEN};
use super::scope::Scope;
use crate::grid::{Board, Candidates, Cell, CellSet, Digit};

impl Bitboards {
    /// Finds the candidates of a board: for every blank, the digits that none of its peers holds.
    pub(super) fn of(board: &Board) -> Self {
        let mut made = Self {
            digits: [fields::ALL; 9],
            blanks: fields::ALL,
        };
        let mut edit = Edit::of(&mut made);
        for (cell, digit) in board.givens() {
            edit.fill(cell, digit);
        }
        edit.finish();
        made
    }
}

/// Makes the bitboards of these candidates, which may be fewer than the digits on the board allow.
impl From<&Candidates> for Bitboards {
    fn from(candidates: &Candidates) -> Self {
        let mut made = Self::of(&Board::EMPTY);
        let mut edit = Edit::of(&mut made);
        edit.blank_only(candidates.blanks());
        for digit in Digit::all() {
            edit.remove(digit, CellSet::ALL - candidates.of_digit(digit));
        }
        edit.finish();
        made
    }
}

/// A change of the candidates. It must end with [`Self::finish`]: until then, the cells that got a digit still have
/// their other candidates, because it is cheaper to remove the candidates of all these cells at once.
pub(super) struct Edit<'a> {
    board: &'a mut Bitboards,
    /// The cells that got a digit.
    filled: ByHouse,
    /// The cells that lost a candidate, besides those that got a digit.
    losing: ByHouse,
    /// The digits that were removed from any cell, as bits.
    digits: u32,
}

impl<'a> Edit<'a> {
    /// Starts to change a board.
    #[inline]
    pub(super) fn of(board: &'a mut Bitboards) -> Self {
        Self {
            board,
            filled: [0; 4],
            losing: [0; 4],
            digits: 0,
        }
    }

    /// Removes a digit from these cells; cells that don't have the digit as a candidate are ignored.
    #[inline]
    pub(super) fn remove(&mut self, digit: Digit, cells: CellSet) {
        for cell in cells & self.board.of_digit(digit) {
            self.clear(digit, &OWN[cell.index()]);
        }
    }

    /// Puts a digit into a cell, and removes the digit from the cell's peers.
    #[inline]
    pub(super) fn fill(&mut self, cell: Cell, digit: Digit) {
        self.clear(digit, &SEEN[cell.index()]);
        self.mark_filled(cell);
    }

    /// Puts a digit into each of these cells that still has it as a candidate, and returns the cells that got the
    /// digit. If two of the cells share a house, the first gets the digit. The second then no longer has the digit as a
    /// candidate and remains blank, so that the contradiction can be found.
    #[inline]
    pub(super) fn fill_all(&mut self, digit: Digit, cells: CellSet) -> CellSet {
        let before = self.filled;
        let wanted = fields::rows_of(cells);
        let [first, second] = [wanted[0] & !before[0], wanted[1] & !before[1]];
        loop {
            let left = &self.board.digits[digit.index()];
            let cell = match (first & left[0], second & left[1]) {
                (0, 0) => break,
                (0, cells) => 63 + cells.trailing_zeros(),
                (cells, _) => cells.trailing_zeros(),
            };
            match Cell::new(cell as usize) {
                Some(cell) => self.fill(cell, digit),
                None => break,
            }
        }
        let filled = [
            self.filled[0] & !before[0],
            self.filled[1] & !before[1],
            0,
            0,
        ];
        fields::cells_of(&filled)
    }

    /// Marks all cells except `blanks` as filled, and removes no candidate from the blanks.
    pub(super) fn blank_only(&mut self, blanks: CellSet) {
        for cell in CellSet::ALL - blanks {
            self.mark_filled(cell);
        }
    }

    /// Removes the other candidates of the cells that got a digit. Returns the houses where candidates were removed,
    /// and the digits that were removed from any cell.
    #[inline]
    pub(super) fn finish(mut self) -> Scope {
        for (n, cells) in self.board.digits.iter_mut().enumerate() {
            // The first two words have all rows.
            let lost = cells[0] & self.filled[0] | cells[1] & self.filled[1];
            for (cells, filled) in cells.iter_mut().zip(&self.filled) {
                *cells &= !filled;
            }
            self.digits |= u32::from(lost != 0) << n;
        }
        for (blanks, filled) in self.board.blanks.iter_mut().zip(&self.filled) {
            *blanks &= !filled;
        }
        for (losing, filled) in self.losing.iter_mut().zip(&self.filled) {
            *losing |= filled;
        }
        Scope::around(&self.losing, self.digits)
    }

    #[inline]
    fn clear(&mut self, digit: Digit, losing: &ByHouse) {
        let cells = &mut self.board.digits[digit.index()];
        for ((cells, losing), lost) in cells.iter_mut().zip(losing).zip(&mut self.losing) {
            *lost |= *cells & losing;
            *cells &= !losing;
        }
        self.digits |= 1 << digit.index();
    }

    #[inline]
    fn mark_filled(&mut self, cell: Cell) {
        for (filled, own) in self.filled.iter_mut().zip(&OWN[cell.index()]) {
            *filled |= own;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CELLS, House};
    use crate::rate::fields::{all_counts, field, houses_with_cells, houses_with_one};
    use proptest::prelude::*;

    /// Checks that everything the board returns agrees with these candidates.
    fn assert_agrees(board: &Bitboards, candidates: &Candidates) {
        assert_eq!(board.blanks(), candidates.blanks());
        for cell in Cell::all() {
            assert_eq!(board.of_cell(cell), candidates.of_cell(cell));
        }
        for digit in Digit::all() {
            assert_eq!(board.of_digit(digit), candidates.of_digit(digit));
            let lone = houses_with_one(board.by_house(digit));
            for house in House::all() {
                let places = candidates.places(house)[digit.index()];
                assert_eq!(board.places(house)[digit.index()], places.into());
                assert_eq!(lone >> house.index() & 1 == 1, places.is_power_of_two());
                let line = board.lines_of(digit, house.kind())[house.number()];
                assert!(house.index() >= 18 || line == places.into());
            }
        }
        assert_eq!(board.more_than(), candidates.more_than());
        for most in 1..=4 {
            let narrow = candidates.more_than()[0] - candidates.more_than()[most];
            let by_house = board.narrow_cells(most);
            for house in House::all() {
                let count = (narrow & house.cells()).len();
                assert_eq!(field(&by_house, house).count_ones() as usize, count);
                assert_eq!(field(&all_counts(&by_house), house) as usize, count);
                for least in 0..=10 {
                    let reaches = houses_with_cells(&by_house, least) >> house.index() & 1 == 1;
                    assert_eq!(reaches, count >= least);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn changes_are_those_of_the_candidates(
            moves in proptest::collection::vec((0..CELLS, 0usize..9, any::<bool>()), 0..60),
        ) {
            let mut candidates = Candidates::of(&Board::EMPTY);
            let mut board = Bitboards::of(&Board::EMPTY);
            for (cell, digit, fills) in moves {
                let (cell, digit) = (Cell::new(cell).unwrap(), Digit::from_index(digit));
                let before = candidates.clone();
                candidates.take_changes();
                let mut edit = Edit::of(&mut board);
                if fills && candidates.of_cell(cell).contains(digit) {
                    candidates.place(cell, digit);
                    prop_assert_eq!(edit.fill_all(digit, CellSet::of(cell)), CellSet::of(cell));
                } else {
                    candidates.remove(cell, digit);
                    edit.remove(digit, CellSet::of(cell));
                }
                let changed = edit.finish();
                let house_changed = |house: &House| before.places(*house) != candidates.places(*house);
                let houses: Vec<House> = House::all().filter(house_changed).collect();
                prop_assert_eq!(changed.each_house().collect::<Vec<_>>(), houses);
                for digit in changed.digits() {
                    prop_assert!(before.of_digit(digit) != candidates.of_digit(digit));
                }
                assert_agrees(&board, &candidates);
                let is_broken = candidates.is_broken_in(crate::grid::Changes::all(crate::grid::Nine));
                prop_assert_eq!(board.is_broken(), is_broken);
            }
            assert_agrees(&Bitboards::from(&candidates), &candidates);
        }
    }
}
