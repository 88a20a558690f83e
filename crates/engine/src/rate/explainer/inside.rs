//! Techniques inside dynamic chains: when nothing follows any more, the removals of locking, hidden
//! pairs, naked pairs or X-wings in the working grid do; in nested chains those of chains as well.
//! SE 1.2.1, section 8, producers 26 to 30.

use super::closure::{Base, Closure, Inside};
use super::{fish, hidden_sets, locking, naked_sets, nested};
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet};
use crate::rate::Mark;

/// Removals and the candidates that are gone, on which they rest.
type Removals = (Vec<Mark>, Vec<u16>);

/// Enters the removals of the first technique that yields some, and returns `false` if they lead to
/// a contradiction.
pub(super) fn follow(base: &Base<'_>, closure: &mut Closure, working: &Candidates) -> bool {
    let gone = Gone { base, working };
    let patterns: &[fn(&Gone<'_>) -> Vec<Removals>] = &[
        |it| it.locking(),
        |it| it.hidden_pairs(),
        |it| it.naked_pairs(),
        |it| it.x_wings(),
    ];
    let inside = base.rules.inside;
    if inside == Inside::Nothing {
        return true;
    }
    for technique in patterns {
        let mut found = technique(&gone);
        found.retain(|(_, causes)| !causes.is_empty());
        for (losing, causes) in &mut found {
            if !enter(base, closure, losing, causes, None) {
                return false;
            }
        }
        if !found.is_empty() {
            return true;
        }
    }
    for &producer in nested::producers(inside) {
        let (mut found, work) = nested::hints(&gone, producer);
        closure.add_work(work);
        found.retain(|hint| !hint.causes.is_empty());
        for hint in &mut found {
            let chain = Some((hint.key, hint.complexity));
            if !enter(base, closure, &mut hint.losing, &hint.causes, chain) {
                return false;
            }
        }
        if !found.is_empty() {
            return true;
        }
    }
    true
}

/// Enters what one hint removes: by column, row and digit.
fn enter(
    base: &Base<'_>,
    closure: &mut Closure,
    losing: &mut [Mark],
    causes: &[u16],
    chain: Option<(u64, u32)>,
) -> bool {
    losing.sort_by_key(|mark| (mark.cell.column(), mark.cell.row(), mark.digit));
    losing.iter().all(|mark| {
        let number = base.links.number(mark.cell, mark.digit);
        closure.enter_removal(number, causes, chain)
    })
}

/// The candidates that were there before the assumption and are gone from the working grid.
pub(super) struct Gone<'a> {
    pub base: &'a Base<'a>,
    pub working: &'a Candidates,
}

impl Gone<'_> {
    pub(super) fn of_digit(&self, digit: Digit, cells: CellSet) -> impl Iterator<Item = u16> {
        let gone = self.base.candidates.of_digit(digit) - self.working.of_digit(digit);
        (gone & cells).map(move |cell| self.base.links.number(cell, digit))
    }

    pub(super) fn of_cell(&self, cell: Cell) -> impl Iterator<Item = u16> {
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
