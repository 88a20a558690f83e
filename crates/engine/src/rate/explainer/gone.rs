//! The candidates gone from a working grid since the assumption, and the removals of patterns that
//! rest on them. SE 1.2.1, section 8.

use super::closure::Base;
use super::{fish, hidden_sets, locking, naked_sets};
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet};
use crate::rate::Mark;

/// Removals and the candidates that are gone, on which they rest.
pub(super) type Removals = (Vec<Mark>, Vec<u16>);

/// The candidates that were there before the assumption and are gone from the working grid.
pub(super) struct Gone<'a> {
    pub base: &'a Base<'a>,
    pub working: &'a Candidates,
}

impl Gone<'_> {
    /// Lists the candidates of a digit that are gone from these cells.
    pub(super) fn of_digit(&self, digit: Digit, cells: CellSet) -> impl Iterator<Item = u16> {
        let gone = self.base.candidates.of_digit(digit) - self.working.of_digit(digit);
        (gone & cells).map(move |cell| self.base.links.number(cell, digit))
    }

    /// Lists the candidates that are gone from a cell.
    pub(super) fn of_cell(&self, cell: Cell) -> impl Iterator<Item = u16> {
        let before = self.base.candidates.of_cell(cell);
        let gone = before.difference(self.working.of_cell(cell));
        gone.map(move |digit| self.base.links.number(cell, digit))
    }

    /// Lists what every locking removes, with the candidates gone that it rests on.
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

    /// Lists what every hidden pair removes, with the candidates gone that it rests on.
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

    /// Lists what every naked pair removes, with the candidates gone that it rests on.
    pub(super) fn naked_pairs(&self) -> Vec<Removals> {
        let found = naked_sets::all_pairs(self.working).into_iter();
        found
            .map(|pair| {
                let causes = pair.cells.flat_map(|cell| self.of_cell(cell));
                (pair.removals(self.working), causes.collect())
            })
            .collect()
    }

    /// Lists what every X-wing removes, with the candidates gone that it rests on.
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
