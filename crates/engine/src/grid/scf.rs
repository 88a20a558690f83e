//! Writes puzzles in SCF, SudokuPad's shortest form. Each character stands for a cell and up to five blanks after
//! it. So a puzzle takes about 32 characters and fits a QR code.

use super::Board;

/// The characters of SCF. Each stands for a cell and up to five blanks after the cell. A character's index, at most
/// 59, is the cell's digit (0 for a blank) plus ten times the number of blanks after the cell.
const SYMBOLS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const MOST_BLANKS: usize = 5;

/// Writes a puzzle in SCF, SudokuPad's shortest text form.
///
/// ```
/// use sudoku_engine::grid::{Board, scf};
/// assert_eq!(scf(&Board::EMPTY), "oooooooooooooK");
/// ```
pub fn scf(puzzle: &Board) -> String {
    let mut packed = String::new();
    let mut cells = puzzle.values().as_slice();
    while let Some((&digit, rest)) = cells.split_first() {
        let run = rest.iter().take_while(|&&cell| cell == 0);
        let blanks = run.take(MOST_BLANKS).count();
        packed.push(char::from(SYMBOLS[usize::from(digit) + 10 * blanks]));
        cells = &rest[blanks..];
    }
    packed
}
