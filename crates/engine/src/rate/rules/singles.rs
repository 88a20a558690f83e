//! Rules 1 and 2: a cell with one candidate, and a digit with one place in a house.

use crate::grid::{DigitSet, nth_cell};
use crate::rate::bitboards::Bitboards;
use crate::rate::fields::{self, field};
use crate::rate::pass::{Evidence, Pass, StepPlace};
use crate::rate::scope::Scope;

/// Searches for naked singles (rule 1 of Wu 2012).
pub(crate) fn naked_single<E: Evidence>(candidates: &Bitboards, pass: &mut Pass<E>) {
    let [some, several] = candidates.more_than();
    let singles = some - several;
    if singles.is_empty() {
        return;
    }
    if pass.takes_all_at_once() {
        return pass.place_all(singles, |digit| candidates.of_digit(digit));
    }
    for cell in singles {
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

/// Searches for hidden singles (rule 2 of Wu 2012).
pub(crate) fn hidden_single<E: Evidence>(candidates: &Bitboards, scope: Scope, pass: &mut Pass<E>) {
    let at_once = pass.takes_all_at_once();
    let mut alone = [0; 9];
    for digit in scope.digits() {
        alone[digit.index()] = fields::houses_with_one(candidates.by_house(digit));
    }
    let place = |house, digit| {
        let place = field(candidates.by_house(digit), house).trailing_zeros();
        let cell = nth_cell(house, place as usize);
        pass.place(cell, digit, || StepPlace {
            houses: vec![house],
            cells: vec![cell],
            digits: DigitSet::of(digit),
        });
    };
    if at_once {
        scope.by_digit(&alone, place);
    } else {
        scope.by_house(&alone, place);
    }
}
