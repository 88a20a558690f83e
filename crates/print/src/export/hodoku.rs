//! HoDoKu's library form: `:technique:candidates:givens:deleted:eliminations:placements:`, here with
//! no technique and no candidates.

use super::{Entry, Exporter};
use crate::grid::text;
use std::io::{self, Write};

/// A line of HoDoKu's library.
#[derive(Debug, Clone, Copy)]
pub struct Library;

impl Exporter for Library {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn about(&self) -> &'static str {
        "HoDoKu's library lines"
    }

    fn ending(&self) -> &'static str {
        "txt"
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, ":0000:x:{}::::", text::line(entry.puzzle, '.'))
    }
}
