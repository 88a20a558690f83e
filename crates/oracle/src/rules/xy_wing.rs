//! Rule 12, the XY-wing: a pivot with the candidates XY sees a wing XZ and a wing YZ. One of the wings is Z, so a cell
//! that sees both is not Z.
//!
//! Wu 2012 prints the form in which one wing is in the pivot's box and the other on one of its lines.

use super::patterns::RuleFind;
use super::wings::{are_as_printed, wing_find, wings};
use crate::interpretation::WingPlaces;
use crate::pencilmarks::Pencilmarks;

/// Finds the XY-wings, ordered by pivot, then by the digit Z that the wings share, then by the wing with the pivot's
/// smaller digit, then by the other wing.
pub(super) fn find(marks: &Pencilmarks, places: WingPlaces) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    for pivot in marks.blanks() {
        let [x, y] = marks.candidates(pivot)[..] else {
            continue;
        };
        for z in (1..=9).filter(|z| ![x, y].contains(z)) {
            for one in wings(marks, pivot, x, z) {
                for other in wings(marks, pivot, y, z) {
                    if places == WingPlaces::General || are_as_printed(pivot, one, other) {
                        let both = [one, other];
                        finds.extend(wing_find(marks, pivot, &both, &both, z));
                    }
                }
            }
        }
    }
    finds
}
