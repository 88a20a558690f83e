//! PNG: one puzzle a file, drawn as in our books, in eight-bit grey.

use super::{Entry, Exporter};
use crate::print::{Fonts, picture};
use std::io::{self, Write};

/// A drawn puzzle, in dots.
#[derive(Debug, Clone, Copy)]
pub struct Png;

impl Exporter for Png {
    fn name(&self) -> &'static str {
        "png"
    }

    fn about(&self) -> &'static str {
        "one puzzle a file, drawn in dots; --dpi says how fine"
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

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let fonts = Fonts::shared().map_err(io::Error::other)?;
        let picture = picture::png(fonts, entry.puzzle, None, entry.resolution);
        out.write_all(&picture.map_err(io::Error::other)?)
    }
}
