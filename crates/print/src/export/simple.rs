//! `.ss`: one puzzle a file, drawn with its boxes (Simple Sudoku, HoDoKu).

use super::{Entry, Exporter};
use crate::grid::{SIDE, text};
use std::io::{self, Write};

/// Simple Sudoku's drawing.
#[derive(Debug, Clone, Copy)]
pub struct Simple;

impl Exporter for Simple {
    fn name(&self) -> &'static str {
        "ss"
    }

    fn about(&self) -> &'static str {
        "one puzzle a file, drawn with its boxes; Simple Sudoku, HoDoKu"
    }

    fn ending(&self) -> &'static str {
        "ss"
    }

    fn one_a_file(&self) -> bool {
        true
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "*-----------*")?;
        let cells = text::line(entry.puzzle, '.');
        for row in 0..SIDE {
            if row == 3 || row == 6 {
                writeln!(out, "|---+---+---|")?;
            }
            let [left, middle, right] =
                [0, 3, 6].map(|column| &cells[SIDE * row + column..SIDE * row + column + 3]);
            writeln!(out, "|{left}|{middle}|{right}|")?;
        }
        writeln!(out, "*-----------*")
    }
}
