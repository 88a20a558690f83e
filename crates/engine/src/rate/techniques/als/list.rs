//! Lists the almost locked sets of a position, each with its partners: the sets that share a restricted digit with
//! it. A second list has the pairs of sets that could remove a candidate. Such a candidate sees all places of its digit
//! in both sets.
//!
//! For each digit and cell, a row of bits marks the sets in which the cell sees all places of the digit. A set's
//! partners are found by combining a few rows, so sets need not be compared pair by pair.

use super::rows::{Row, Rows, add, both, drop_from, from, is_empty};
use crate::grid::{Geometry, Ordinal, Set, Table};
use crate::rate::techniques::state::State;

/// An almost locked set: cells of a house with one more candidate digit than there are cells.
#[derive(Debug, Clone)]
pub(super) struct LockedSet<G: Geometry> {
    pub cells: G::Cells,
    pub digits: G::Digits,
    /// For each digit of the set, the cells with this candidate that see all places of the digit in the set.
    pub seen: G::PerDigit<G::Cells>,
}

impl<G: Geometry> LockedSet<G> {
    fn of(state: &State<G>, cells: G::Cells, digits: G::Digits) -> Self {
        let g = state.geometry();
        let mut set = Self {
            cells,
            digits,
            seen: G::PerDigit::filled(G::Cells::EMPTY),
        };
        for digit in digits {
            let candidates = state.of_digit(digit);
            let places = candidates & cells;
            set.seen[digit.index()] = places.fold(candidates, |seen, cell| seen & g.peers(cell));
        }
        set
    }

    /// Returns the places of a digit in the set. `candidates` lists, for each digit, the cells on the board that have
    /// the digit as a candidate.
    pub(super) fn places(&self, candidates: &G::PerDigit<G::Cells>, digit: G::Digit) -> G::Cells {
        candidates[digit.index()] & self.cells
    }

    /// Returns the digits in `digits` that the two sets can remove together: those for which some candidate on the
    /// board sees all places of the digit in both sets.
    pub(super) fn removable(&self, other: &Self, digits: G::Digits) -> G::Digits {
        let common = self.digits.intersection(other.digits).intersection(digits);
        // A branch here would often be mispredicted: about half of the digits are seen.
        common.fold(G::Digits::EMPTY, |removable, digit| {
            let seen = !self.seen_by_both(other, digit).is_empty();
            let digits = [G::Digits::EMPTY, G::Digits::of(digit)];
            removable.union(digits[usize::from(seen)])
        })
    }

    /// Returns the cells that have `digit` as a candidate and see all places of the digit in both sets.
    pub(super) fn seen_by_both(&self, other: &Self, digit: G::Digit) -> G::Cells {
        self.seen[digit.index()] & other.seen[digit.index()]
    }
}

/// The almost locked sets of a position, and the digits that link them.
#[derive(Debug, Clone)]
pub(in crate::rate::techniques) struct LockedSets<G: Geometry, const W: usize> {
    pub(super) sets: Vec<LockedSet<G>>,
    /// For each digit, the cells that have the digit as a candidate.
    pub(super) candidates: G::PerDigit<G::Cells>,
    /// For each set and digit, the other sets with which the set shares this digit as a restricted digit.
    pub(super) by_digit: Rows<W>,
    /// For each set, the other sets that share at least one restricted digit with this set.
    pub(super) partners: Rows<W>,
    /// For each set, the other sets that share two or more restricted digits with this set.
    pub(super) doubly: Rows<W>,
    /// For each set, the later sets that could remove a candidate together with this set. Such a candidate sees all
    /// places of its digit in both sets. Empty for a set that shares no restricted digit with another set.
    pub(super) targets: Rows<W>,
    /// For each cell, the sets that contain the cell.
    holds: Rows<W>,
}

/// The almost locked sets of a position, in tables of bits. The rows have 256 bits if there are at most 256 sets,
/// and otherwise 384 bits. Sets beyond 384 are left out, but no position with more than 350 has been seen.
#[derive(Debug, Clone)]
pub(in crate::rate::techniques) enum AnyLockedSets<G: Geometry> {
    Usual(LockedSets<G, 4>),
    Many(LockedSets<G, 6>),
}

impl<G: Geometry> AnyLockedSets<G> {
    /// Finds the almost locked sets of a position, house by house, each set once.
    pub(in crate::rate::techniques) fn of(state: &State<G>) -> Self {
        let mut found: Vec<(G::Cells, G::Digits)> = Vec::new();
        let g = state.geometry();
        for house in g.houses() {
            let blanks: Vec<G::Cell> = (g.cells_of(house) & state.candidates.blanks()).collect();
            let nothing = (G::Cells::EMPTY, G::Digits::EMPTY, 0);
            extend(state, house, &blanks, nothing, &mut found);
        }
        found.truncate(64 * 6);
        let sets = found.into_iter();
        let sets = sets.map(|(cells, digits)| LockedSet::of(state, cells, digits));
        let sets: Vec<LockedSet<G>> = sets.collect();
        if sets.len() <= 64 * 4 {
            Self::Usual(LockedSets::join(state, sets))
        } else {
            Self::Many(LockedSets::join(state, sets))
        }
    }
}

