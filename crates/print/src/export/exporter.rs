//! The trait of a format that puzzles are written in, with a default for each method that only
//! some formats need.

use super::about::About;
use super::entry::Entry;
use std::fmt::Debug;
use std::io::{self, Write};

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnAbout {
    /// Its name.
    pub name: String,
    /// `string`, `int32` or `double`.
    pub kind: &'static str,
    /// What it holds.
    pub about: String,
}

/// A file under way that keeps some puzzles in memory before it writes them.
pub trait Gather: Debug {
    /// Takes a puzzle, and writes when enough came together.
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
    /// The name used on the command line.
    fn name(&self) -> &'static str;

    /// What it is and who reads it, in a few words.
    fn about(&self) -> &'static str;

    /// What a file's name ends in, without the dot.
    fn ending(&self) -> &'static str;

    /// Whether a file holds one puzzle only.
    fn one_a_file(&self) -> bool {
        false
    }

    /// Whether [`Entry::fields`] are written.
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

    /// Whether what is written is text.
    fn is_text(&self) -> bool {
        true
    }

    /// The columns of a table; nothing for other formats.
    fn schema(&self) -> Vec<ColumnAbout> {
        Vec::new()
    }

    /// Begins a file of a format that can't write puzzle by puzzle. The other methods are not called
    /// then.
    ///
    /// # Errors
    /// If what describes the file makes none.
    fn gather(&self, about: &About) -> io::Result<Option<Box<dyn Gather>>> {
        let _ = about;
        Ok(None)
    }

    /// Whether puzzles are written in sections, one for each level.
    fn has_sections(&self) -> bool {
        false
    }

    /// Writes what stands before the first puzzle; `title` names the pack or list.
    ///
    /// # Errors
    /// Those of `out`.
    fn begin(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let _ = (title, out);
        Ok(())
    }

    /// Writes what stands before the puzzles of a level, `None` where none is known.
    ///
    /// # Errors
    /// Those of `out`.
    fn begin_level(&self, level: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let _ = (level, out);
        Ok(())
    }

    /// Writes one puzzle. Any board will do: one with several solutions or none stays one.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what stands after the puzzles of a level.
    ///
    /// # Errors
    /// Those of `out`.
    fn end_level(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes what stands after the last puzzle.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}
