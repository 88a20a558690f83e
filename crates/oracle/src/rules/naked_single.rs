//! Rule 1, the naked single: a blank with only one candidate takes this digit.
//!
//! Wu 2012: "if a blank of a row, column or box has a single candidate, the blank takes it".

use super::patterns::RuleFind;
use crate::pencilmarks::Pencilmarks;

/// Finds the naked singles, in reading order.
pub(super) fn find(marks: &Pencilmarks) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    for cell in marks.blanks() {
        if let [digit] = marks.candidates(cell)[..] {
            finds.push(RuleFind::placing(cell, digit));
        }
    }
    finds
}
