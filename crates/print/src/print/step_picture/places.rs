//! The positions of cells, candidates and houses in the picture of a step, in pixels from its upper left corner.

use crate::grid::{Cell, Digit, House, HouseKind};

/// The side length of a cell, in pixels.
pub(super) const CELL: f64 = 44.0;
/// The width of the margin around the grid, in pixels. The margin holds the numbers of rows and columns.
pub(super) const EDGE: f64 = 22.0;
/// Returns the middle of a cell, in pixels.
pub(super) fn middle(cell: Cell) -> (f64, f64) {
    let along = |n: usize| EDGE + (n as f64 + 0.5) * CELL;
    (along(cell.column()), along(cell.row()))
}

/// Returns the middle of a candidate, in pixels.
pub(super) fn place(cell: Cell, digit: Digit) -> (f64, f64) {
    let (x, y) = middle(cell);
    let offset = |n: usize| (n as f64 - 1.0) * CELL * 0.31;
    (x + offset(digit.index() % 3), y + offset(digit.index() / 3))
}

/// Returns the left edge, the upper edge, the width and the height of a house, in pixels.
pub(super) fn frame(house: House) -> (f64, f64, f64, f64) {
    let n = house.number() as f64;
    let long = 9.0 * CELL;
    match house.kind() {
        HouseKind::Row => (EDGE, EDGE + n * CELL, long, CELL),
        HouseKind::Column => (EDGE + n * CELL, EDGE, CELL, long),
        HouseKind::Box => {
            let (row, column) = (house.number() / 3, house.number() % 3);
            let side = 3.0 * CELL;
            (
                EDGE + column as f64 * side,
                EDGE + row as f64 * side,
                side,
                side,
            )
        }
    }
}
