//! Rules 10 and 11, the X-wing and the swordfish: if the places of a digit in k rows lie in exactly k columns, the
//! other rows lose the digit in these columns; the same with rows and columns exchanged.
//!
//! Wu 2012: "if a digit occurs in two rows only in the same two columns, it can be removed from the other cells of
//! these columns"; likewise for three.

use super::patterns::{RuleFind, choices, union};
use crate::grid::{FIRST_COLUMN, cells_of};
use crate::pencilmarks::Pencilmarks;

/// Finds the fish of this size, ordered by digit; for each digit, first those in rows, then those in columns.
pub(super) fn find(marks: &Pencilmarks, size: usize) -> Vec<RuleFind> {
    let mut finds = Vec::new();
    for digit in 1..=9 {
        for (lines, first_cross) in [(0..9, FIRST_COLUMN), (9..18, 0)] {
            find_in(marks, size, digit, lines, first_cross, &mut finds);
        }
    }
    finds
}

/// Finds the fish of a digit whose base lines are among `lines`. The houses that cross these lines have consecutive
/// numbers from `first_cross`.
fn find_in(
    marks: &Pencilmarks,
    size: usize,
    digit: u8,
    lines: std::ops::Range<usize>,
    first_cross: usize,
    finds: &mut Vec<RuleFind>,
) {
    let crossing = |line: usize| -> Vec<usize> {
        let cells = cells_of(line);
        let places = (0..9).filter(|&place| marks.has(cells[place], digit));
        places.map(|place| first_cross + place).collect()
    };
    let fit: Vec<(usize, Vec<usize>)> = lines
        .map(|line| (line, crossing(line)))
        .filter(|(_, crosses)| (1..=size).contains(&crosses.len()))
        .collect();
    for chosen in choices(&fit, size) {
        let lists: Vec<&[usize]> = chosen.iter().map(|(_, list)| list.as_slice()).collect();
        let crosses = union(&lists);
        if crosses.len() == size {
            let own = chosen.iter().flat_map(|(line, _)| cells_of(*line));
            let own: Vec<usize> = own.collect();
            let lost = crosses
                .iter()
                .flat_map(|&cross| cells_of(cross))
                .filter(|cell| !own.contains(cell));
            finds.push(RuleFind::removing(marks, lost.map(|cell| (cell, digit))));
        }
    }
}
