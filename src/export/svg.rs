//! SVG: one puzzle a file, drawn as in our books, for page-layout programs and web pages.

use super::{Entry, Exporter};
use crate::grid::text;
use crate::print::{Fonts, picture};
use std::io::{self, Write};

/// A drawn puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Svg;

impl Exporter for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn about(&self) -> &'static str {
        "one puzzle a file, drawn; page-layout programs, web pages"
    }

    fn ending(&self) -> &'static str {
        "svg"
    }

    fn one_a_file(&self) -> bool {
        true
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let fonts = Fonts::shared().map_err(io::Error::other)?;
        let title = format!("Sudoku {}", entry.title());
        let words = text::line(entry.puzzle, '.');
        out.write_all(picture::svg(fonts, entry.puzzle, None, &title, &words).as_bytes())
    }
}
