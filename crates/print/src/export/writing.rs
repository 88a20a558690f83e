//! A file that is being written: calls the methods of a format in their order, so that callers need
//! not know it.

use super::{About, Entry, Exporter, Gather};
use std::io::{self, Write};

/// A file of some format that is being written, into whatever it is given.
#[derive(Debug)]
pub struct Writing {
    format: &'static dyn Exporter,
    /// The writer that keeps puzzles, for a format that can't write one by one.
    gather: Option<Box<dyn Gather>>,
    /// The level of the last puzzle; `None` before the first one.
    level: Option<Option<String>>,
    /// A puzzle's text, which goes out in one piece: formats write it word by word.
    piece: Vec<u8>,
}

impl Writing {
    /// Writes the text before the first puzzle; `about` names the source of the puzzles.
    ///
    /// # Errors
    /// Those of `out`, and if the description of the file can't be written.
    pub fn begin(
        format: &'static dyn Exporter,
        about: &About,
        out: &mut dyn Write,
    ) -> io::Result<Self> {
        let gather = format.gather(about)?;
        if gather.is_none() {
            format.begin(&about.title, out)?;
        }
        Ok(Self {
            format,
            gather,
            level: None,
            piece: Vec::new(),
        })
    }

    /// Writes a puzzle, and the text between its level and the one before.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn put(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(gather) = &mut self.gather {
            return gather.add(entry, out);
        }
        self.piece.clear();
        let level = entry.level.map(|(_, name)| name);
        if self.level.as_ref().map(Option::as_deref) != Some(level) {
            if self.level.is_some() {
                self.format.end_level(&mut self.piece)?;
            }
            self.format.begin_level(level, &mut self.piece)?;
            self.level = Some(level.map(str::to_owned));
        }
        self.format.write(entry, &mut self.piece)?;
        out.write_all(&self.piece)
    }

    /// Writes the text after the last puzzle.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn end(mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(gather) = &mut self.gather {
            return gather.end(out);
        }
        if self.level.is_some() {
            self.format.end_level(out)?;
        }
        self.format.end(out)
    }
}
