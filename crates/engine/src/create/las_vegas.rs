//! The Las Vegas method fills a few random cells with random digits, and searches for a full grid with these
//! digits. It starts again until there is one (Huang 2015, section 2.1.2).
//!
//! The paper fills 11 cells and finds that 0.997 of such patterns are solvable. To reach this share, each digit
//! must be drawn from those that are legal in its cell. If any of the nine digits could be drawn, only 0.198 of
//! the patterns would be solvable.

use super::complete::{OpenCells, complete, draw};
use crate::grid::{Board, Cell};
use crate::seed::Generator;

/// The number of patterns tried before the number of seed cells is reduced by one: patterns with many random
/// digits are almost never solvable.
const TRIES: u32 = 1000;

/// Makes a grid from `seed_cells` random cells, at most 81, and returns it with the number of
/// patterns tried. After every [`TRIES`] patterns without success, one seed cell fewer is filled.
pub(super) fn full_grid(seed_cells: u8, rng: &mut Generator) -> (Board, u32) {
    let mut attempts = 0;
    loop {
        let fewer = attempts / TRIES;
        let cells = u32::from(seed_cells).saturating_sub(fewer);
        attempts += 1;
        let board = pattern(cells as usize, rng);
        if let Some(grid) = board.and_then(|board| complete(&board, rng)) {
            return (grid, attempts);
        }
    }
}

/// Fills this many random cells with random digits, each legal when it is placed; `None` if one of the cells has no
/// legal digit. Not every such pattern can be completed.
pub fn pattern(cells: usize, rng: &mut Generator) -> Option<Board> {
    let mut order: Vec<Cell> = Cell::all().collect();
    rng.shuffle(&mut order);
    let mut board = Board::EMPTY;
    let mut open = OpenCells::of(&board);
    for &cell in order.iter().take(cells) {
        let digit = draw(open.legal(cell), rng)?;
        board.set(cell, Some(digit));
        open = open.with(cell, digit);
    }
    Some(board)
}
