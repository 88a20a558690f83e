//! One puzzle a line, 81 characters: what nearly every program reads.

use super::{Entry, Exporter};
use crate::grid::text;
use std::io::{self, Write};

/// Lines of 81 characters.
#[derive(Debug, Clone, Copy)]
pub struct Lines {
    name: &'static str,
    about: &'static str,
    ending: &'static str,
    blank: u8,
}

/// The format with a dot for a blank.
pub const LINE: Lines = Lines {
    name: "line",
    about: "81 characters a line, a dot for a blank; read by everything",
    ending: "txt",
    blank: b'.',
};

/// The format with `0` for a blank: one popular reader drops lines with dots.
pub const SDM: Lines = Lines {
    name: "sdm",
    about: "81 digits a line, 0 for a blank; SudoCue, OpenSudoku, LibreSudoku",
    ending: "sdm",
    blank: b'0',
};

impl Exporter for Lines {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn ending(&self) -> &'static str {
        self.ending
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&text::line_bytes(entry.puzzle, self.blank))?;
        out.write_all(b"\n")
    }
}
