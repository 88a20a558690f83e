//! Finds naked pairs (rated 3.0), triplets (3.6) and quads (5.0).
//! Source: docs/se-specification.md, section 3, hint producers 7, 10 and 16.

use super::hint::{SeHint, SeTechnique, removals};
use super::order;
use crate::grid::{Candidates, CellSet, DigitSet, House, cells_at, nth_cell};

/// Some cells of a house that together have only as many candidates as there are cells.
#[derive(Clone, Copy)]
pub(super) struct NakedSet {
    pub house: House,
    pub cells: CellSet,
    pub digits: DigitSet,
}

/// Finds the first naked set of this size, 2 to 4, that removes candidates. Houses without a `changed` cell, or
/// with fewer than `2 * size` blanks, are skipped.
pub(super) fn naked_set(candidates: &Candidates, changed: CellSet, size: usize) -> Option<SeHint> {
    let (technique, number) = match size {
        2 => (SeTechnique::NakedPair, 3.0),
        3 => (SeTechnique::NakedTriplet, 3.6),
        _ => (SeTechnique::NakedQuad, 5.0),
    };
    visit(candidates, changed, size, |set| {
        let hint = SeHint::removing(technique, number, set.removals(candidates));
        (!hint.removals.is_empty()).then(|| hint.at(&[set.house], set.cells, set.digits))
    })
}

/// Lists all naked pairs that remove candidates. Houses with fewer than four blanks are skipped.
pub(super) fn all_pairs(candidates: &Candidates) -> Vec<NakedSet> {
    let mut found = Vec::new();
    visit(candidates, CellSet::ALL, 2, |set| {
        if !set.removals(candidates).is_empty() {
            found.push(set);
        }
        None::<()>
    });
    found
}

/// Calls `find` with each naked set of this size, until `find` returns something. Houses without a `changed` cell,
/// or with fewer than `2 * size` blanks, are skipped.
fn visit<T>(
    candidates: &Candidates,
    changed: CellSet,
    size: usize,
    mut find: impl FnMut(NakedSet) -> Option<T>,
) -> Option<T> {
    for house in order::houses() {
        if candidates.blanks_in(house) < 2 * size || changed.is_disjoint(house.cells()) {
            continue;
        }
        let held: [DigitSet; 9] =
            std::array::from_fn(|place| candidates.of_cell(nth_cell(house, place)));
        let fits = |place: &usize| (2..=size).contains(&held[*place].len());
        let fitting = (0..9).filter(fits).fold(0_u16, |mask, n| mask | 1 << n);
        if DigitSet::from_bits(fitting).len() < size {
            continue;
        }
        for &mask in order::subsets(size) {
            if mask & !fitting != 0 {
                continue;
            }
            let places = DigitSet::from_bits(mask);
            let digits = places.fold(DigitSet::EMPTY, |all, n| all.union(held[n.index()]));
            if digits.len() != size {
                continue;
            }
            let cells = cells_at(house, mask);
            let set = NakedSet {
                house,
                cells,
                digits,
            };
            if let Some(found) = find(set) {
                return Some(found);
            }
        }
    }
    None
}

impl NakedSet {
    /// Returns the candidates that the set removes.
    pub(super) fn removals(self, candidates: &Candidates) -> Vec<crate::rate::Mark> {
        removals(candidates, self.house.cells() - self.cells, self.digits)
    }
}
