//! A file under way: calls the parts of a format in their order, so that nobody who writes puzzles
//! has to know it.

use super::{About, Entry, Exporter, Gather};
use std::io::{self, Write};

/// A file of a format under way, into whatever it is given.
#[derive(Debug)]
pub struct Writing {
    format: &'static dyn Exporter,
    /// What keeps puzzles of a format that can't write one by one.
    gather: Option<Box<dyn Gather>>,
    /// The level under way, once there is one.
    level: Option<Option<String>>,
    /// A puzzle's text, which goes out in one piece: formats write it word by word.
    piece: Vec<u8>,
}

impl Writing {
    /// Writes what stands before the first puzzle; `about` names what is written.
    ///
    /// # Errors
    /// Those of `out`, and if what describes the file makes none.
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

    /// Writes a puzzle, and what stands between its level and the one before.
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

    /// Writes what stands after the last puzzle.
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
