//! Rules 4, 6 and 8, hidden pair, triplet and quad: k digits that have k places in a house between
//! them keep the other digits from there. By union: no digit need have all k places.

use super::subsets;
use crate::grid::{Candidates, Digit, DigitSet, House, cells_at};
use crate::rate::pass::{Evidence, Pass, Pattern};

/// Rule 4.
pub(crate) fn hidden_pair<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    hidden(candidates, 2, pass);
}

/// Rule 6.
pub(crate) fn hidden_triplet<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    hidden(candidates, 3, pass);
}

/// Rule 8.
pub(crate) fn hidden_quad<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    hidden(candidates, 4, pass);
}

fn hidden<E: Evidence>(candidates: &Candidates, size: u8, pass: &mut Pass<E>) {
    for house in House::all() {
        let mut masks = [0; 9];
        for digit in Digit::all() {
            masks[digit.index()] = candidates.places(house, digit);
        }
        subsets::each(&masks, size, |chosen, union| {
            let mut losing = 0;
            for (digit, mask) in masks.iter().enumerate() {
                if chosen >> digit & 1 == 0 {
                    losing |= mask & union;
                }
            }
            let digits = DigitSet::from_bits(chosen);
            let others = DigitSet::ALL.difference(digits);
            pass.remove(candidates, others, cells_at(house, losing), || Pattern {
                houses: vec![house],
                cells: cells_at(house, union).collect(),
                digits,
            });
        });
    }
}
