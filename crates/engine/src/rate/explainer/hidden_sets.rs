//! Finds hidden pairs, triplets and quads. A direct pair or triplet leaves one place for another digit (rated 2.0,
//! 2.5). The others remove candidates (3.4, 4.0, 5.4).
//! Source: docs/se-specification.md, section 3, hint producers 3, 5, 9, 12 and 18.

use super::hint::{SeHint, SeTechnique, removals};
use super::order;
use crate::grid::{Candidates, CellSet, Digit, DigitSet, House, cells_at, nth_cell};

/// Some digits of a house that together have only as many places as there are digits.
#[derive(Clone, Copy)]
pub(super) struct HiddenSet {
    pub house: House,
    pub digits: DigitSet,
    pub places: u16,
}

/// Finds the first hidden pair (size 2) or triplet (3) that leaves one place for another digit. Only houses with a
/// cell in `changed` are searched.
pub(super) fn direct_hidden_set(
    candidates: &Candidates,
    changed: CellSet,
    size: usize,
) -> Option<SeHint> {
    let (technique, number) = match size {
        2 => (SeTechnique::DirectHiddenPair, 2.0),
        _ => (SeTechnique::DirectHiddenTriplet, 2.5),
    };
    visit(candidates, changed, [size, size], |set| {
        let mut others = DigitSet::ALL.difference(set.digits);
        others.find_map(|digit| {
            let places = candidates.places(set.house)[digit.index()];
            let left = places & !set.places;
            if places.count_ones() < 2 || left.count_ones() != 1 {
                return None;
            }
            let cell = nth_cell(set.house, left.trailing_zeros() as usize);
            let hint = SeHint::placing(technique, number, cell, digit);
            Some(hint.at(&[set.house], set.cells(), set.digits))
        })
    })
}

/// Finds the first hidden set of this size, 2 to 4, that removes candidates. Only houses with a cell in `changed`
/// are searched.
pub(super) fn hidden_set(candidates: &Candidates, changed: CellSet, size: usize) -> Option<SeHint> {
    let (technique, number) = match size {
        2 => (SeTechnique::HiddenPair, 3.4),
        3 => (SeTechnique::HiddenTriplet, 4.0),
        _ => (SeTechnique::HiddenQuad, 5.4),
    };
    visit(candidates, changed, [size, 2 * size], |set| {
        let losing = set.removals(candidates);
        let hint = SeHint::removing(technique, number, losing);
        (!hint.removals.is_empty()).then(|| hint.at(&[set.house], set.cells(), set.digits))
    })
}

/// Lists all hidden pairs that remove candidates.
pub(super) fn all_pairs(candidates: &Candidates) -> Vec<HiddenSet> {
    let mut found = Vec::new();
    visit(candidates, CellSet::ALL, [2, 4], |set| {
        if !set.removals(candidates).is_empty() {
            found.push(set);
        }
        None::<()>
    });
    found
}

/// Calls `find` with each hidden set of this size, in all houses that have a changed cell and more than `blanks`
/// blanks, until `find` returns something.
fn visit<T>(
    candidates: &Candidates,
    changed: CellSet,
    [size, blanks]: [usize; 2],
    mut find: impl FnMut(HiddenSet) -> Option<T>,
) -> Option<T> {
    for house in order::houses() {
        if candidates.blanks_in(house) <= blanks || changed.is_disjoint(house.cells()) {
            continue;
        }
        let places = candidates.places(house);
        let fits = |n: &usize| (2..=size).contains(&DigitSet::from_bits(places[*n]).len());
        let fitting = (0..9).filter(fits).fold(0_u16, |mask, n| mask | 1 << n);
        if DigitSet::from_bits(fitting).len() < size {
            continue;
        }
        for &mask in order::subsets(size) {
            if mask & !fitting != 0 {
                continue;
            }
            let digits = DigitSet::from_bits(mask);
            let union = digits.fold(0, |union, digit: Digit| union | places[digit.index()]);
            if DigitSet::from_bits(union).len() != size {
                continue;
            }
            let set = HiddenSet {
                house,
                digits,
                places: union,
            };
            if let Some(found) = find(set) {
                return Some(found);
            }
        }
    }
    None
}

impl HiddenSet {
    /// Returns the cells of the set.
    pub(super) fn cells(self) -> CellSet {
        cells_at(self.house, self.places)
    }

    /// Returns the candidates that the set removes.
    pub(super) fn removals(self, candidates: &Candidates) -> Vec<crate::rate::Mark> {
        removals(
            candidates,
            self.cells(),
            DigitSet::ALL.difference(self.digits),
        )
    }
}
