//! SCF, SudokuPad's shortest form: a character encodes a digit and up to five blanks after it, so
//! that a puzzle takes some 32 characters and fits a QR code.

use super::{Entry, Exporter};
use crate::grid::scf;
use std::io::{self, Write};

/// Lines of SCF.
#[derive(Debug, Clone, Copy)]
pub struct Scf;

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
