//! Counts the solutions of a puzzle by plain backtracking: the blank with the fewest possible digits takes each of
//! them in turn.

use crate::grid::{Grid, is_full, seen_from};

/// Returns whether a grid is full, obeys the rules and has all givens of a puzzle.
pub fn solves(grid: &Grid, puzzle: &Grid) -> bool {
    let keeps = |(&given, &digit): (&u8, &u8)| given == 0 || given == digit;
    is_full(grid) && puzzle.iter().zip(grid).all(keeps)
}

/// Finds the solutions of a puzzle, but no more than `most`. A puzzle whose givens contradict each other has no
/// solution.
pub fn solutions(puzzle: &Grid, most: usize) -> Vec<Grid> {
    let mut found = Vec::new();
    let has_twin = |cell: usize| seen_from(cell).iter().any(|&it| puzzle[it] == puzzle[cell]);
    let clashes = |cell: usize| puzzle[cell] != 0 && has_twin(cell);
    if !(0..81).any(clashes) {
        fill(&mut puzzle.clone(), most, &mut found);
    }
    found
}

fn fill(grid: &mut Grid, most: usize, found: &mut Vec<Grid>) {
    if found.len() >= most {
        return;
    }
    let mut fewest: Option<(usize, Vec<u8>)> = None;
    for cell in (0..81).filter(|&cell| grid[cell] == 0) {
        let digits = possible(grid, cell);
        let is_fewer = |(_, other): &(usize, Vec<u8>)| digits.len() < other.len();
        if fewest.as_ref().is_none_or(is_fewer) {
            let is_decided = digits.len() < 2;
            fewest = Some((cell, digits));
            if is_decided {
                break;
            }
        }
    }
    let Some((cell, digits)) = fewest else {
        found.push(*grid);
        return;
    };
    for digit in digits {
        grid[cell] = digit;
        fill(grid, most, found);
    }
    grid[cell] = 0;
}

/// Returns the digits that do not occur in the cells that this cell sees.
fn possible(grid: &Grid, cell: usize) -> Vec<u8> {
    let mut is_taken = [false; 10];
    for &seen in seen_from(cell) {
        is_taken[usize::from(grid[seen])] = true;
    }
    (1..=9)
        .filter(|&digit| !is_taken[usize::from(digit)])
        .collect()
}
