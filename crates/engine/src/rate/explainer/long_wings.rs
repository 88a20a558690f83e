//! Finds WXYZ-, VWXYZ-, UVWXYZ- and TUVWXYZ-wings (rated 5.5 to 7.5). SE 1.18.1 only.
//!
//! The pattern is a cell with two candidates (the wing) and an almost locked set of three to six cells. One of the
//! wing's two digits is the link: the wing sees all places of this digit in the set. If the wing holds the link,
//! all other digits of the set are in cells of the set. If not, the wing holds its second digit. Either way, the second
//! digit is in the set or in the wing. So it is removed from cells that see all places of this digit in the set and
//! in the wing. If both digits are links, the other digits of the set are removed likewise. The patterns, and the
//! choice among several, were worked out from the steps that the original program prints.
//! Source: docs/se-specification.md, section 10.

use super::hint::{SeHint, SeTechnique, removals};
use super::order;
use crate::grid::{Candidates, Cell, CellSet, Digit, DigitSet};
use crate::rate::Mark;
use std::cmp::Reverse;

/// Some cells of a house that together have one more candidate than there are cells.
struct AlmostLocked {
    cells: CellSet,
    digits: DigitSet,
}

/// The sort key of a hint; the hint with the lowest key is applied. Hints with a lower rating come first, then
/// those with more removals, more linking digits and more candidates in the set; hints that are equal in all this
/// are sorted by the cells of the set.
type WingRank = (
    u32,
    Reverse<usize>,
    Reverse<usize>,
    Reverse<usize>,
    Vec<Cell>,
);

/// Finds the hint that comes first by [`WingRank`] among the hints that consist of a cell with two candidates (the
/// wing) and a set of `size` (3 to 6) cells of a house.
pub(super) fn long_wing(candidates: &Candidates, size: usize) -> Option<SeHint> {
    let wings = candidates.with_count(2);
    let mut least: Option<(WingRank, SeHint)> = None;
    let mut take = |set: &AlmostLocked| {
        for wing in wings - set.cells {
            if !candidates.of_cell(wing).difference(set.digits).is_empty() {
                continue;
            }
            let Some((links, losing)) = losing(candidates, set, wing) else {
                continue;
            };
            let counts = set.cells.map(|cell| candidates.of_cell(cell).len());
            let tenths = tenths(size, counts.clone().max().unwrap_or(0));
            let most = (Reverse(losing.len()), Reverse(links), Reverse(counts.sum()));
            let rank = (tenths, most.0, most.1, most.2, set.cells.collect());
            if least.as_ref().is_none_or(|(least, _)| rank < *least) {
                let cells = set.cells.chain([wing]);
                let hint = SeHint::removing(technique(size), f64::from(tenths) / 10.0, losing);
                least = Some((rank, hint.at(&[], cells, set.digits)));
            }
        }
    };
    for house in order::houses() {
        let blanks = candidates.blanks() & house.cells();
        let none = AlmostLocked {
            cells: CellSet::EMPTY,
            digits: DigitSet::EMPTY,
        };
        visit(candidates, &none, blanks, size, &mut take);
    }
    Some(least?.1)
}

/// Calls `take` with every set of `size` cells that has `size + 1` digits and consists of `set` and
/// cells of `rest`.
fn visit(
    candidates: &Candidates,
    set: &AlmostLocked,
    mut rest: CellSet,
    size: usize,
    take: &mut impl FnMut(&AlmostLocked),
) {
    let missing = size - set.cells.len();
    if missing == 0 {
        if set.digits.len() == size + 1 {
            take(set);
        }
        return;
    }
    while rest.len() >= missing {
        let Some(cell) = rest.next() else { return };
        let more = AlmostLocked {
            cells: set.cells.with(cell),
            digits: set.digits.union(candidates.of_cell(cell)),
        };
        if more.digits.len() <= size + 1 {
            visit(candidates, &more, rest, size, take);
        }
    }
}

/// Returns the number of digits (one or two) that link a set with a wing (a cell with two candidates), and the
/// candidates that are removed. `None` if no digit links them, or nothing is removed.
fn losing(candidates: &Candidates, set: &AlmostLocked, wing: Cell) -> Option<(usize, Vec<Mark>)> {
    let places = |digit: Digit| candidates.of_digit(digit) & set.cells;
    let held = candidates.of_cell(wing);
    let is_link = |digit: &Digit| places(*digit).is_subset(wing.peers());
    let links: DigitSet = held.filter(is_link).collect();
    let both = set.cells.with(wing);
    let lost = |digit: Digit, of: CellSet| {
        let seen = of.fold(CellSet::ALL, |seen, cell| seen & cell.peers());
        removals(candidates, seen - both, DigitSet::of(digit))
    };
    let by_wing = match links.len() {
        0 => return None,
        1 => held.difference(links),
        _ => held,
    };
    let mut losing: Vec<Mark> = by_wing
        .flat_map(|digit| lost(digit, places(digit).with(wing)))
        .collect();
    if links.len() == 2 {
        let own = set.digits.difference(held);
        losing.extend(own.flat_map(|digit| lost(digit, places(digit))));
    }
    (!losing.is_empty()).then_some((links.len(), losing))
}

/// Returns the rating, in tenths, of a wing with a set of `size` cells; `most` is the largest number of candidates
/// in a cell of the set.
const fn tenths(size: usize, most: usize) -> u32 {
    match (size, most) {
        (3, 3) => 56,
        (3, _) => 55,
        (4, 5) => 62,
        (4, 3) => 64,
        (4, _) => 63,
        (5, _) => 66,
        _ => 75,
    }
}

const fn technique(size: usize) -> SeTechnique {
    match size {
        3 => SeTechnique::WxyzWing,
        4 => SeTechnique::VwxyzWing,
        5 => SeTechnique::UvwxyzWing,
        _ => SeTechnique::TuvwxyzWing,
    }
}
