//! Finds locked candidates, pairs and X-wings inside a forcing chain, with the earlier removals on which they depend.
//! Source: docs/se-specification.md, section 8, hint producers 26 to 30.
//!
//! The patterns are found in the chain's working grid, a copy of the candidates.

use super::closure::Base;
use super::{fish, hidden_sets, locking, naked_sets};
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet, House};
use crate::rate::Mark;

/// Removals, and the numbers of the previously removed candidates on which the removals depend.
pub(super) type Removals = (Vec<Mark>, Vec<u16>);

/// The candidates that have been removed from the working grid (a copy of the candidates) since a chain's
/// assumption was made.
pub(super) struct RemovedCandidates<'a> {
    pub base: &'a Base<'a>,
    pub working: &'a Candidates,
}

impl RemovedCandidates<'_> {
    /// Lists the numbers of those candidates of a digit that were removed from these cells.
    pub(super) fn of_digit(&self, digit: Digit, cells: CellSet) -> impl Iterator<Item = u16> {
        let removed = self.base.candidates.of_digit(digit) - self.working.of_digit(digit);
        (removed & cells).map(move |cell| self.base.links.number(cell, digit))
    }

    /// Lists the numbers of the candidates that were removed from a cell.
    pub(super) fn of_cell(&self, cell: Cell) -> impl Iterator<Item = u16> {
        let before = self.base.candidates.of_cell(cell);
        let removed = before.difference(self.working.of_cell(cell));
        removed.map(move |digit| self.base.links.number(cell, digit))
    }

    /// Returns the digits of the candidates from which searches must start, to find all chains that depend on a
    /// removed candidate. The three sets are for links of one digit, for links within cells, and for both kinds.
    /// The first set has each digit that removals left with two places in a house. The second set has all digits if
    /// removals left a cell with two candidates; otherwise it is empty. The third set is empty if the other two
    /// are; otherwise it has all digits.
    pub(super) fn digits_by_kind(&self) -> [DigitSet; 3] {
        let Self { base, working } = self;
        let is_new = |digit: Digit| {
            let removed = base.candidates.of_digit(digit) - working.of_digit(digit);
            let mut houses = House::all().filter(|house| !removed.is_disjoint(house.cells()));
            houses.any(|house| (working.of_digit(digit) & house.cells()).len() == 2)
        };
        let x: DigitSet = Digit::all().filter(|&digit| is_new(digit)).collect();
        let mut pairs = working.with_count(2);
        let is_new = |cell| base.candidates.of_cell(cell) != working.of_cell(cell);
        let y = if pairs.any(is_new) {
            DigitSet::ALL
        } else {
            DigitSet::EMPTY
        };
        let both = if x.is_empty() { y } else { DigitSet::ALL };
        [x, y, both]
    }

    /// Lists the removals of every locked digit, with the removed candidates on which they depend.
    pub(super) fn locking(&self) -> Vec<Removals> {
        let found = locking::all(self.working).into_iter();
        found
            .map(|(locked, losing)| {
                let cells = locked.base.cells() - locked.cover.cells();
                let digit = locked.digit;
                let losing = losing.map(|cell| Mark { cell, digit }).collect();
                (losing, self.of_digit(digit, cells).collect())
            })
            .collect()
    }

    /// Lists the removals of every hidden pair, with the removed candidates on which they depend.
    pub(super) fn hidden_pairs(&self) -> Vec<Removals> {
        let found = hidden_sets::all_pairs(self.working).into_iter();
        found
            .map(|pair| {
                let others = pair.house.cells() - pair.cells();
                let causes = pair.digits.flat_map(|digit| self.of_digit(digit, others));
                (pair.removals(self.working), causes.collect())
            })
            .collect()
    }

    /// Lists the removals of every naked pair, with the removed candidates on which they depend.
    pub(super) fn naked_pairs(&self) -> Vec<Removals> {
        let found = naked_sets::all_pairs(self.working).into_iter();
        found
            .map(|pair| {
                let causes = pair.cells.flat_map(|cell| self.of_cell(cell));
                (pair.removals(self.working), causes.collect())
            })
            .collect()
    }

    /// Lists the removals of every X-wing, with the removed candidates on which they depend.
    pub(super) fn x_wings(&self) -> Vec<Removals> {
        let found = fish::all_x_wings(self.working).into_iter();
        found
            .map(|wing| {
                let cells = wing.base - wing.cover;
                let digit = wing.digit;
                let losing = super::hint::removals(
                    self.working,
                    wing.losing(self.working),
                    DigitSet::of(digit),
                );
                (losing, self.of_digit(digit, cells).collect())
            })
            .collect()
    }
}
