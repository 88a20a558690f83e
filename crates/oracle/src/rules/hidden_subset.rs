//! Rules 4, 6 and 8, the hidden pair, triplet and quad: k digits that together have only k places in a house fill
//! these places, so the places lose all other candidates.
//!
//! Wu 2012: "if two candidates occur only in two blanks of a row, column or box, the other candidates of these two
//! blanks can be removed"; likewise for three and four. Only the union of the places counts: a digit need not have
//! all of them.

use super::patterns::{RuleFind, choices, union};
use crate::grid::HOUSE_COUNT;
use crate::pencilmarks::Pencilmarks;

/// Finds the hidden subsets of this size, ordered by house, then by digits. A subset that fills all blanks of its house
/// is found too.
pub(super) fn find(marks: &Pencilmarks, size: usize) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    for house in 0..HOUSE_COUNT {
        let with_places: Vec<(u8, Vec<usize>)> = (1..=9)
            .map(|digit| (digit, marks.places(house, digit)))
            // A digit with more places can't be part of a pattern.
            .filter(|(_, places)| (1..=size).contains(&places.len()))
            .collect();
        for chosen in choices(&with_places, size) {
            let lists: Vec<&[usize]> = chosen.iter().map(|(_, list)| list.as_slice()).collect();
            let places = union(&lists);
            if places.len() == size {
                let others: Vec<u8> = (1..=9)
                    .filter(|digit| chosen.iter().all(|(own, _)| own != digit))
                    .collect();
                let lost = places
                    .iter()
                    .flat_map(|&cell| others.iter().map(move |&digit| (cell, digit)));
                finds.push(RuleFind::removing(marks, lost));
            }
        }
    }
    finds
}
