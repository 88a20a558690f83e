//! Finds unique loops of type 3, in which two cells of the loop are part of a naked or hidden set.
//! Source: docs/se-specification.md, section 5, hint producer 15.
//!
//! The two cells share a house. Both have extra candidates (other than the loop's two digits), and no other cell of
//! the loop has any. At least one of the two cells must hold an extra candidate. So a naked set counts the two cells as
//! one cell that has only the extra candidates. A hidden set counts them as one place for the loop's digits.

use super::hint::removals;
use super::order;
use crate::grid::{Candidates, Cell, CellSet, DigitSet, House, cells_at, nth_cell};
use crate::rate::Mark;

/// The maximum size of a set: a larger set would fill more than half of a house.
const MOST: usize = 4;

/// A naked or hidden set that includes a loop's two cells with extra candidates.
pub(super) struct LoopSet {
    pub is_naked: bool,
    /// The number of tenths that the set adds to the loop's rating.
    pub more: u8,
    pub losing: Vec<Mark>,
}

/// Lists the naked and hidden sets for a loop. The loop has the digits `pair` and, in its two cells `ends`, the
/// extra candidates `extras`. Hidden sets with fewer digits than `extras` are included only if `repaired`, as in
/// release 1.18.1.
pub(super) fn sets(
    candidates: &Candidates,
    pair: DigitSet,
    extras: DigitSet,
    ends: [Cell; 2],
    repaired: bool,
) -> Vec<LoopSet> {
    let mut sets = Vec::new();
    let least = if repaired { 2 } else { extras.len() };
    for size in least..=MOST {
        for house in order::shared_houses(ends[0], ends[1]) {
            let search = SetSearch {
                candidates,
                pair,
                extras,
                house,
                ends,
                size,
            };
            let blanks = candidates.blanks_in(house);
            let set = |is_naked, more: usize| {
                move |losing| LoopSet {
                    is_naked,
                    more: more as u8,
                    losing,
                }
            };
            if size >= extras.len() && 2 * size <= blanks {
                sets.extend(search.naked().into_iter().map(set(true, size - 1)));
            }
            if 2 * size < blanks {
                sets.extend(search.hidden().into_iter().map(set(false, size - 2)));
            }
        }
    }
    sets
}

/// The search for sets of one size in a house that holds both cells with extra candidates.
struct SetSearch<'a> {
    candidates: &'a Candidates,
    pair: DigitSet,
    extras: DigitSet,
    house: House,
    ends: [Cell; 2],
    size: usize,
}

impl SetSearch<'_> {
    /// Lists the removals of each naked set. Such a set has `size - 1` further cells of the house; the candidates of
    /// these cells and the extra candidates are together `size` digits.
    fn naked(&self) -> Vec<Vec<Mark>> {
        let extras = self.extras;
        let [one, two] = self.ends.map(|end| self.candidates.of_cell(end));
        let in_both = extras.intersection(one).intersection(two);
        let ends: CellSet = self.ends.into_iter().collect();
        let end_places = places_of(self.house, ends);
        let first_place = places_of(self.house, CellSet::of(self.ends[0]));
        let mut all = Vec::new();
        for &mask in order::subsets(self.size) {
            if mask & end_places != first_place {
                continue;
            }
            let cells = cells_at(self.house, mask & !first_place);
            let held = |cell| self.candidates.of_cell(cell);
            if cells.into_iter().any(|cell| held(cell).len() < 2) {
                continue;
            }
            let digits = cells.fold(DigitSet::EMPTY, |all, cell| all.union(held(cell)));
            let together = digits.union(extras);
            if together.len() == self.size && digits.union(in_both).len() == self.size {
                let others = (self.house.cells() - cells) - ends;
                all.push(removals(self.candidates, others, together));
            }
        }
        all
    }

    /// Lists the removals of each hidden set: `size` digits, the loop's two among them, that together have `size`
    /// places. The two cells with extra candidates count as one place.
    fn hidden(&self) -> Vec<Vec<Mark>> {
        let [first, second] = self.ends;
        let places = self.candidates.places(self.house);
        let without = !places_of(self.house, CellSet::of(second));
        let pair = self.pair;
        let mut all = Vec::new();
        for &mask in order::subsets(self.size) {
            let digits = DigitSet::from_bits(mask);
            let is_open =
                pair.difference(digits).is_empty() && digits.intersection(self.extras).is_empty();
            if !is_open {
                continue;
            }
            let at = |digit: crate::grid::Digit| places[digit.index()] & without;
            let union = digits.fold(0, |union, digit| union | at(digit));
            if DigitSet::from_bits(union).len() == self.size
                && digits.into_iter().all(|d| at(d) != 0)
            {
                let cells = cells_at(self.house, union).without(first);
                all.push(removals(
                    self.candidates,
                    cells,
                    DigitSet::ALL.difference(digits),
                ));
            }
        }
        all
    }
}

/// Returns the places of these cells in a house, as bits.
fn places_of(house: House, cells: CellSet) -> u16 {
    let holds = |place: &usize| cells.contains(nth_cell(house, *place));
    (0..9)
        .filter(holds)
        .fold(0, |mask, place| mask | 1 << place)
}
