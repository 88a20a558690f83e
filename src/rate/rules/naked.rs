//! Rules 3, 5 and 7, naked pair, triplet and quad: k cells of a house that have k candidates
//! between them keep these from the house's other cells. By union: no cell need have all k.

use super::subsets;
use crate::grid::{Candidates, DigitSet, House, cells_at, nth_cell};
use crate::rate::pass::{Evidence, Pass, Pattern};

/// Rule 3.
pub(crate) fn naked_pair<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    naked(candidates, 2, pass);
}

/// Rule 5.
pub(crate) fn naked_triplet<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    naked(candidates, 3, pass);
}

/// Rule 7.
pub(crate) fn naked_quad<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    naked(candidates, 4, pass);
}

fn naked<E: Evidence>(candidates: &Candidates, size: u8, pass: &mut Pass<E>) {
    for house in House::all() {
        let mut masks = [0; 9];
        for (place, mask) in masks.iter_mut().enumerate() {
            *mask = candidates.of_cell(nth_cell(house, place)).bits();
        }
        subsets::each(&masks, size, |chosen, union| {
            let mut losing = 0;
            for (place, mask) in masks.iter().enumerate() {
                losing |= u16::from(mask & union != 0) << place;
            }
            let digits = DigitSet::from_bits(union);
            pass.remove(
                candidates,
                digits,
                cells_at(house, losing & !chosen),
                || Pattern {
                    houses: vec![house],
                    cells: cells_at(house, chosen).collect(),
                    digits,
                },
            );
        });
    }
}
