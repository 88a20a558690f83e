//! SCF, SudokuPad's shortest form: a character stands for a digit and up to five blanks after it,
//! so that a puzzle takes some 32 characters and fits a QR code.

use super::{Entry, Exporter};
use crate::grid::Board;
use std::io::{self, Write};

/// Lines of SCF.
#[derive(Debug, Clone, Copy)]
pub struct Scf;

/// Digit + 10 × blanks, 0 to 59.
const SYMBOLS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const MOST_BLANKS: usize = 5;

impl Exporter for Scf {
    fn name(&self) -> &'static str {
        "scf"
    }

    fn about(&self) -> &'static str {
        "some 32 characters a puzzle, for links and QR codes; SudokuPad"
    }

    fn ending(&self) -> &'static str {
        "txt"
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", scf(entry.puzzle))
    }
}

fn scf(puzzle: &Board) -> String {
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
