//! Links that open a puzzle in a browser: f-puzzles' JSON, packed by LZ-string and written in base
//! 64. SudokuPad reads the same.

use super::{Entry, Exporter};
use crate::grid::SIDE;
use serde_json::{Value, json};
use std::io::{self, Write};

/// A link a line.
#[derive(Debug, Clone, Copy)]
pub struct Links {
    name: &'static str,
    about: &'static str,
    before: &'static str,
}

/// Links to f-puzzles.
pub const F_PUZZLES: Links = Links {
    name: "f-puzzles",
    about: "a link a line that opens the puzzle in f-puzzles",
    before: "https://f-puzzles.com/?load=",
};

/// Links to SudokuPad.
pub const SUDOKU_PAD: Links = Links {
    name: "sudokupad",
    about: "a link a line that opens the puzzle in SudokuPad",
    before: "https://sudokupad.app/fpuzzles",
};

impl Exporter for Links {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn ending(&self) -> &'static str {
        "txt"
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let text = f_puzzles(entry).to_string();
        let packed = lz_str::compress_to_base64(&text);
        // Base 64 has three signs that a link gives a meaning of its own.
        let packed = packed
            .replace('+', "%2B")
            .replace('/', "%2F")
            .replace('=', "%3D");
        writeln!(out, "{}{packed}", self.before)
    }
}

/// Returns the puzzle as f-puzzles saves it.
fn f_puzzles(entry: &Entry<'_>) -> Value {
    let cell = |&value: &u8| match value {
        0 => json!({}),
        value => json!({ "value": value, "given": true }),
    };
    let row = |row: &[u8]| row.iter().map(cell).collect::<Vec<_>>();
    let rows = entry.puzzle.values().chunks_exact(SIDE).map(row);
    let mut object = json!({
        "size": SIDE,
        "title": entry.title(),
        "author": "Sudoku Factory",
        "grid": rows.collect::<Vec<_>>(),
    });
    if let Some(solution) = entry.solution {
        object["solution"] = json!(solution.values().as_slice());
    }
    object
}
