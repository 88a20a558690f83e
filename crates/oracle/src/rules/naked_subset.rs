//! Rules 3, 5 and 7, the naked pair, triplet and quad: k cells of a house that together have only k candidates
//! take these digits, so the other cells of the house lose them.
//!
//! Wu 2012: "if the candidates of two blanks of a row, column or box are exactly two, they can be removed from the
//! candidates of its other blanks"; likewise for three and four. Only the union of the candidates counts: a cell
//! need not have all of them.

use super::patterns::{RuleFind, choices, union};
use crate::grid::{HOUSE_COUNT, cells_of};
use crate::pencilmarks::Pencilmarks;

/// Finds the naked subsets of this size, ordered by house, then by cells in reading order.
pub(super) fn find(marks: &Pencilmarks, size: usize) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    for house in 0..HOUSE_COUNT {
        let cells = cells_of(house);
        let with_candidates = cells.map(|cell| (cell, marks.candidates(cell)));
        // A cell with more candidates can't be part of a pattern.
        let fit: Vec<(usize, Vec<u8>)> = with_candidates
            .into_iter()
            .filter(|(_, candidates)| (1..=size).contains(&candidates.len()))
            .collect();
        for chosen in choices(&fit, size) {
            let lists: Vec<&[u8]> = chosen.iter().map(|(_, list)| list.as_slice()).collect();
            let digits = union(&lists);
            if digits.len() == size {
                let others = cells
                    .into_iter()
                    .filter(|cell| chosen.iter().all(|(own, _)| own != cell));
                let lost = others.flat_map(|cell| digits.iter().map(move |&digit| (cell, digit)));
                finds.push(RuleFind::removing(marks, lost));
            }
        }
    }
    finds
}
