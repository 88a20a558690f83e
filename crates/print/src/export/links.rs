//! Writes links that open a puzzle in a browser: each contains the puzzle as f-puzzles' JSON, compressed
//! by LZ-string and written in base 64. SudokuPad reads these links, too.

use super::ExportEntry;
use crate::grid::SIDE;
use serde_json::json;
use std::io::{self, Write};

/// Writes a link and then a line feed. The link begins with `site`.
pub(super) fn link(entry: &ExportEntry<'_>, site: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{site}{}", packed(&f_puzzles(entry)))
}

/// Returns a text in the form in which links contain it: compressed and in base 64, with special characters escaped.
pub(super) fn packed(text: &str) -> String {
    let packed = lz_str::compress_to_base64(text);
    // Base 64 contains three characters that have a special meaning in links.
    packed
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D")
}

/// Returns the puzzle in the form in which f-puzzles saves it.
fn f_puzzles(entry: &ExportEntry<'_>) -> String {
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
    object.to_string()
}
