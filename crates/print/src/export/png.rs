//! PNG: one puzzle a file, drawn as in our books, in eight-bit grey.

use super::{Entry, Exporter};
use crate::print::Fonts;
use std::io::{self, Write};

/// A drawn puzzle, in dots.
#[derive(Debug, Clone, Copy)]
pub struct Png;

impl Exporter for Png {
    fn name(&self) -> &'static str {
        "png"
    }

    fn about(&self) -> &'static str {
        "one puzzle a file, drawn in dots, with --solution its solution in another; page layout"
    }

    fn ending(&self) -> &'static str {
        "png"
    }

    fn one_a_file(&self) -> bool {
        true
    }

    fn is_text(&self) -> bool {
        false
    }

    fn is_picture(&self) -> bool {
        true
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let fonts = Fonts::shared().map_err(io::Error::other)?;
        let caption = entry.caption();
        let drawn = entry.drawing(&caption).png(fonts, entry.picture.resolution);
        out.write_all(&drawn.map_err(io::Error::other)?)
    }
}
