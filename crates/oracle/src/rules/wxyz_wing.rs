//! The WXYZ-wing: a pivot with the candidates WXYZ sees wings WZ, XZ and YZ. One of the four is Z, so a cell that sees
//! all four is not Z.
//!
//! Wu 2012 names this rule in the introduction only; docs/rating.md describes it.

use super::patterns::RuleFind;
use super::wings::{wing_find, wings};
use crate::pencilmarks::Pencilmarks;

/// Finds the WXYZ-wings, ordered by pivot, then by the shared digit Z, then by the first, second and third wing. The
/// first wing is the one with the smallest digit other than Z, and the third the one with the largest.
pub(super) fn find(marks: &Pencilmarks) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    for pivot in marks.blanks() {
        let [a, b, c, d] = marks.candidates(pivot)[..] else {
            continue;
        };
        for (z, [w, x, y]) in [
            (a, [b, c, d]),
            (b, [a, c, d]),
            (c, [a, b, d]),
            (d, [a, b, c]),
        ] {
            for first in wings(marks, pivot, w, z) {
                for second in wings(marks, pivot, x, z) {
                    for third in wings(marks, pivot, y, z) {
                        let three = [first, second, third];
                        let all = [pivot, first, second, third];
                        finds.extend(wing_find(marks, pivot, &three, &all, z));
                    }
                }
            }
        }
    }
    finds
}
