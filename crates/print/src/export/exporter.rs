//! The trait for writing the puzzles of one file in one format. A closure that writes one puzzle at a
//! time implements the trait, too.

use super::{ExportEntry, SourceInfo, StepForm};
use crate::bucket::Scheme;
use crate::print::PictureStyle;
use std::io::{self, Write};

/// A writer of the puzzles of one file, level by level. The text before the first puzzle has already been written when
/// the exporter is created.
pub trait Exporter {
    /// Writes one puzzle. Any board is accepted, even one with several solutions or none.
    ///
    /// # Errors
    /// If the puzzle can't be put into the format, and the errors of `out`.
    fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the rest of the file, after the last puzzle.
    ///
    /// # Errors
    /// If the rest can't be made, and the errors of `out`.
    fn end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl<F: FnMut(&ExportEntry<'_>, &mut dyn Write) -> io::Result<()>> Exporter for F {
    fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
        self(entry, out)
    }
}

/// The settings of an exported file: the source and the scheme of its puzzles, the form of solving paths, and the
/// style of pictures.
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

/// Returns an exporter that writes each puzzle with this function.
pub(super) fn each(
    write: fn(&ExportEntry<'_>, &mut dyn Write) -> io::Result<()>,
) -> Box<dyn Exporter> {
    Box::new(write)
}
