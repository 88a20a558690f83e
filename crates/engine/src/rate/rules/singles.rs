//! Rules 1 and 2: a cell with one candidate, and a digit with one place in a house.

use crate::grid::{Candidates, Changes, DigitSet, nth_cell};
use crate::rate::pass::{Evidence, Pass, StepPlace};

/// Searches for naked singles, rule 1.
pub(crate) fn naked_single<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    for cell in candidates.with_count(1) {
        let digits = candidates.of_cell(cell);
        if let Some(digit) = digits.first() {
            pass.place(cell, digit, || StepPlace {
                houses: vec![],
                cells: vec![cell],
                digits,
            });
        }
    }
}

/// Searches for hidden singles, rule 2.
pub(crate) fn hidden_single<E: Evidence>(
    candidates: &Candidates,
    scope: Changes,
    pass: &mut Pass<E>,
) {
    for house in scope.houses() {
        let places = candidates.places(house);
        let mut alone = 0;
        for (digit, places) in places.iter().enumerate() {
            alone |= u16::from(places.is_power_of_two()) << digit;
        }
        for digit in DigitSet::from_bits(alone) {
            let place = places[digit.index()].trailing_zeros() as usize;
            let cell = nth_cell(house, place);
            pass.place(cell, digit, || StepPlace {
                houses: vec![house],
                cells: vec![cell],
                digits: DigitSet::of(digit),
            });
        }
    }
}
