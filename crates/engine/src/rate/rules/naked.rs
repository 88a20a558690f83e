//! Rules 3, 5 and 7, naked pair, triplet and quad: if k cells of a house have k candidates between them, these
//! candidates are removed from the house's other cells. A cell need not have all k candidates.

use super::subsets;
use crate::grid::{CellSet, DigitSet, cells_at, nth_cell};
use crate::rate::bitboards::Bitboards;
use crate::rate::fields::{field, houses_with_cells};
use crate::rate::pass::{Evidence, Pass, StepPlace};
use crate::rate::scope::Scope;

/// Searches for naked pairs (rule 3 of Wu 2012).
pub(crate) fn naked_pair<E: Evidence>(candidates: &Bitboards, scope: Scope, pass: &mut Pass<E>) {
    naked(candidates, 2, scope, pass);
}

/// Searches for naked triplets (rule 5 of Wu 2012).
pub(crate) fn naked_triplet<E: Evidence>(candidates: &Bitboards, scope: Scope, pass: &mut Pass<E>) {
    naked(candidates, 3, scope, pass);
}

/// Searches for naked quads (rule 7 of Wu 2012).
pub(crate) fn naked_quad<E: Evidence>(candidates: &Bitboards, scope: Scope, pass: &mut Pass<E>) {
    naked(candidates, 4, scope, pass);
}

fn naked<E: Evidence>(candidates: &Bitboards, size: usize, scope: Scope, pass: &mut Pass<E>) {
    let narrow = candidates.narrow_cells(size);
    let blanks = candidates.houses_with_blanks(size + usize::from(!pass.idle));
    let scope = scope.within(blanks & houses_with_cells(&narrow, size));
    for house in scope.each_house() {
        let usable = field(&narrow, house);
        let mut masks = [0; 9];
        for place in DigitSet::from_bits(usable as u16) {
            let cell = nth_cell(house, place.index());
            masks[place.index()] = candidates.of_cell(cell).bits().into();
        }
        subsets::each(&masks, usable, size, |chosen, union| {
            let digits = DigitSet::from_bits(union);
            let holding = digits.fold(CellSet::EMPTY, |all, digit| {
                all | candidates.of_digit(digit)
            });
            let cells = cells_at(house, chosen);
            let losing = (holding & house.cells()) - cells;
            pass.remove(candidates, digits, losing, || StepPlace {
                houses: vec![house],
                cells: cells.collect(),
                digits,
            });
        });
    }
}
