//! Finds XY-wings (rated 4.2) and XYZ-wings (4.4).
//! Source: docs/se-specification.md, section 4, hint producers 13 and 14.

use super::hint::{SeHint, SeTechnique, removals};
use super::order;
use crate::grid::{Candidates, Cell, CellSet, DigitSet};

/// Finds the first wing that removes candidates: an XY-wing if the pivot has two candidates (`pivot_size`), an
/// XYZ-wing if it has three. A pivot is skipped if neither its cell nor a peer of it is in `changed`.
pub(super) fn wing(candidates: &Candidates, changed: CellSet, pivot_size: usize) -> Option<SeHint> {
    let pairs = candidates.with_count(2);
    let near = |pivot: &Cell| !changed.is_disjoint(pivot.peers().with(*pivot));
    candidates
        .with_count(pivot_size)
        .filter(near)
        .find_map(|pivot| {
            let held = candidates.of_cell(pivot);
            let misses_one = |cell: &Cell| held.difference(candidates.of_cell(*cell)).len() == 1;
            let mut first_wings = order::peers_in(pivot, pairs).filter(misses_one);
            first_wings.find_map(|first| {
                let mut others = order::peers_in(pivot, pairs);
                others.find_map(|second| by_wings(candidates, pivot, first, second))
            })
        })
}

fn by_wings(candidates: &Candidates, pivot: Cell, first: Cell, second: Cell) -> Option<SeHint> {
    let [held, one, two] = [pivot, first, second].map(|cell| candidates.of_cell(cell));
    let in_common = one.intersection(two);
    let in_all = in_common.intersection(held);
    let is_xyz = held.len() == 3;
    if held.union(one).union(two).len() != 3 || in_all.len() != usize::from(is_xyz) {
        return None;
    }
    let shared = in_common.single()?;
    let mut seen = first.peers() & second.peers();
    if is_xyz {
        seen &= pivot.peers();
    }
    let losing = removals(candidates, seen, DigitSet::of(shared));
    if losing.is_empty() {
        return None;
    }
    let (technique, number) = match is_xyz {
        false => (SeTechnique::XyWing, 4.2),
        true => (SeTechnique::XyzWing, 4.4),
    };
    let digits = held.union(one).union(two);
    Some(SeHint::removing(technique, number, losing).at(&[], [pivot, first, second], digits))
}
