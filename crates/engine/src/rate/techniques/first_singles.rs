//! Finds the singles that a board has at the start, in the order in which HoDoKu finds them.
//!
//! HoDoKu places the givens one by one in reading order, and queues each single as soon as it appears. Repeating
//! that would take several hundred removals. Instead, the order is computed from the board with all givens. A
//! candidate is excluded by the first given that conflicts with it. A single appears when the last candidate that
//! it competes with is excluded.

use crate::grid::{Candidates, Geometry, NumberSet, Ordinal, Set, Table};

/// The moment at which a hidden single appears while the givens are placed one by one. An earlier moment compares
/// as smaller.
///
/// A single appears when a given takes its digit from the last other place in the house. There are two cases. If
/// the given has the same digit, the four numbers are the given's cell, 0, that place and the kind of house. If the
/// given fills that place, they are the given's cell, 1, the single's digit and the kind of house.
type OpeningMoment = [u16; 4];

/// For each digit, the cells of its givens.
pub(super) struct Givens<G: Geometry> {
    geometry: G,
    cells: G::PerDigit<G::Cells>,
}

impl<G: Geometry> Givens<G> {
    pub(super) fn of(geometry: G, givens: impl Iterator<Item = (G::Cell, G::Digit)>) -> Self {
        let mut cells = G::PerDigit::filled(G::Cells::EMPTY);
        for (cell, digit) in givens {
            cells[digit.index()] |= G::Cells::of(cell);
        }
        Self { geometry, cells }
    }

    /// Returns the first given that has this digit and that the cell sees; `None` if there is none.
    fn first_against(&self, cell: G::Cell, digit: G::Digit) -> Option<G::Cell> {
        (self.cells[digit.index()] & self.geometry.peers(cell)).first()
    }

    /// Returns the naked singles in the order in which they appear when the givens are placed one by one.
    pub(super) fn naked(
        &self,
        candidates: &Candidates<G>,
    ) -> impl Iterator<Item = (G::Cell, G::Digit)> {
        let mut singles = Vec::new();
        for cell in candidates.with_count(1) {
            if let Some(digit) = candidates.of_cell(cell).single() {
                let digits = self.geometry.digits();
                let others = digits.filter(|&other| other != digit);
                let last = others.filter_map(|other| self.first_against(cell, other));
                singles.push((last.max(), cell, digit));
            }
        }
        singles.sort_unstable();
        singles.into_iter().map(|(_, cell, digit)| (cell, digit))
    }

    /// Returns the hidden singles in the order in which they appear when the givens are placed one by one. A single
    /// that is hidden in several houses is listed once for each of these houses.
    pub(super) fn hidden(
        &self,
        candidates: &Candidates<G>,
    ) -> impl Iterator<Item = (G::Cell, G::Digit)> {
        let g = self.geometry;
        let mut singles = Vec::new();
        for house in g.houses() {
            for digit in g.digits() {
                let places = candidates.places(house)[digit.index()];
                if places.is_power_of_two() {
                    let cell = g.nth_cell(house, places.trailing_zeros() as usize);
                    let moment = self.opened(house, cell, digit, candidates.blanks());
                    singles.push((moment, cell, digit));
                }
            }
        }
        singles.sort_unstable();
        singles.into_iter().map(|(_, cell, digit)| (cell, digit))
    }

    /// Returns the moment at which a cell became the only place of a digit in a house while the givens were placed.
    fn opened(
        &self,
        house: G::House,
        cell: G::Cell,
        digit: G::Digit,
        blanks: G::Cells,
    ) -> Option<OpeningMoment> {
        let kind = self.geometry.kind(house) as u16;
        let gone = |other: G::Cell| {
            let first = self.first_against(other, digit);
            match first.filter(|&given| blanks.contains(other) || given < other) {
                Some(given) => [given.index() as u16, 0, other.index() as u16, kind],
                None => [other.index() as u16, 1, digit.index() as u16, kind],
            }
        };
        let others = self.geometry.cells_of(house).without(cell);
        others.map(gone).max()
    }
}
