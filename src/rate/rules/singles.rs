//! Rules 1 and 2: the cell with one candidate, and the digit with one place in a house.

use crate::grid::{Candidates, CellSet, Digit, DigitSet, House, nth_cell};
use crate::rate::pass::{Evidence, Pass, Pattern};

/// Rule 1. The cells with exactly one candidate come out of nine steps of a ripple counter: those
/// seen once, less those seen twice.
pub(crate) fn naked_single<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
    for digit in Digit::all() {
        let cells = candidates.of_digit(digit);
        twice |= once & cells;
        once |= cells;
    }
    for cell in once - twice {
        let digits = candidates.of_cell(cell);
        if let Some(digit) = digits.first() {
            pass.place(cell, digit, || Pattern {
                houses: vec![],
                cells: vec![cell],
                digits,
            });
        }
    }
}

/// Rule 2.
pub(crate) fn hidden_single<E: Evidence>(candidates: &Candidates, pass: &mut Pass<E>) {
    for house in House::all() {
        for digit in Digit::all() {
            if let Some(place) = DigitSet::from_bits(candidates.places(house, digit)).single() {
                let cell = nth_cell(house, place.index());
                pass.place(cell, digit, || Pattern {
                    houses: vec![house],
                    cells: vec![cell],
                    digits: DigitSet::of(digit),
                });
            }
        }
    }
}
