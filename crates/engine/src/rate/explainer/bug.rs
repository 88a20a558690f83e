//! Finds bivalue universal graves (rated 5.6 to 6.2).
//! Source: docs/se-specification.md, section 5, hint producer 19.
//!
//! In such a grave, every blank has two candidates, and every digit two places in each house that lacks it. A
//! puzzle with only one solution never leads to a grave. The surplus candidates are those without which the
//! position would be a grave. So at least one of them is true.

use super::hint::{SeHint, SeTechnique, removals};
use super::order;
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet, House};
use crate::rate::Mark;

/// The surplus candidates of a position: the candidates without which the position would be a bivalue universal
/// grave.
struct BivalueGrave<'a> {
    candidates: &'a Candidates,
    /// The cells with surplus candidates, each with its surplus candidates, in the order found.
    cells: Vec<(Cell, DigitSet)>,
    digits: DigitSet,
    /// The cells that see all cells with surplus candidates.
    seen: CellSet,
}

/// Finds the first hint by a bivalue universal grave.
pub(super) fn bivalue_grave(candidates: &Candidates) -> Option<SeHint> {
    let grave = BivalueGrave::of(candidates)?;
    match *grave.cells {
        [] => None,
        [(cell, digits)] => {
            let losing = removals(
                candidates,
                CellSet::of(cell),
                DigitSet::ALL.difference(digits),
            );
            grave.hint(5.6, losing)
        }
        _ if grave.digits.len() == 1 => {
            let second = grave.hint(5.7, removals(candidates, grave.seen, grave.digits));
            second.or_else(|| grave.fourth_type())
        }
        _ if grave.seen.is_empty() => None,
        _ => grave.fourth_type().or_else(|| grave.third_type()),
    }
}

impl<'a> BivalueGrave<'a> {
    fn of(candidates: &'a Candidates) -> Option<Self> {
        let mut grave = Self {
            candidates,
            cells: Vec::new(),
            digits: DigitSet::EMPTY,
            seen: CellSet::ALL,
        };
        let larger = candidates.more_than()[2];
        let houses = order::boxes().chain(order::rows()).chain(order::columns());
        for (house, digit) in houses.flat_map(|house| Digit::all().map(move |d| (house, d))) {
            let places = candidates.of_digit(digit) & house.cells();
            if matches!(places.len(), 0 | 2) {
                continue;
            }
            let found = places & larger;
            if found.is_empty() {
                return None;
            }
            if let Some(cell) = found.single() {
                grave.add(cell, digit);
                if grave.cells.len() > 1 && grave.digits.len() > 1 && grave.seen.is_empty() {
                    return None;
                }
            }
        }
        grave.is_complete().then_some(grave)
    }

    fn add(&mut self, cell: Cell, digit: Digit) {
        match self.cells.iter_mut().find(|known| known.0 == cell) {
            Some((_, digits)) => *digits = digits.with(digit),
            None => {
                self.cells.push((cell, DigitSet::of(digit)));
                let all: CellSet = self.cells.iter().map(|&(cell, _)| cell).collect();
                self.seen = (self.seen & cell.peers()) - all;
            }
        }
        self.digits = self.digits.with(digit);
    }

    /// Returns whether, without the surplus candidates, every blank has two candidates, and every
    /// digit has no place or two places in every house.
    fn is_complete(&self) -> bool {
        let mut left = self.candidates.clone();
        for &(cell, digits) in &self.cells {
            for digit in digits {
                left.remove(cell, digit);
            }
        }
        let fits = |places: &u16| matches!(places.count_ones(), 0 | 2);
        left.with_count(2) == left.blanks()
            && House::all().all(|house| left.places(house).iter().all(fits))
    }

    /// Finds a bivalue universal grave of type 3: the surplus candidates act as one cell of a naked set in a
    /// house.
    fn third_type(&self) -> Option<SeHint> {
        let (first, _) = self.cells[0];
        let all: CellSet = self.cells.iter().map(|&(cell, _)| cell).collect();
        let shared = order::houses_of(first)
            .into_iter()
            .filter(|house| all.is_subset(house.cells()));
        for house in shared {
            let in_house: Vec<Cell> = order::peers(first)
                .filter(|&cell| self.seen.contains(cell) && house.cells().contains(cell))
                .collect();
            for size in 2..=6 {
                if in_house.len() < size {
                    continue;
                }
                for mask in
                    (0..1_u32 << in_house.len()).filter(|m| m.count_ones() + 1 == size as u32)
                {
                    let is_in = |n: &usize| mask >> n & 1 == 1;
                    let cells: CellSet = (0..in_house.len())
                        .filter(is_in)
                        .map(|n| in_house[n])
                        .collect();
                    let hint = self.by_set(house, cells, size);
                    if hint.is_some() {
                        return hint;
                    }
                }
            }
        }
        None
    }

    fn by_set(&self, house: House, cells: CellSet, size: usize) -> Option<SeHint> {
        let held = |cell| self.candidates.of_cell(cell);
        let digits = cells.fold(DigitSet::EMPTY, |all, cell| all.union(held(cell)));
        let fits = cells.into_iter().all(|cell| held(cell).len() > 1)
            && digits.len() == size
            && self.digits.difference(digits).is_empty();
        let others = (self.seen & house.cells()) - cells;
        let number = 5.7 + (size - 1) as f64 / 10.0;
        fits.then(|| self.hint(number, removals(self.candidates, others, digits)))?
    }

    /// Finds a bivalue universal grave of type 4: two cells with surplus candidates that see each other and have
    /// exactly one further digit in common. They keep only this digit and their surplus candidates.
    fn fourth_type(&self) -> Option<SeHint> {
        let [(first, ones), (second, twos)] = *self.cells else {
            return None;
        };
        let [held, other] = [first, second].map(|cell| self.candidates.of_cell(cell));
        let common = held.intersection(other).difference(self.digits).single()?;
        if !first.sees(second) {
            return None;
        }
        let lost = |cell, kept: DigitSet| {
            let digits = DigitSet::ALL.difference(kept.with(common));
            removals(self.candidates, CellSet::of(cell), digits)
        };
        let mut losing = lost(first, ones);
        losing.extend(lost(second, twos));
        self.hint(5.7, losing)
    }

    fn hint(&self, number: f64, losing: Vec<Mark>) -> Option<SeHint> {
        let cells = self.cells.iter().map(|&(cell, _)| cell);
        (!losing.is_empty()).then(|| {
            SeHint::removing(SeTechnique::BivalueGrave, number, losing).at(&[], cells, self.digits)
        })
    }
}
