//! Techniques inside dynamic chains: when nothing follows any more, the removals of locking, hidden
//! pairs, naked pairs or X-wings in the working grid do. SE 1.2.1, section 8, producer 26.

use super::closure::{Base, Closure};
use super::{fish, hidden_sets, locking, naked_sets};
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet};
use crate::rate::Mark;

/// Removals and the candidates that are gone, on which they rest.
type Removals = (Vec<Mark>, Vec<u16>);

/// Enters the removals of the first technique that yields some, and returns `false` if they lead to
/// a contradiction.
pub(super) fn follow(base: &Base<'_>, closure: &mut Closure, working: &Candidates) -> bool {
    let gone = Gone { base, working };
    let techniques = [
        Gone::locking,
        Gone::hidden_pairs,
        Gone::naked_pairs,
        Gone::x_wings,
    ];
    for technique in techniques {
        let mut found = technique(&gone);
        found.retain(|(_, causes)| !causes.is_empty());
        for (losing, causes) in &mut found {
            losing.sort_by_key(|mark| (mark.cell.column(), mark.cell.row(), mark.digit));
            for mark in losing {
                let number = base.links.number(mark.cell, mark.digit);
                if !closure.enter_removal(number, causes) {
                    return false;
                }
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    true
}

/// The candidates that were there before the assumption and are gone from the working grid.
struct Gone<'a> {
    base: &'a Base<'a>,
    working: &'a Candidates,
}

impl Gone<'_> {
    fn of_digit(&self, digit: Digit, cells: CellSet) -> impl Iterator<Item = u16> {
        let gone = self.base.candidates.of_digit(digit) - self.working.of_digit(digit);
        (gone & cells).map(move |cell| self.base.links.number(cell, digit))
    }

    fn of_cell(&self, cell: Cell) -> impl Iterator<Item = u16> {
        let before = self.base.candidates.of_cell(cell);
        let gone = before.difference(self.working.of_cell(cell));
        gone.map(move |digit| self.base.links.number(cell, digit))
    }

    fn locking(&self) -> Vec<Removals> {
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

    fn hidden_pairs(&self) -> Vec<Removals> {
        let found = hidden_sets::all_pairs(self.working).into_iter();
        found
            .map(|pair| {
                let others = pair.house.cells() - pair.cells();
                let causes = pair.digits.flat_map(|digit| self.of_digit(digit, others));
                (pair.removals(self.working), causes.collect())
            })
            .collect()
    }

    fn naked_pairs(&self) -> Vec<Removals> {
        let found = naked_sets::all_pairs(self.working).into_iter();
        found
            .map(|pair| {
                let causes = pair.cells.flat_map(|cell| self.of_cell(cell));
                (pair.removals(self.working), causes.collect())
            })
            .collect()
    }

    fn x_wings(&self) -> Vec<Removals> {
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
