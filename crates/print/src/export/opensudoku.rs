//! `.opensudoku`, version 2: XML with one folder a level (OpenSudoku, LibreSudoku).
//!
//! `created` on the folder is mandatory in the newer app; it is the same day for all packs, so that
//! the same pack gives the same bytes. A game's note, which the app shows below it, names its level,
//! number and difficulty.

use super::{Entry, Exporter};
use crate::grid::text;
use quick_xml::escape::escape;
use std::io::{self, Write};

/// The first moment of 2026 in milliseconds: a pack says nothing of the day on which it was made.
const CREATED: u64 = 1_767_225_600_000;

/// An OpenSudoku file.
#[derive(Debug, Clone, Copy)]
pub struct OpenSudoku;

impl Exporter for OpenSudoku {
    fn name(&self) -> &'static str {
        "opensudoku"
    }

    fn about(&self) -> &'static str {
        "XML with a folder a level; OpenSudoku, LibreSudoku"
    }

    fn ending(&self) -> &'static str {
        "opensudoku"
    }

    fn has_sections(&self) -> bool {
        true
    }

    fn begin(&self, _title: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        writeln!(out, r#"<opensudoku version="2">"#)
    }

    fn begin_level(&self, level: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let name = escape(level.unwrap_or("puzzles"));
        writeln!(out, r#"  <folder name="{name}" created="{CREATED}">"#)
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let data = text::line(entry.puzzle, '0');
        if entry.level.is_none() {
            return writeln!(out, r#"    <game data="{data}"/>"#);
        }
        let mut note = entry.title();
        if let Some(ratings) = entry.ratings {
            note += &format!(", D {:.2}", ratings.ladder.difficulty);
            if let Some(minutes) = ratings.minutes {
                note += &format!(", {minutes} minutes");
            }
        }
        writeln!(out, r#"    <game data="{data}" note="{}"/>"#, escape(&note))
    }

    fn end_level(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "  </folder>")
    }

    fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "</opensudoku>")
    }
}
