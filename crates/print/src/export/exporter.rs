//! The trait of a format that puzzles are written in, with a default for each method that only
//! some formats need.

use super::about::About;
use super::entry::Entry;
use std::fmt::Debug;
use std::io::{self, Write};

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnAbout {
    /// The name of the column.
    pub name: String,
    /// `string`, `int32` or `double`.
    pub kind: &'static str,
    /// The meaning of its values.
    pub about: String,
}

/// A file that is being written and keeps some puzzles in memory before it writes them.
pub trait Gather: Debug {
    /// Takes a puzzle, and writes when enough are in memory.
    ///
    /// # Errors
    /// Those of `out`.
    fn add(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the rest.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// A format that puzzles are written in.
///
/// A file is [begun](Self::begin), gets its puzzles level by level, and is [ended](Self::end).
pub trait Exporter: Debug + Sync {
    /// Returns the name used on the command line.
    fn name(&self) -> &'static str;

    /// Returns the purpose and the readers of the format, in a few words.
    fn about(&self) -> &'static str;

    /// Returns the ending of file names, without the dot.
    fn ending(&self) -> &'static str;

    /// Returns whether a file holds one puzzle only.
    fn one_a_file(&self) -> bool {
        false
    }

    /// Returns whether [`Entry::fields`] are written.
    fn wants_fields(&self) -> bool {
        false
    }

    /// Returns whether solving paths can be written.
    fn takes_steps(&self) -> bool {
        false
    }

    /// Returns whether a file is a picture, of the puzzle or of its solution.
    fn is_picture(&self) -> bool {
        false
    }

    /// Returns whether the output is text.
    fn is_text(&self) -> bool {
        true
    }

    /// Returns the columns of a table; nothing for other formats.
    fn schema(&self) -> Vec<ColumnAbout> {
        Vec::new()
    }

    /// Begins a file of a format that can't write puzzle by puzzle. The other methods are not
    /// called for such a file.
    ///
    /// # Errors
    /// If the description of the file can't be written.
    fn gather(&self, about: &About) -> io::Result<Option<Box<dyn Gather>>> {
        let _ = about;
        Ok(None)
    }

    /// Returns whether puzzles are written in sections, one for each level.
    fn has_sections(&self) -> bool {
        false
    }

    /// Writes the text before the first puzzle; `title` names the pack or list.
    ///
    /// # Errors
    /// Those of `out`.
    fn begin(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let _ = (title, out);
        Ok(())
    }

    /// Writes the text before the puzzles of a level; `None` if no level is known.
    ///
    /// # Errors
    /// Those of `out`.
    fn begin_level(&self, level: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let _ = (level, out);
        Ok(())
    }

    /// Writes one puzzle. Any board is taken, also one with several solutions or without one.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the text after the puzzles of a level.
    ///
    /// # Errors
    /// Those of `out`.
    fn end_level(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes the text after the last puzzle.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}
