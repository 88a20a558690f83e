//! Finds locked candidates, pointing and claiming. Direct ones place a digit (rated 1.7, 1.9). The others remove
//! candidates (2.6, 2.8).
//! Source: docs/se-specification.md, section 3, hint producers 2 and 6.

use super::hint::{SeHint, SeTechnique, removals};
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet, House};

/// A digit whose places in one house, the base, all lie in another house, the cover.
#[derive(Clone, Copy)]
pub(super) struct LockedDigit {
    pub base: House,
    pub cover: House,
    pub digit: Digit,
    places: CellSet,
    pointing: bool,
}

/// A kind of base house, paired with a kind of cover house.
struct Pairing {
    base: fn(usize) -> House,
    cover: fn(usize) -> House,
    /// Returns the number (0 to 8) of a base's nth cover house. The arguments are the number of the base and n (0
    /// to 2).
    nth_cover: fn(usize, usize) -> usize,
    /// The places of a base house that lie in its first, second and third cover house, as bits.
    shared: [u16; 3],
    pointing: bool,
}

/// The nine places of a house in groups of three neighbours. In [`EVERY_THIRD`], each group has every third place.
const THREES: [u16; 3] = [0o007, 0o070, 0o700];
const EVERY_THIRD: [u16; 3] = [0o111, 0o222, 0o444];

/// All pairings of base and cover houses, in the order of the search.
const PAIRINGS: [Pairing; 4] = [
    Pairing {
        base: House::of_box,
        cover: House::column,
        nth_cover: |base, n| base % 3 * 3 + n,
        shared: EVERY_THIRD,
        pointing: true,
    },
    Pairing {
        base: House::of_box,
        cover: House::row,
        nth_cover: |base, n| base / 3 * 3 + n,
        shared: THREES,
        pointing: true,
    },
    Pairing {
        base: House::column,
        cover: House::of_box,
        nth_cover: |base, n| n * 3 + base / 3,
        shared: THREES,
        pointing: false,
    },
    Pairing {
        base: House::row,
        cover: House::of_box,
        nth_cover: |base, n| base / 3 * 3 + n,
        shared: THREES,
        pointing: false,
    },
];

/// Finds the first digit that can be placed because of locked candidates.
pub(super) fn direct_locking(candidates: &Candidates) -> Option<SeHint> {
    visit(candidates, CellSet::ALL, |locked| {
        let (cell, _) = locked.placement(candidates)?;
        let number = if locked.pointing { 1.7 } else { 1.9 };
        let hint = SeHint::placing(SeTechnique::DirectLocking, number, cell, locked.digit);
        Some(hint.at(
            &[locked.base, locked.cover],
            locked.places,
            DigitSet::of(locked.digit),
        ))
    })
}

/// Finds the first locked candidates that remove something. Base houses without a `changed` cell are skipped.
pub(super) fn locking(candidates: &Candidates, changed: CellSet) -> Option<SeHint> {
    visit(candidates, changed, |locked| locked.hint(candidates))
}

/// Lists all locked candidates that remove something, each with the cells that lose the digit.
pub(super) fn all(candidates: &Candidates) -> Vec<(LockedDigit, CellSet)> {
    let mut found = Vec::new();
    visit(candidates, CellSet::ALL, |locked| {
        let losing = locked.losing(candidates);
        if !losing.is_empty() {
            found.push((locked, losing));
        }
        None::<()>
    });
    found
}

/// Calls `find` with each locked digit of each base house that has a changed cell, until `find` returns something.
fn visit<T>(
    candidates: &Candidates,
    changed: CellSet,
    mut find: impl FnMut(LockedDigit) -> Option<T>,
) -> Option<T> {
    for (pairing, number) in PAIRINGS.iter().flat_map(|it| (0..9).map(move |n| (it, n))) {
        let base = (pairing.base)(number);
        if changed.is_disjoint(base.cells()) {
            continue;
        }
        let all_places = candidates.places(base);
        for (n, shared) in pairing.shared.into_iter().enumerate() {
            for (index, &places) in all_places.iter().enumerate() {
                if places & !shared != 0 || places.count_ones() < 2 {
                    continue;
                }
                let digit = Digit::from_index(index);
                let locked = LockedDigit {
                    base,
                    cover: (pairing.cover)((pairing.nth_cover)(number, n)),
                    digit,
                    places: candidates.of_digit(digit) & base.cells(),
                    pointing: pairing.pointing,
                };
                if let Some(found) = find(locked) {
                    return Some(found);
                }
            }
        }
    }
    None
}

impl LockedDigit {
    fn hint(self, candidates: &Candidates) -> Option<SeHint> {
        let losing = self.losing(candidates);
        if losing.is_empty() {
            return None;
        }
        let number = if self.pointing { 2.6 } else { 2.8 };
        let digits = DigitSet::of(self.digit);
        let hint = SeHint::removing(
            SeTechnique::Locking,
            number,
            removals(candidates, losing, digits),
        );
        Some(hint.at(&[self.base, self.cover], self.places, digits))
    }

    /// Returns the cells of the cover that lose the digit.
    fn losing(self, candidates: &Candidates) -> CellSet {
        (candidates.of_digit(self.digit) & self.cover.cells()) - self.base.cells()
    }

    /// Finds a place for the digit: the only place that a house has outside the cover. The house is the first other
    /// house of the base's kind that crosses the cover and also has places for the digit in the cover. Returns the
    /// place and the house; `None` if there is no such house.
    fn placement(self, candidates: &Candidates) -> Option<(Cell, House)> {
        let first = self.base.index() - self.base.number();
        (first..first + 9)
            .filter_map(House::new)
            .filter(|&other| other != self.base && !other.cells().is_disjoint(self.cover.cells()))
            .find_map(|other| {
                let places = candidates.of_digit(self.digit) & other.cells();
                let cell = (places - self.cover.cells()).single()?;
                (places.len() > 1).then_some((cell, other))
            })
    }
}
