//! Functions for the XY-wing, the XYZ-wing and the WXYZ-wing.
//!
//! The pivot is the cell that sees all wings of the pattern.

use super::patterns::RuleFind;
use crate::grid::{houses_of, see_each_other, seen_from};
use crate::pencilmarks::Pencilmarks;

/// Returns the cells that the pivot sees and that have exactly these two candidates, in reading order.
pub(super) fn wings(marks: &Pencilmarks, pivot: usize, own: u8, shared: u8) -> Vec<usize> {
    let wanted = [own.min(shared), own.max(shared)];
    let seen = seen_from(pivot).iter().copied();
    seen.filter(|&cell| marks.candidates(cell) == wanted)
        .collect()
}

/// Returns whether one of the two wings is in the pivot's box, and the other wing is outside the box, in a row or
/// column of the pivot that does not contain the first wing.
pub(super) fn are_as_printed(pivot: usize, one: usize, other: usize) -> bool {
    let [.., square] = houses_of(pivot);
    let as_printed = |near: usize, far: usize| {
        let line = houses_of(pivot)
            .into_iter()
            .find(|house| houses_of(far).contains(house));
        houses_of(near).contains(&square)
            && !houses_of(far).contains(&square)
            && line.is_some_and(|line| !houses_of(near).contains(&line))
    };
    as_printed(one, other) || as_printed(other, one)
}

/// Returns the pattern of a pivot with its wings. One of the cells in `enders` must hold the digit Z, so cells that
/// see all of them lose Z. A pattern that removes nothing is returned, too, unless the pivot and its wings are the
/// only blanks of a house. In that case, returns `None`.
pub(super) fn wing_find(
    marks: &Pencilmarks,
    pivot: usize,
    wings: &[usize],
    enders: &[usize],
    z: u8,
) -> Option<RuleFind> {
    let sees_all = |&cell: &usize| enders.iter().all(|&it| see_each_other(cell, it));
    let lost = (0..81).filter(sees_all).map(|cell| (cell, z));
    let find = RuleFind::removing(marks, lost);
    let all = [&[pivot], wings].concat();
    (find.has_effect() || !marks.are_only_blanks_around(pivot, &all)).then_some(find)
}
