//! The list of almost locked sets, which of them share a restricted digit, and which could remove
//! something together.
//!
//! For each digit and cell one row of bits says which sets have all their places of the digit in sight of
//! the cell. The partners of a set are then the intersection of a few rows, not a comparison with all others.

use super::rows::{Rows, add, both, drop_from, is_empty};
use crate::grid::{Cell, CellSet, Digit, DigitSet, House};
use crate::rate::techniques::state::State;

/// An almost locked set.
#[derive(Debug, Clone)]
pub(super) struct LockedSet {
    pub cells: CellSet,
    pub digits: DigitSet,
    /// The candidates of each digit that see all of these.
    pub seen: [CellSet; 9],
}

impl LockedSet {
    fn of(state: &State, cells: CellSet, digits: DigitSet) -> Self {
        let mut set = Self {
            cells,
            digits,
            seen: [CellSet::EMPTY; 9],
        };
        for digit in digits {
            let candidates = state.of_digit(digit);
            let places = candidates & cells;
            set.seen[digit.index()] = places.fold(candidates, |seen, cell| seen & cell.peers());
        }
        set
    }

    /// Returns the cells of a digit in the set. `candidates`: the cells of each digit on the board.
    pub(super) fn places(&self, candidates: &[CellSet; 9], digit: Digit) -> CellSet {
        candidates[digit.index()] & self.cells
    }

    /// Returns the digits that some candidate sees everywhere in both sets.
    pub(super) fn removable(&self, other: &Self) -> DigitSet {
        let common = self.digits.intersection(other.digits);
        let is_seen = |&digit: &Digit| !self.seen_by_both(other, digit).is_empty();
        common.filter(is_seen).collect()
    }

    /// Returns the candidates of a digit that see all its places in both sets.
    pub(super) fn seen_by_both(&self, other: &Self, digit: Digit) -> CellSet {
        self.seen[digit.index()] & other.seen[digit.index()]
    }
}

/// The almost locked sets of a position.
#[derive(Debug, Clone)]
pub(in crate::rate::techniques) struct LockedSets<const W: usize> {
    pub(super) sets: Vec<LockedSet>,
    /// The cells of each digit.
    pub(super) candidates: [CellSet; 9],
    /// By set and digit: the sets that share it as a restricted digit.
    pub(super) by_digit: Rows<W>,
    /// By set: all of these.
    pub(super) partners: Rows<W>,
    /// By set: those of them that share two and more.
    pub(super) doubly: Rows<W>,
    /// By set with partners: the sets with a digit that some candidate sees everywhere in both.
    pub(super) targets: Rows<W>,
}

/// The almost locked sets of a position, in rows of bits as long as it takes: most have 230, few more
/// than 256, none in digs more than 350.
#[derive(Debug, Clone)]
pub(in crate::rate::techniques) enum AnyLockedSets {
    Usual(LockedSets<4>),
    Many(LockedSets<6>),
}

impl AnyLockedSets {
    /// Lists the sets house by house, each once.
    pub(in crate::rate::techniques) fn of(state: &State) -> Self {
        let mut found: Vec<(CellSet, DigitSet)> = Vec::new();
        for house in House::all() {
            let blanks: Vec<Cell> = (house.cells() & state.candidates.blanks()).collect();
            let nothing = (CellSet::EMPTY, DigitSet::EMPTY, 0);
            extend(state, house, &blanks, nothing, &mut found);
        }
        found.truncate(64 * 6);
        let sets = found.into_iter();
        let sets = sets.map(|(cells, digits)| LockedSet::of(state, cells, digits));
        let sets: Vec<LockedSet> = sets.collect();
        if sets.len() <= 64 * 4 {
            Self::Usual(LockedSets::join(state, sets))
        } else {
            Self::Many(LockedSets::join(state, sets))
        }
    }
}

