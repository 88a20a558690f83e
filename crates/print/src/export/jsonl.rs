//! JSON, one object a puzzle with all that is known, for programs: a line each, or one array.

use super::{About, Entry, Exporter, Gather};
use crate::grid::text;
use serde_json::{Value, json};
use std::io::{self, Write};

/// One JSON object a line.
#[derive(Debug, Clone, Copy)]
pub struct JsonLines;

/// One JSON document: an array of the objects of [`JsonLines`].
#[derive(Debug, Clone, Copy)]
pub struct Json;

impl Exporter for JsonLines {
    fn name(&self) -> &'static str {
        "jsonl"
    }

    fn about(&self) -> &'static str {
        "one JSON object a line with all ratings, and the solving path with --steps"
    }

    fn ending(&self) -> &'static str {
        "jsonl"
    }

    fn wants_fields(&self) -> bool {
        true
    }

    fn takes_steps(&self) -> bool {
        true
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        write_object(entry, out)?;
        out.write_all(b"\n")
    }
}

impl Exporter for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "one JSON document, an array of the same objects"
    }

    fn ending(&self) -> &'static str {
        "json"
    }

    fn wants_fields(&self) -> bool {
        true
    }

    fn takes_steps(&self) -> bool {
        true
    }

    fn gather(&self, _about: &About) -> io::Result<Option<Box<dyn Gather>>> {
        Ok(Some(Box::new(Array { is_empty: true })))
    }

    /// Writes an array of one object; [`Exporter::gather`] writes more.
    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut array = Array { is_empty: true };
        array.add(entry, out)?;
        array.end(out)
    }
}

/// An array that is being written, with the knowledge whether the next object needs a comma.
#[derive(Debug)]
struct Array {
    is_empty: bool,
}

impl Gather for Array {
    fn add(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.is_empty { b"[\n" } else { b",\n" })?;
        self.is_empty = false;
        write_object(entry, out)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.is_empty { b"[]\n" } else { b"\n]\n" })
    }
}

fn write_object(entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    match entry.fields {
        Some(fields) => out.write_all(&serde_json::to_vec(fields)?),
        None => out.write_all(&serde_json::to_vec(&bare(entry))?),
    }
}

/// Returns the object of a puzzle from a list, of which little is known.
fn bare(entry: &Entry<'_>) -> Value {
    let mut object = json!({
        "schema": 1,
        "puzzle": text::line(entry.puzzle, '.'),
        "clues": entry.puzzle.clue_count(),
    });
    if let Some(solution) = entry.solution {
        object["solution"] = text::line(solution, '.').into();
    }
    object
}
