//! Rule 9, intersection removal: if all places of a digit in one house lie in a second house, too, the rest of the
//! second house loses the digit. One of the two is a box, the other a row or column.
//!
//! Wu 2012 prints three forms: box to row, box to column, row or column to box.

use super::patterns::RuleFind;
use crate::grid::{HOUSE_COUNT, cells_of, houses_of};
use crate::pencilmarks::Pencilmarks;

/// Finds the intersections, ordered by house, then by digit. A digit with a single place is a hidden single, not an
/// intersection.
pub(super) fn find(marks: &Pencilmarks) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    for house in 0..HOUSE_COUNT {
        for digit in 1..=9 {
            let places = marks.places(house, digit);
            if places.len() < 2 {
                continue;
            }
            let is_shared = |&other: &usize| {
                other != house && places.iter().all(|&cell| houses_of(cell).contains(&other))
            };
            for other in houses_of(places[0]).into_iter().filter(is_shared) {
                let rest = cells_of(other)
                    .into_iter()
                    .filter(|cell| !places.contains(cell));
                let lost = rest.map(|cell| (cell, digit));
                finds.push(RuleFind::removing(marks, lost));
            }
        }
    }
    finds
}
