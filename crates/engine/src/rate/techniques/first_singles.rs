//! The singles of a board without steps, in the order in which its givens open them.
//!
//! HoDoKu places the givens one by one in reading order, and queues singles as they open. The order can be
//! told from the finished position: a single opens when the last other candidate of its cell or house goes,
//! and a candidate goes with the first given that excludes it. That saves several hundred removals.

use crate::grid::{Board, Candidates, Cell, CellSet, Digit, House, nth_cell};

/// The moment at which a single opens: the given, 0 for its peers and 1 for its own other candidates, the
/// peer or the other digit, and the kind of house. Moments are in the order of the loops of a placement.
type Moment = [u8; 4];

/// The givens of each digit.
pub(super) struct Givens([CellSet; 9]);

impl Givens {
    pub(super) fn of(board: &Board) -> Self {
        let mut givens = [CellSet::EMPTY; 9];
        for (cell, digit) in board.givens() {
            givens[digit.index()] |= CellSet::of(cell);
        }
        Self(givens)
    }

    /// Returns the first given that excludes a digit from a cell.
    fn first_against(&self, cell: Cell, digit: Digit) -> Option<Cell> {
        (self.0[digit.index()] & cell.peers()).first()
    }

    /// Returns the naked singles.
    pub(super) fn naked(&self, candidates: &Candidates) -> impl Iterator<Item = (Cell, Digit)> {
        let mut singles = Vec::new();
        for cell in candidates.with_count(1) {
            if let Some(digit) = candidates.of_cell(cell).single() {
                let others = Digit::all().filter(|&other| other != digit);
                let last = others.filter_map(|other| self.first_against(cell, other));
                singles.push((last.max(), cell, digit));
            }
        }
        singles.sort_unstable();
        singles.into_iter().map(|(_, cell, digit)| (cell, digit))
    }

    /// Returns the hidden singles, some in more than one house.
    pub(super) fn hidden(&self, candidates: &Candidates) -> impl Iterator<Item = (Cell, Digit)> {
        let mut singles = Vec::new();
        for house in House::all() {
            for (digit, places) in Digit::all().zip(candidates.places(house)) {
                if places.is_power_of_two() {
                    let cell = nth_cell(house, places.trailing_zeros() as usize);
                    let moment = self.opened(house, cell, digit, candidates.blanks());
                    singles.push((moment, cell, digit));
                }
            }
        }
        singles.sort_unstable();
        singles.into_iter().map(|(_, cell, digit)| (cell, digit))
    }

    /// Returns when a cell became the only place of a digit in a house.
    fn opened(&self, house: House, cell: Cell, digit: Digit, blanks: CellSet) -> Option<Moment> {
        let kind = (house.index() / 9) as u8;
        let gone = |other: Cell| {
            let first = self.first_against(other, digit);
            match first.filter(|&given| blanks.contains(other) || given < other) {
                Some(given) => [given.index() as u8, 0, other.index() as u8, kind],
                None => [other.index() as u8, 1, digit.index() as u8, kind],
            }
        };
        house.cells().without(cell).map(gone).max()
    }
}
