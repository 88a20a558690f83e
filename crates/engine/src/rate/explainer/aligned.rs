//! Aligned pair exclusion (6.2) and aligned triplet exclusion (7.5). SE 1.2.1, section 5, producers
//! 20 and 22.
//!
//! Two (or three) cells are filled in all ways; a way that leaves a cell seen by all of them (an
//! excluder) without candidates is impossible, and a candidate without a possible way goes.

use super::hint::{Hint, SeTechnique};
use super::order;
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet};
use crate::rate::Mark;

/// The cells that can be tried, and what excludes their combinations.
struct Aligned<'a> {
    candidates: &'a Candidates,
    changed: CellSet,
    base: Vec<Cell>,
    base_set: CellSet,
    excluders: CellSet,
}

/// Finds the first pair of cells that loses candidates.
pub(super) fn pair_exclusion(candidates: &Candidates, changed: CellSet) -> Option<Hint> {
    let aligned = Aligned::new(candidates, changed, candidates.with_count(2));
    aligned.pairs().find_map(|(one, two)| {
        let excluders = aligned.excluders & one.peers() & two.peers();
        let hint = aligned.exclude(&[one, two], excluders);
        hint.map(|losing| Hint::removing(SeTechnique::AlignedPairExclusion, 6.2, losing))
            .map(|hint| hint.at(&[], [one, two], DigitSet::EMPTY))
    })
}

/// Finds the first three cells that lose candidates.
pub(super) fn triplet_exclusion(candidates: &Candidates, changed: CellSet) -> Option<Hint> {
    let small = candidates.with_count(2) | candidates.with_count(3);
    let aligned = Aligned::new(candidates, changed, small);
    aligned.pairs().find_map(|(one, two)| {
        let shared = aligned.excluders & one.peers() & two.peers();
        if shared.len() < 2 {
            return None;
        }
        let thirds = order::peers(one).chain(order::peers(two));
        thirds
            .filter(|&third| {
                (aligned.excluders & aligned.base_set).contains(third)
                    && third != one
                    && third != two
            })
            .find_map(|third| {
                let cells = [one, two, third];
                let losing = aligned.exclude(&cells, shared & third.peers())?;
                let hint = Hint::removing(SeTechnique::AlignedTripletExclusion, 7.5, losing);
                Some(hint.at(&[], cells, DigitSet::EMPTY))
            })
    })
}

impl<'a> Aligned<'a> {
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

    /// Lists the pairs of base cells, by the second.
    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let seconds = self.base.iter().enumerate();
        seconds.flat_map(|(n, &two)| self.base[..n].iter().map(move |&one| (one, two)))
    }

    /// Returns the candidates that are in no possible combination, if there are any.
    fn exclude(&self, cells: &[Cell], excluders: CellSet) -> Option<Vec<Mark>> {
        let is_changed = |cell: &Cell| self.changed.contains(*cell);
        let is_new = !excluders.is_disjoint(self.changed) || cells.iter().any(is_changed);
        if excluders.len() < 2 || !is_new {
            return None;
        }
        let held = excluders.map(|cell| self.candidates.of_cell(cell));
        let possible = match *cells {
            [one, two] => {
                // Each excluder forbids one digit beside a digit, and so do equal digits.
                let counts = [one, two].map(|cell| self.candidates.of_cell(cell).len());
                if counts.into_iter().all(|count| count > excluders.len() + 1) {
                    return None;
                }
                self.possible_pairs(&Pairs::forbidden_by(held), one, two)
            }
            [one, two, three] => {
                self.possible_triplets(&Triplets::forbidden_by(held), [one, two, three])
            }
            _ => return None,
        };
        let mut losing = Vec::new();
        for (&cell, possible) in cells.iter().zip(possible) {
            let lost = self.candidates.of_cell(cell).difference(possible);
            losing.extend(lost.map(|digit| Mark { cell, digit }));
        }
        (!losing.is_empty()).then_some(losing)
    }

    /// Returns for each cell the digits that are in some allowed combination.
    fn possible_pairs(&self, forbidden: &Pairs, one: Cell, two: Cell) -> [DigitSet; 3] {
        let mut possible = [DigitSet::EMPTY; 3];
        for digit in self.candidates.of_cell(one) {
            let others = self.candidates.of_cell(two);
            let others = others.difference(forbidden.beside(digit, one.sees(two)));
            if !others.is_empty() {
                possible[0] = possible[0].with(digit);
                possible[1] = possible[1].union(others);
            }
        }
        possible
    }

    /// Returns for each of three cells the digits that are in some allowed combination.
    fn possible_triplets(&self, forbidden: &Triplets, cells: [Cell; 3]) -> [DigitSet; 3] {
        let [one, two, three] = cells;
        let [held, seconds, thirds] = cells.map(|cell| self.candidates.of_cell(cell));
        let mut possible = [DigitSet::EMPTY; 3];
        for digit in held {
            let thirds = thirds.difference(forbidden.pairs.beside(digit, one.sees(three)));
            for other in seconds.difference(forbidden.pairs.beside(digit, one.sees(two))) {
                let left = thirds
                    .difference(forbidden.pairs.beside(other, two.sees(three)))
                    .difference(forbidden.thirds[digit.index()][other.index()]);
                if !left.is_empty() {
                    possible[0] = possible[0].with(digit);
                    possible[1] = possible[1].with(other);
                    possible[2] = possible[2].union(left);
                }
            }
        }
        possible
    }
}

/// The digits that excluders with two candidates forbid beside each digit.
struct Pairs([DigitSet; 9]);

/// The digits that excluders with two or three candidates forbid beside others.
struct Triplets {
    pairs: Pairs,
    thirds: [[DigitSet; 9]; 9],
}

impl Pairs {
    fn forbidden_by(excluders: impl Iterator<Item = DigitSet>) -> Self {
        let mut pairs = Self([DigitSet::EMPTY; 9]);
        for held in excluders.filter(|held| held.len() == 2) {
            for digit in held {
                let others = &mut pairs.0[digit.index()];
                *others = others.union(held.without(digit));
            }
        }
        pairs
    }

    /// Returns the digits that can't stand in a cell while `digit` is in another one.
    fn beside(&self, digit: Digit, cells_see_each_other: bool) -> DigitSet {
        let others = self.0[digit.index()];
        if cells_see_each_other {
            others.with(digit)
        } else {
            others
        }
    }
}

impl Triplets {
    fn forbidden_by(excluders: impl Iterator<Item = DigitSet> + Clone) -> Self {
        let mut thirds = [[DigitSet::EMPTY; 9]; 9];
        for held in excluders.clone().filter(|held| held.len() == 3) {
            for digit in held {
                for other in held.without(digit) {
                    let third = &mut thirds[digit.index()][other.index()];
                    *third = third.union(held.without(digit).without(other));
                }
            }
        }
        Self {
            pairs: Pairs::forbidden_by(excluders),
            thirds,
        }
    }
}
