//! Writes JSON. Each puzzle is an object with all its data; the objects are in one array, or one per line. Also
//! writes ipuz, the open format of puzzle players (<http://ipuz.org/sudoku>).

use super::{ExportEntry, Exporter, FileOptions, StepForm};
use crate::bucket::Scheme;
use crate::grid::{Board, SIDE, text};
use crate::pack::PuzzleFields;
use serde_json::json;
use std::io::{self, Write};

/// An exporter of JSON objects, one per puzzle.
struct Objects {
    scheme: Option<Scheme>,
    steps: StepForm,
    /// The text before the next object: in an array, a bracket or a comma.
    before: &'static str,
    is_array: bool,
}

impl Objects {
    fn of(options: &FileOptions, is_array: bool) -> Box<dyn Exporter> {
        Box::new(Self {
            scheme: options.scheme.clone(),
            steps: options.steps,
            before: if is_array { "[\n" } else { "" },
            is_array,
        })
    }
}

/// Starts a file with one JSON object per line.
pub(super) fn lines(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(Objects::of(options, false))
}

/// Starts a file with one JSON array, which has one object per puzzle.
pub(super) fn array(options: &FileOptions, _: &mut dyn Write) -> io::Result<Box<dyn Exporter>> {
    Ok(Objects::of(options, true))
}

impl Exporter for Objects {
    fn put(&mut self, entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.before.as_bytes())?;
        self.before = if self.is_array { ",\n" } else { "" };
        let solution = entry.solution.map(|board| text::line(board, '.'));
        match (entry.record, &self.scheme) {
            (Some(record), Some(scheme)) => {
                let mut fields = PuzzleFields::of_record(record, scheme);
                fields.solution = solution;
                let path = |steps| self.steps.json(entry.puzzle, steps, &scheme.ladder());
                fields.steps = entry.steps.map(path);
                serde_json::to_writer(&mut *out, &fields)?;
            }
            _ => {
                let mut fields = json!({
                    "schema": 1,
                    "puzzle": text::line(entry.puzzle, '.'),
                    "clues": entry.puzzle.clue_count(),
                });
                if let Some(solution) = solution {
                    fields["solution"] = solution.into();
                }
                write!(out, "{fields}")?;
            }
        }
        match self.is_array {
            true => Ok(()),
            false => out.write_all(b"\n"),
        }
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match (self.is_array, self.before) {
            (false, _) => Ok(()),
            (true, "[\n") => out.write_all(b"[]\n"),
            (true, _) => out.write_all(b"\n]\n"),
        }
    }
}

/// Writes a puzzle as ipuz.
pub(super) fn ipuz(entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let rows = |board: &Board| json!(board.values().chunks_exact(SIDE).collect::<Vec<_>>());
    let mut object = json!({
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/sudoku#1"],
        "title": entry.title(),
        "author": "Sudoku Factory",
        "boxes": true,
        "charset": "123456789",
        "puzzle": rows(entry.puzzle),
    });
    if let Some(solution) = entry.solution {
        object["solution"] = rows(solution);
    }
    if let Some((_, level)) = entry.level {
        object["difficulty"] = level.into();
    }
    if let Some(id) = entry.id() {
        object["uniqueid"] = id.to_string().into();
    }
    writeln!(out, "{object}")
}
