//! SVG: one puzzle a file, drawn as in our books, for page-layout programs and web pages.

use super::{Entry, Exporter};
use crate::grid::text;
use crate::print::Fonts;
use std::io::{self, Write};

/// A drawn puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Svg;

impl Exporter for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn about(&self) -> &'static str {
        "one puzzle a file, drawn, with --solution its solution in another; page layout, web"
    }

    fn ending(&self) -> &'static str {
        "svg"
    }

    fn one_a_file(&self) -> bool {
        true
    }

    fn is_picture(&self) -> bool {
        true
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let fonts = Fonts::shared().map_err(io::Error::other)?;
        let caption = entry.caption();
        let drawing = entry.drawing(&caption);
        let title = format!("Sudoku {}", entry.title());
        let (title, shown) = match drawing.solution {
            Some(solution) => (format!("{title}, solution"), solution),
            None => (title, entry.puzzle),
        };
        let words = text::line(shown, '.');
        out.write_all(drawing.svg(fonts, &title, &words).as_bytes())
    }
}
