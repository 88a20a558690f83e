//! JSON Lines: one object a puzzle with all that is known, for programs.

use super::{Entry, Exporter};
use crate::grid::text;
use serde_json::json;
use std::io::{self, Write};

/// One JSON object a line.
#[derive(Debug, Clone, Copy)]
pub struct JsonLines;

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

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        match entry.fields {
            Some(fields) => writeln!(out, "{fields}"),
            None => {
                let puzzle = text::line(entry.puzzle, '.');
                let clues = entry.puzzle.clue_count();
                writeln!(
                    out,
                    "{}",
                    json!({ "schema": 1, "puzzle": puzzle, "clues": clues })
                )
            }
        }
    }
}
