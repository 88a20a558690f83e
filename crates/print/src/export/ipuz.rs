//! ipuz, the open format of puzzle players: one puzzle a file, JSON by <http://ipuz.org/sudoku>.

use super::{Entry, Exporter};
use crate::grid::{Board, SIDE};
use serde_json::json;
use std::io::{self, Write};

/// An ipuz file.
#[derive(Debug, Clone, Copy)]
pub struct Ipuz;

impl Exporter for Ipuz {
    fn name(&self) -> &'static str {
        "ipuz"
    }

    fn about(&self) -> &'static str {
        "one puzzle a file, JSON; puzzle players"
    }

    fn ending(&self) -> &'static str {
        "ipuz"
    }

    fn one_a_file(&self) -> bool {
        true
    }

    fn write(&self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
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
            object["solution"] = json!(rows(solution));
        }
        if let Some((_, level)) = entry.level {
            object["difficulty"] = level.into();
        }
        if entry.id.is_some() {
            object["uniqueid"] = entry.id_text().into();
        }
        writeln!(out, "{object}")
    }
}

/// Returns nine rows of nine, 0 for a blank.
fn rows(board: &Board) -> Vec<&[u8]> {
    board.values().chunks_exact(SIDE).collect()
}
