//! Measures a puzzle without solving it: blanks, freedom, and the grade that follows from both.
//!
//! Source: the blog (2011). The limits of the grade are in docs/schemes.md, and the formula of freedom in
//! docs/pack-format.md.

use crate::grid::{Grid, cells_of, houses_of};

/// Returns the number of blanks.
pub fn blanks(puzzle: &Grid) -> usize {
    puzzle.iter().filter(|&&digit| digit == 0).count()
}

/// Returns the freedom. For each blank, the numbers of blanks in its row, its column and its box are added up, and 1 is
/// subtracted. The freedom is the sum of these results.
pub fn freedom(puzzle: &Grid) -> usize {
    let blanks_in = |house: usize| {
        let cells = cells_of(house);
        cells.iter().filter(|&&cell| puzzle[cell] == 0).count()
    };
    let of_cell = |cell: usize| houses_of(cell).map(blanks_in).iter().sum::<usize>() - 1;
    (0..81).filter(|&cell| puzzle[cell] == 0).map(of_cell).sum()
}

/// Returns the grade, from 1 for A to 9 for I. The number of blanks determines a level from 1 to 5, with the limits 45,
/// 50, 55 and 60. The freedom determines another level, with the limits 700, 820, 940 and 1060. The grade is the sum of
/// the two levels, minus one.
pub fn grade(puzzle: &Grid) -> u8 {
    let level = |value: usize, limits: [usize; 4]| {
        1 + limits
            .iter()
            .map(|&limit| u8::from(value > limit))
            .sum::<u8>()
    };
    let by_blanks = level(blanks(puzzle), [45, 50, 55, 60]);
    by_blanks + level(freedom(puzzle), [700, 820, 940, 1060]) - 1
}
