//! Writes a file of any format, and passes its bytes on to the output in large pieces.

use super::{ExportEntry, ExportFormat, Exporter, FileOptions};
use std::io::{self, Write};

/// The number of bytes to collect before they are written to the output.
const PIECE: usize = 1 << 15;

/// A file that is being written.
pub struct PuzzleFile {
    exporter: Box<dyn Exporter>,
    /// The bytes that are collected and not yet written to the output.
    piece: Vec<u8>,
}

impl PuzzleFile {
    /// Starts a file of this format. The text before the first puzzle stays in memory until a later call writes it.
    ///
    /// # Errors
    /// If the exporter of the format can't be created; some exporters need a temporary file.
    pub fn begin(format: &ExportFormat, options: &FileOptions) -> io::Result<Self> {
        let mut piece = Vec::new();
        let exporter = (format.open)(options, &mut piece)?;
        Ok(Self { exporter, piece })
    }

    /// Adds a puzzle. Its bytes may stay in memory until a later call of this function or of [`PuzzleFile::end`].
    ///
    /// # Errors
    /// If the puzzle can't be put into the format, and the errors of `out`.
    pub fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.exporter.put(entry, &mut self.piece)?;
        if self.piece.len() >= PIECE {
            out.write_all(&self.piece)?;
            self.piece.clear();
        }
        Ok(())
    }

    /// Writes all bytes that are still in memory, and the end of the file.
    ///
    /// # Errors
    /// If the rest can't be made, and the errors of `out`.
    pub fn end(mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.piece)?;
        self.exporter.end(out)
    }

    /// Returns the bytes of a file with one puzzle.
    ///
    /// # Errors
    /// If the bytes can't be made.
    pub fn of_one(
        format: &ExportFormat,
        options: &FileOptions,
        entry: &ExportEntry<'_>,
    ) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut file = Self::begin(format, options)?;
        file.put(entry, &mut bytes)?;
        file.end(&mut bytes)?;
        Ok(bytes)
    }
}
