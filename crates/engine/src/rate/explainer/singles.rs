//! Finds hidden singles (rated 1.0, 1.2, 1.5) and naked singles (2.3).
//! Source: docs/se-specification.md, section 3, hint producers 1 and 4.

use super::hint::{SeHint, SeTechnique};
use super::order;
use crate::grid::{Candidates, Digit, House, HouseKind, nth_cell};

/// Finds the first hidden single: first in houses with one blank, then in all other houses.
pub(super) fn hidden_single(candidates: &Candidates) -> Option<SeHint> {
    let last_blank = |house: &House| candidates.blanks_in(*house) == 1;
    let several = |house: &House| candidates.blanks_in(*house) > 1;
    let first = order::houses().filter(last_blank);
    first
        .chain(order::houses().filter(several))
        .find_map(|house| in_house(candidates, house))
}

fn in_house(candidates: &Candidates, house: House) -> Option<SeHint> {
    let places = candidates.places(house);
    let index = places.iter().position(|&places| places.count_ones() == 1)?;
    let cell = nth_cell(house, places[index].trailing_zeros() as usize);
    let digit = Digit::from_index(index);
    let number = match (candidates.blanks_in(house), house.kind()) {
        (1, _) => 1.0,
        (_, HouseKind::Box) => 1.2,
        _ => 1.5,
    };
    let mut hint = SeHint::placing(SeTechnique::HiddenSingle, number, cell, digit);
    hint.houses[0] = Some(house);
    Some(hint)
}

/// Finds the first cell with one candidate.
pub(super) fn naked_single(candidates: &Candidates) -> Option<SeHint> {
    let cell = candidates.with_count(1).first()?;
    let digit = candidates.of_cell(cell).first()?;
    Some(SeHint::placing(SeTechnique::NakedSingle, 2.3, cell, digit))
}
