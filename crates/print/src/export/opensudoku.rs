//! Writes `.opensudoku` files, version 2, for OpenSudoku and LibreSudoku: XML with one folder per level.
//!
//! OpenSudoku's newer app requires the attribute `created` on a folder. Its value is the same day for all packs,
//! so that the same pack gives the same bytes. A game's note, which the app shows below the game, states its
//! level, number and difficulty.

use super::{ExportEntry, Exporter, FileOptions};
use crate::grid::text;
use quick_xml::escape::escape;
use std::io::{self, Write};

/// The creation time stated in all files: the start of 2026, in milliseconds since 1970. Packs don't record the day on
/// which they were made.
const CREATED: u64 = 1_767_225_600_000;

/// An OpenSudoku file that is being written, with the level of its current folder. The field is `None` if the file
/// has no folder yet, and `Some(None)` if the folder's puzzles have no level.
struct OpenSudoku {
    folder: Option<Option<u8>>,
}

/// Starts an OpenSudoku file.
pub(super) fn open(_: &FileOptions, out: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<opensudoku version="2">"#)?;
    Ok(Box::new(OpenSudoku { folder: None }))
}

impl OpenSudoku {
    fn end_folder(&self, out: &mut dyn Write) -> io::Result<()> {
        self.folder.map_or(Ok(()), |_| writeln!(out, "  </folder>"))
    }
}

impl Exporter for OpenSudoku {
    fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let (number, name) = entry.level.unzip();
        if self.folder != Some(number) {
            self.end_folder(out)?;
            let name = escape(name.unwrap_or("puzzles"));
            writeln!(out, r#"  <folder name="{name}" created="{CREATED}">"#)?;
            self.folder = Some(number);
        }
        let data = text::line(entry.puzzle, '0');
        if entry.level.is_none() {
            return writeln!(out, r#"    <game data="{data}"/>"#);
        }
        let mut note = entry.title();
        if let Some(ratings) = entry.ratings() {
            note += &format!(", D {:.2}", ratings.ladder.difficulty);
            if let Some(minutes) = ratings.checked_minutes() {
                note += &format!(", {minutes} minutes");
            }
            if let Some(se) = ratings.se {
                note += &format!(", {se}");
            }
            if let Some(rating) = ratings.techniques.and_then(|path| path.rating) {
                note += &format!(", {rating}");
            }
        }
        writeln!(out, r#"    <game data="{data}" note="{}"/>"#, escape(&note))
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.end_folder(out)?;
        writeln!(out, "</opensudoku>")
    }
}
