//! The list of almost locked sets, and which of them share a restricted digit.

use crate::grid::{Cell, CellSet, Digit, DigitSet, House};
use crate::rate::techniques::state::State;

/// An almost locked set.
#[derive(Debug, Clone)]
pub(super) struct LockedSet {
    pub cells: CellSet,
    pub digits: DigitSet,
    /// The cells of each digit in the set.
    pub places: [CellSet; 9],
    /// The cells that see all of these.
    pub seen: [CellSet; 9],
}

impl LockedSet {
    fn of(state: &State, cells: CellSet, digits: DigitSet) -> Self {
        let mut set = Self {
            cells,
            digits,
            places: [CellSet::EMPTY; 9],
            seen: [CellSet::EMPTY; 9],
        };
        for digit in digits {
            let places = state.of_digit(digit) & cells;
            set.places[digit.index()] = places;
            let seen = places.fold(CellSet::ALL, |seen, cell| seen & cell.peers());
            set.seen[digit.index()] = seen;
        }
        set
    }

    /// Returns the digits that can't be in both sets; empty for sets that overlap.
    pub(super) fn restricted(&self, other: &Self) -> DigitSet {
        let common = self.digits.intersection(other.digits);
        if common.is_empty() || !self.cells.is_disjoint(other.cells) {
            return DigitSet::EMPTY;
        }
        let is_restricted = |&digit: &Digit| {
            let n = digit.index();
            self.places[n].is_subset(other.seen[n])
        };
        common.filter(is_restricted).collect()
    }

    /// Returns the candidates of a digit that see all its places in both sets.
    pub(super) fn seen_by_both(&self, other: &Self, state: &State, digit: Digit) -> CellSet {
        let n = digit.index();
        state.of_digit(digit) & self.seen[n] & other.seen[n]
    }
}

/// Lists the sets house by house, each once.
pub(super) fn locked_sets(state: &State) -> Vec<LockedSet> {
    let mut found: Vec<(CellSet, DigitSet)> = Vec::new();
    for house in House::all() {
        let blanks: Vec<Cell> = (house.cells() & state.candidates.blanks()).collect();
        extend(state, &blanks, (CellSet::EMPTY, DigitSet::EMPTY), &mut found);
    }
    let mut seen = std::collections::HashSet::with_capacity(found.len());
    found.retain(|(cells, _)| seen.insert(*cells));
    let sets = found.into_iter();
    sets.map(|(cells, digits)| LockedSet::of(state, cells, digits)).collect()
}

/// Adds the sets that consist of these cells and some of the blanks.
fn extend(
    state: &State,
    blanks: &[Cell],
    (cells, digits): (CellSet, DigitSet),
    found: &mut Vec<(CellSet, DigitSet)>,
) {
    for (n, &cell) in blanks.iter().enumerate() {
        let cells = cells.with(cell);
        let digits = digits.union(state.of_cell(cell));
        if digits.len() == cells.len() + 1 {
            found.push((cells, digits));
        }
        extend(state, &blanks[n + 1..], (cells, digits), found);
    }
}

/// The sets that share restricted digits with each set, with the digits.
pub(super) type Joins = Vec<Vec<(usize, DigitSet)>>;

/// Finds which sets share restricted digits.
pub(super) fn joins(sets: &[LockedSet]) -> Joins {
    let mut joins = vec![Vec::new(); sets.len()];
    for (i, one) in sets.iter().enumerate() {
        for (j, two) in sets.iter().enumerate().skip(i + 1) {
            let restricted = one.restricted(two);
            if !restricted.is_empty() {
                joins[i].push((j, restricted));
                joins[j].push((i, restricted));
            }
        }
    }
    joins
}
