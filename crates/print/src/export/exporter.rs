//! The trait for writing a file of a format. It has two methods; a closure that writes puzzle by
//! puzzle implements it.

use super::{ExportEntry, SourceInfo, StepForm};
use crate::bucket::Scheme;
use crate::print::PictureStyle;
use std::io::{self, Write};

/// Writes the puzzles of one file. A file gets its puzzles level by level; the text before the
/// first puzzle is written before the exporter exists.
pub trait Exporter {
    /// Writes one puzzle. Any board is accepted, even one with several solutions or none.
    ///
    /// # Errors
    /// The errors of `out`.
    fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the text after the last puzzle.
    ///
    /// # Errors
    /// The errors of `out`.
    fn end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl<F: FnMut(&ExportEntry<'_>, &mut dyn Write) -> io::Result<()>> Exporter for F {
    fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
        self(entry, out)
    }
}

/// The settings of an exported file: the source it names and the form of its puzzles.
#[derive(Debug, Clone, Default)]
pub struct FileOptions {
    /// The pack or list that the puzzles come from.
    pub source: SourceInfo,
    /// The scheme of the puzzles' levels, for puzzles of packs.
    pub scheme: Option<Scheme>,
    /// The form of solving paths in JSON.
    pub steps: StepForm,
    /// The style of pictures.
    pub picture: PictureStyle,
}

/// Returns the exporter that writes puzzle by puzzle.
pub(super) fn each(
    write: fn(&ExportEntry<'_>, &mut dyn Write) -> io::Result<()>,
) -> Box<dyn Exporter> {
    Box::new(write)
}
