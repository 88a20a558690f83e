//! Rule 13, the XYZ-wing: a pivot with the candidates XYZ sees a wing XZ and a wing YZ. One of the three is Z, so a
//! cell that sees all three is not Z.
//!
//! Wu 2012 prints the form in which one wing is in the pivot's box and the other on one of its lines.

use super::patterns::RuleFind;
use super::wings::{are_as_printed, wing_find, wings};
use crate::interpretation::WingPlaces;
use crate::pencilmarks::Pencilmarks;

/// Finds the XYZ-wings, ordered by pivot, then by the shared digit Z, then by the wing with the smaller of the pivot's
/// other two digits, then by the other wing.
pub(super) fn find(marks: &Pencilmarks, places: WingPlaces) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    for pivot in marks.blanks() {
        let [a, b, c] = marks.candidates(pivot)[..] else {
            continue;
        };
        for (z, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
            for one in wings(marks, pivot, x, z) {
                for other in wings(marks, pivot, y, z) {
                    if places == WingPlaces::General || are_as_printed(pivot, one, other) {
                        let (both, all) = ([one, other], [pivot, one, other]);
                        finds.extend(wing_find(marks, pivot, &both, &all, z));
                    }
                }
            }
        }
    }
    finds
}
