//! Defines grids, their houses, and which cells see each other.
//!
//! Cells are numbered from 0 to 80 in reading order. The houses are numbered from 0 to 26: nine rows, nine columns,
//! nine boxes.

use std::sync::LazyLock;

/// The digits of 81 cells in reading order, 0 for a blank.
pub type Grid = [u8; 81];

/// The number of the first column among the houses.
pub(crate) const FIRST_COLUMN: usize = 9;
/// The number of the first box among the houses.
pub(crate) const FIRST_BOX: usize = 18;
/// The number of houses.
pub(crate) const HOUSE_COUNT: usize = 27;

/// Reads a grid of 81 characters: a digit, or `0` or `.` for a blank. Returns `None` for any other text.
pub fn read(text: &str) -> Option<Grid> {
    let digit = |character: char| match character {
        '.' => Some(0),
        _ => character
            .to_digit(10)
            .and_then(|digit| u8::try_from(digit).ok()),
    };
    let digits: Option<Vec<u8>> = text.chars().map(digit).collect();
    digits?.try_into().ok()
}

/// Writes a grid as 81 characters, `0` for a blank.
pub fn write(grid: &Grid) -> String {
    grid.iter().map(|digit| char::from(b'0' + digit)).collect()
}

/// Returns the house numbers of a cell's row, column and box.
pub(crate) const fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    let square = row / 3 * 3 + column / 3;
    [row, FIRST_COLUMN + column, FIRST_BOX + square]
}

/// Returns a house's nine cells in reading order.
pub(crate) fn cells_of(house: usize) -> [usize; 9] {
    CELLS[house]
}

const CELLS: [[usize; 9]; HOUSE_COUNT] = {
    let mut cells = [[0; 9]; HOUSE_COUNT];
    let mut met = [0; HOUSE_COUNT];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, square] = houses_of(cell);
        (cells[row][met[row]], cells[column][met[column]]) = (cell, cell);
        cells[square][met[square]] = cell;
        (met[row], met[column], met[square]) = (met[row] + 1, met[column] + 1, met[square] + 1);
        cell += 1;
    }
    cells
};

/// Returns whether two different cells are in the same row, column or box.
pub(crate) fn see_each_other(one: usize, other: usize) -> bool {
    let (a, b) = (houses_of(one), houses_of(other));
    one != other && (0..3).any(|kind| a[kind] == b[kind])
}

/// Returns the twenty cells that a cell sees, in reading order.
pub(crate) fn seen_from(cell: usize) -> &'static [usize] {
    static SEEN: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
        let seen = |cell| (0..81).filter(move |&other| see_each_other(cell, other));
        (0..81).map(|cell| seen(cell).collect()).collect()
    });
    &SEEN[cell]
}

/// Returns whether every cell has a digit and no house has a digit twice.
pub(crate) fn is_full(grid: &Grid) -> bool {
    (0..HOUSE_COUNT).all(|house| {
        let digits = cells_of(house).map(|cell| grid[cell]);
        (1..=9).all(|digit| digits.contains(&digit))
    })
}
