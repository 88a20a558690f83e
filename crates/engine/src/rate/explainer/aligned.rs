//! Finds aligned exclusions of pairs (rated 6.2) and triplets (7.5) of cells.
//! Source: docs/se-specification.md, section 5, hint producers 20 and 22.
//!
//! Two or three cells are filled in all possible ways. A combination of digits is impossible if it leaves no candidate
//! in an excluder: a further cell that sees all of these cells. A candidate that is in no possible combination is
//! removed.

use super::hint::{SeHint, SeTechnique};
use super::order;
use crate::grid::{Candidates, Cell, CellSet, DigitSet};
use crate::rate::Mark;

/// An upper bound for the number of cells that see two given cells: the number of peers of a single cell.
const PEERS: usize = 20;

/// A search for aligned exclusions: the base cells, whose combinations of digits are tested, and the
/// excluders, the cells that make some of these combinations impossible.
struct AlignedExclusion<'a> {
    candidates: &'a Candidates,
    changed: CellSet,
    base: Vec<Cell>,
    base_set: CellSet,
    excluders: CellSet,
}

/// Finds the first pair of cells that loses candidates by an aligned exclusion. Either cell, or a cell that
/// excludes combinations, must be in `changed`.
pub(super) fn pair_exclusion(candidates: &Candidates, changed: CellSet) -> Option<SeHint> {
    let aligned = AlignedExclusion::new(candidates, changed, candidates.with_count(2));
    aligned.pairs().find_map(|(one, two)| {
        let excluders = aligned.excluders & one.peers() & two.peers();
        let hint = aligned.exclude(&[one, two], excluders);
        hint.map(|losing| SeHint::removing(SeTechnique::AlignedPairExclusion, 6.2, losing))
            .map(|hint| hint.at(&[], [one, two], DigitSet::EMPTY))
    })
}

/// Finds the first three cells that lose candidates by an aligned exclusion. One of them, or a cell that excludes
/// combinations, must be in `changed`.
pub(super) fn triplet_exclusion(candidates: &Candidates, changed: CellSet) -> Option<SeHint> {
    let small = candidates.with_count(2) | candidates.with_count(3);
    let aligned = AlignedExclusion::new(candidates, changed, small);
    aligned.pairs().find_map(|(one, two)| {
        let shared = aligned.excluders & one.peers() & two.peers();
        if shared.len() < 2 {
            return None;
        }
        let others = (aligned.excluders & aligned.base_set)
            .without(one)
            .without(two);
        let mut thirds = order::peers_in(one, others).chain(order::peers_in(two, others));
        thirds.find_map(|third| {
            let cells = [one, two, third];
            let losing = aligned.exclude(&cells, shared & third.peers())?;
            let hint = SeHint::removing(SeTechnique::AlignedTripletExclusion, 7.5, losing);
            Some(hint.at(&[], cells, DigitSet::EMPTY))
        })
    })
}

impl<'a> AlignedExclusion<'a> {
    fn new(candidates: &'a Candidates, changed: CellSet, excluders: CellSet) -> Self {
        let several = candidates.more_than()[1];
        let base_set: CellSet = several
            .into_iter()
            .filter(|cell| !cell.peers().is_disjoint(excluders))
            .collect();
        Self {
            candidates,
            changed,
            base: base_set.into_iter().collect(),
            base_set,
            excluders,
        }
    }

    /// Lists the pairs of cells whose combinations of digits are tested, sorted by the second cell.
    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let seconds = self.base.iter().enumerate();
        seconds.flat_map(|(n, &two)| self.base[..n].iter().map(move |&one| (one, two)))
    }

    /// Returns the candidates of the two or three `cells` that are in no combination of digits that the excluders
    /// allow. `None` if there are none, if there are fewer than two excluders, or if neither a cell of `cells`
    /// nor an excluder has changed.
    fn exclude(&self, cells: &[Cell], excluders: CellSet) -> Option<Vec<Mark>> {
        let is_changed = |cell: &Cell| self.changed.contains(*cell);
        let is_new = !excluders.is_disjoint(self.changed) || cells.iter().any(is_changed);
        if excluders.len() < 2 || !is_new {
            return None;
        }
        let mut held = [DigitSet::ALL; PEERS];
        for (held, cell) in held.iter_mut().zip(excluders) {
            *held = self.candidates.of_cell(cell);
        }
        let held = &held[..excluders.len()];
        let wanted: [DigitSet; 3] = std::array::from_fn(|n| match cells.get(n) {
            Some(&cell) => self.candidates.of_cell(cell),
            None => DigitSet::EMPTY,
        });
        let possible = match *cells {
            [one, two] => {
                // Beside each digit of one cell, each excluder forbids at most one digit of the other
                // cell, and if the cells see each other the same digit is forbidden, too.
                if wanted[..2].iter().all(|it| it.len() > excluders.len() + 1) {
                    return None;
                }
                possible_pairs(wanted, held, one.sees(two))
            }
            [one, two, three] => {
                let see = [one.sees(two), one.sees(three), two.sees(three)];
                possible_triplets(wanted, held, see)
            }
            _ => return None,
        };
        let mut losing = Vec::new();
        for (n, &cell) in cells.iter().enumerate() {
            let lost = wanted[n].difference(possible[n]);
            losing.extend(lost.map(|digit| Mark { cell, digit }));
        }
        (!losing.is_empty()).then_some(losing)
    }
}

/// Returns, for each of two cells with the candidates `held`, the digits that are in some allowed combination; the
/// third set is empty. `excluders` has the candidates of each excluder. `see` is `true` if the two cells see each
/// other.
fn possible_pairs(held: [DigitSet; 3], excluders: &[DigitSet], see: bool) -> [DigitSet; 3] {
    let mut possible = [DigitSet::EMPTY; 3];
    for digit in held[0] {
        let mut others = held[1].difference(forbidden(DigitSet::of(digit), excluders));
        if see {
            others = others.without(digit);
        }
        if !others.is_empty() {
            possible[0] = possible[0].with(digit);
            possible[1] = possible[1].union(others);
        }
    }
    possible
}

/// Returns, for each of three cells with the candidates `held`, the digits that are in some allowed combination.
/// `excluders` has the candidates of each excluder. `see` says which cells see each other: the first and the
/// second, the first and the third, the second and the third.
fn possible_triplets(held: [DigitSet; 3], excluders: &[DigitSet], see: [bool; 3]) -> [DigitSet; 3] {
    let mut possible = [DigitSet::EMPTY; 3];
    for digit in held[0] {
        for other in held[1] {
            if see[0] && digit == other {
                continue;
            }
            let mut left =
                held[2].difference(forbidden(DigitSet::of(digit).with(other), excluders));
            if see[1] {
                left = left.without(digit);
            }
            if see[2] {
                left = left.without(other);
            }
            if !left.is_empty() {
                possible[0] = possible[0].with(digit);
                possible[1] = possible[1].with(other);
                possible[2] = possible[2].union(left);
                if possible == held {
                    return possible;
                }
            }
        }
    }
    possible
}

/// Returns the digits that can't be in the last cell when the other cells hold `chosen`, since they would
/// leave an excluder without candidates.
#[inline]
fn forbidden(chosen: DigitSet, excluders: &[DigitSet]) -> DigitSet {
    let mut forbidden = DigitSet::EMPTY;
    for held in excluders {
        let left = held.difference(chosen);
        match left.len() {
            0 => return DigitSet::ALL,
            1 => forbidden = forbidden.union(left),
            _ => {}
        }
    }
    forbidden
}
