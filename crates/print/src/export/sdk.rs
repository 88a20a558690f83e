//! `.sdk`: one puzzle a file, nine lines of nine after a few lines about it (SudoCue, SadMan).

use super::{Entry, Exporter};
use crate::grid::{SIDE, text};
use std::io::{self, Write};

/// SudoCue's form of `.sdk`.
#[derive(Debug, Clone, Copy)]
pub struct Sdk;

impl Exporter for Sdk {
    fn name(&self) -> &'static str {
        "sdk"
    }

    fn about(&self) -> &'static str {
        "one puzzle a file, nine lines of nine; SudoCue, SadMan"
    }

    fn ending(&self) -> &'static str {
        "sdk"
    }

    fn one_a_file(&self) -> bool {
        true
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "#ASudoku Factory")?;
        if entry.id.is_some() {
            writeln!(out, "#D{}", entry.id_text())?;
        }
        if let Some((_, level)) = entry.level {
            writeln!(out, "#L{level}")?;
        }
        for row in text::line_bytes(entry.puzzle, b'.').chunks_exact(SIDE) {
            out.write_all(row)?;
            writeln!(out)?;
        }
        Ok(())
    }
}
