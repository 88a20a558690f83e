//! Rule 2, the hidden single: a digit with one place in a house goes there.
//!
//! Wu 2012: "if a candidate occurs in a single blank of a row, column or box, that blank takes it".

use super::patterns::RuleFind;
use crate::grid::HOUSE_COUNT;
use crate::pencilmarks::Pencilmarks;

/// Finds the hidden singles, ordered by house, then by digit. A cell that is a hidden single in two houses is found
/// once.
pub(super) fn find(marks: &Pencilmarks) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    let mut is_taken = [false; 81];
    for house in 0..HOUSE_COUNT {
        for digit in 1..=9 {
            if let [cell] = marks.places(house, digit)[..]
                && !is_taken[cell]
            {
                is_taken[cell] = true;
                finds.push(RuleFind::placing(cell, digit));
            }
        }
    }
    finds
}
