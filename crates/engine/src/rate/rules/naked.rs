//! Rules 3, 5 and 7, naked pair, triplet and quad: if k cells of a house have k candidates between them, these
//! candidates are removed from the house's other cells. A cell need not have all k candidates.

use super::subsets;
use crate::grid::{Candidates, CellSet, Changes, DigitSet};
use crate::rate::pass::{Evidence, Pass, StepPlace};

/// Searches for naked pairs, rule 3.
pub(crate) fn naked_pair<E: Evidence>(candidates: &Candidates, scope: Changes, pass: &mut Pass<E>) {
    naked(candidates, 2, scope, pass);
}

/// Searches for naked triplets, rule 5.
pub(crate) fn naked_triplet<E: Evidence>(
    candidates: &Candidates,
    scope: Changes,
    pass: &mut Pass<E>,
) {
    naked(candidates, 3, scope, pass);
}

/// Searches for naked quads, rule 7.
pub(crate) fn naked_quad<E: Evidence>(candidates: &Candidates, scope: Changes, pass: &mut Pass<E>) {
    naked(candidates, 4, scope, pass);
}

fn naked<E: Evidence>(candidates: &Candidates, size: usize, scope: Changes, pass: &mut Pass<E>) {
    let more_than = candidates.more_than();
    let narrow = more_than[0] - more_than[size];
    for house in scope.houses() {
        if candidates.blanks_in(house) < size + usize::from(!pass.idle) {
            continue;
        }
        let mut masks = [0; 9];
        for (mask, cell) in masks.iter_mut().zip(narrow & house.cells()) {
            *mask = candidates.of_cell(cell).bits();
        }
        subsets::each(&masks, size, |chosen, union| {
            let digits = DigitSet::from_bits(union);
            let holding = digits.fold(CellSet::EMPTY, |all, digit| {
                all | candidates.of_digit(digit)
            });
            let nth = |n: usize| chosen >> n & 1 == 1;
            let cells: CellSet = (narrow & house.cells())
                .enumerate()
                .filter_map(|(n, cell)| nth(n).then_some(cell))
                .collect();
            let losing = (holding & house.cells()) - cells;
            pass.remove(candidates, digits, losing, || StepPlace {
                houses: vec![house],
                cells: cells.collect(),
                digits,
            });
        });
    }
}