impl<const W: usize> LockedSets<W> {
    fn join(state: &State, sets: Vec<LockedSet>) -> Self {
        let count = sets.len();
        let (mut sees, mut holds) = (Rows::new(9 * 81), Rows::new(81));
        for (n, set) in sets.iter().enumerate() {
            for cell in set.cells {
                holds.insert(cell.index(), n);
            }
            for digit in set.digits {
                for cell in set.seen[digit.index()] {
                    sees.insert(digit.index() * 81 + cell.index(), n);
                }
            }
        }
        let mut all = Self {
            by_digit: Rows::new(9 * count),
            partners: Rows::new(count),
            doubly: Rows::new(count),
            targets: Rows::new(count),
            candidates: std::array::from_fn(|n| state.of_digit(Digit::from_index(n))),
            sets,
        };
        for n in 0..count {
            all.join_one(n, &sees, &holds);
        }
        all
    }

    /// Finds the partners of a set. `sees`: by digit and cell, the sets of which the cell sees all places of
    /// the digit; `holds`: by cell, the sets that hold it.
    fn join_one(&mut self, n: usize, sees: &Rows<W>, holds: &Rows<W>) {
        let set = &self.sets[n];
        let mut overlapping = [0; W];
        for cell in set.cells {
            add(&mut overlapping, holds.row(cell.index()));
        }
        let (mut partners, mut doubly, mut targets) = ([0; W], [0; W], [0; W]);
        for digit in set.digits {
            if set.seen[digit.index()].is_empty() {
                continue;
            }
            let first = digit.index() * 81;
            let mut sharing = [u64::MAX; W];
            for cell in set.places(&self.candidates, digit) {
                sharing = both(&sharing, sees.row(first + cell.index()));
            }
            drop_from(&mut sharing, &overlapping);
            if !is_empty(&sharing) {
                add(&mut doubly, &both(&partners, &sharing));
                add(&mut partners, &sharing);
                self.by_digit.add(n * 9 + digit.index(), &sharing);
            }
        }
        if is_empty(&partners) {
            return;
        }
        for digit in set.digits {
            for cell in set.seen[digit.index()] {
                add(&mut targets, sees.row(digit.index() * 81 + cell.index()));
            }
        }
        drop_from(&mut targets, &overlapping);
        self.partners.add(n, &partners);
        self.doubly.add(n, &doubly);
        self.targets.add(n, &targets);
    }

    /// Returns the digits that can't be in both sets.
    pub(super) fn restricted(&self, one: usize, two: usize) -> DigitSet {
        let common = self.sets[one].digits.intersection(self.sets[two].digits);
        let is_restricted = |digit: &Digit| self.by_digit.contains(one * 9 + digit.index(), two);
        common.filter(is_restricted).collect()
    }

    /// Returns the sets that share a restricted digit with a set.
    pub(super) fn sharing(&self, set: usize, digit: Digit) -> impl Iterator<Item = usize> {
        self.by_digit.iter(set * 9 + digit.index())
    }
}

/// Adds the sets that consist of these cells and some of the blanks.
fn extend(
    state: &State,
    house: House,
    blanks: &[Cell],
    (cells, digits, size): (CellSet, DigitSet, usize),
    found: &mut Vec<(CellSet, DigitSet)>,
) {
    for (n, &cell) in blanks.iter().enumerate() {
        let cells = cells.with(cell);
        let digits = digits.union(state.of_cell(cell));
        let (count, size) = (digits.len(), size + 1);
        if count == size + 1 && is_first(house, cells) {
            found.push((cells, digits));
        }
        if count <= size + blanks.len() - n {
            extend(state, house, &blanks[n + 1..], (cells, digits, size), found);
        }
    }
}

/// Returns whether no house before this one holds all the cells.
fn is_first(house: House, cells: CellSet) -> bool {
    let houses = cells.first().map(Cell::houses);
    let holds = |other: &House| *other < house && cells.is_subset(other.cells());
    !houses.into_iter().flatten().any(|other| holds(&other))
}