impl<G: Geometry, const W: usize> LockedSets<G, W> {
    fn join(state: &State<G>, sets: Vec<LockedSet<G>>) -> Self {
        let count = sets.len();
        let mut candidates = G::PerDigit::filled(G::Cells::EMPTY);
        for digit in state.geometry().digits() {
            candidates[digit.index()] = state.of_digit(digit);
        }
        let (mut sees, mut holds) = (Rows::new(G::DIGITS * G::CELLS), Rows::new(G::CELLS));
        for (n, set) in sets.iter().enumerate() {
            for cell in set.cells {
                holds.insert(cell.index(), n);
            }
            for digit in set.digits {
                for cell in set.seen[digit.index()] {
                    sees.insert(digit.index() * G::CELLS + cell.index(), n);
                }
            }
        }
        let mut all = Self {
            by_digit: Rows::new(G::DIGITS * count),
            partners: Rows::new(count),
            doubly: Rows::new(count),
            targets: Rows::new(count),
            candidates,
            sets,
            holds,
        };
        for n in 0..count {
            all.join_one(n, &sees);
        }
        all
    }

    /// Finds the sets that share a restricted digit with set `n`. `sees` lists, for each digit and cell, the sets in
    /// which the cell sees all places of the digit.
    fn join_one(&mut self, n: usize, sees: &Rows<W>) {
        let set = &self.sets[n];
        let overlapping = self.with_cells(set.cells);
        let (mut partners, mut doubly, mut targets) = ([0; W], [0; W], [0; W]);
        for digit in set.digits {
            if set.seen[digit.index()].is_empty() {
                continue;
            }
            let first = digit.index() * G::CELLS;
            let mut sharing = [u64::MAX; W];
            for cell in set.places(&self.candidates, digit) {
                sharing = both(&sharing, sees.row(first + cell.index()));
            }
            drop_from(&mut sharing, &overlapping);
            if !is_empty(&sharing) {
                add(&mut doubly, &both(&partners, &sharing));
                add(&mut partners, &sharing);
                self.by_digit.add(n * G::DIGITS + digit.index(), &sharing);
            }
        }
        if is_empty(&partners) {
            return;
        }
        for digit in set.digits {
            for cell in set.seen[digit.index()] {
                add(
                    &mut targets,
                    sees.row(digit.index() * G::CELLS + cell.index()),
                );
            }
        }
        drop_from(&mut targets, &overlapping);
        self.partners.add(n, &partners);
        self.doubly.add(n, &doubly);
        self.targets.add(n, &from(targets, n + 1));
    }

    /// Returns the sets that contain at least one of these cells.
    pub(super) fn with_cells(&self, cells: G::Cells) -> Row<W> {
        cells.fold([0; W], |mut sets, cell| {
            add(&mut sets, self.holds.row(cell.index()));
            sets
        })
    }

    /// Returns the restricted digits that the two sets share.
    pub(super) fn restricted(&self, one: usize, two: usize) -> G::Digits {
        let common = self.sets[one].digits.intersection(self.sets[two].digits);
        let is_restricted =
            |digit: &G::Digit| self.by_digit.contains(one * G::DIGITS + digit.index(), two);
        common.filter(is_restricted).collect()
    }

    /// Returns, as a row of bits, the sets with which set number `set` shares this digit as a restricted digit.
    pub(super) fn row(&self, set: usize, digit: G::Digit) -> &Row<W> {
        self.by_digit.row(set * G::DIGITS + digit.index())
    }

    /// Lists the sets with which set number `set` shares this digit as a restricted digit.
    pub(super) fn sharing(&self, set: usize, digit: G::Digit) -> impl Iterator<Item = usize> {
        self.by_digit.iter(set * G::DIGITS + digit.index())
    }
}

/// Adds the almost locked sets that consist of these cells and one or more of the `blanks`.
fn extend<G: Geometry>(
    state: &State<G>,
    house: G::House,
    blanks: &[G::Cell],
    (cells, digits, size): (G::Cells, G::Digits, usize),
    found: &mut Vec<(G::Cells, G::Digits)>,
) {
    for (n, &cell) in blanks.iter().enumerate() {
        let cells = cells.with(cell);
        let digits = digits.union(state.of_cell(cell));
        let (count, size) = (digits.len(), size + 1);
        if count == size + 1 && is_first(state.geometry(), house, cells) {
            found.push((cells, digits));
        }
        if count <= size + blanks.len() - n {
            extend(state, house, &blanks[n + 1..], (cells, digits, size), found);
        }
    }
}

/// Returns whether this is the first house that contains all these cells.
fn is_first<G: Geometry>(g: G, house: G::House, cells: G::Cells) -> bool {
    let Some(cell) = cells.first() else {
        return true;
    };
    let holds = |other: G::House| other < house && cells.is_subset(g.cells_of(other));
    !g.houses_of(cell).any(holds)
}
