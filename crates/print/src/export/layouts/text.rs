//! Writes puzzles of layouts as lines, tables, JSON and ipuz, and as game ids of Simon Tatham's *Solo*.

use super::LayoutEntry;
use crate::export::lines;
use crate::grid::text::Alphabet;
use crate::grid::{ExtraRule, ShapedBoard};
use crate::pack::{LayoutFields, PackedPuzzle, hardest_technique};
use serde_json::json;
use std::io::{self, Write};

/// Writes the cells on one line, with a dot for a blank.
pub(super) fn line(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", entry.line())
}

/// The columns of the table.
pub(super) const COLUMNS: &str =
    "layout,id,puzzle,solution,clues,level,level_name,score,hardest,techniques\n";

/// Writes a row of the table. Texts are quoted, and blanks are dots, since a spreadsheet would read a line of
/// digits as a number.
pub(super) fn row(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let known = entry.record.map(|(record, scheme)| {
        let used = record.made.path.used();
        let used: Vec<String> = used
            .map(|(it, steps)| format!("{}:{steps}", it.key()))
            .collect();
        [
            record.made.level.number().to_string(),
            scheme.level_name(record.made.level).to_owned(),
            (record.difficulty() as u64).to_string(),
            hardest_technique(&record.made.path, scheme).to_owned(),
            used.join(" "),
        ]
    });
    let id = entry.record.map(|(record, _)| record.made.id.to_string());
    let first = [
        entry.layout.to_string(),
        id.unwrap_or_default(),
        entry.line(),
        entry.solution_line().unwrap_or_default(),
        entry.puzzle.clue_count().to_string(),
    ];
    let mut writer = csv::WriterBuilder::new()
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(out);
    let fields = first.into_iter().chain(known.unwrap_or_default());
    writer.write_record(fields).map_err(io::Error::other)?;
    writer.flush()
}

/// Writes a JSON object on one line.
pub(super) fn json_line(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut object = match entry.record {
        Some((record, scheme)) => json!(LayoutFields::new(record, entry.layout, scheme)),
        None => json!({
            "schema": 1,
            "layout": entry.layout.to_string(),
            "puzzle": entry.line(),
            "clues": entry.puzzle.clue_count(),
        }),
    };
    object["solution"] = entry.solution_line().into();
    if entry.solution.is_none()
        && let Some(object) = object.as_object_mut()
    {
        object.remove("solution");
    }
    writeln!(out, "{object}")
}

/// Writes a puzzle as ipuz. Its player knows rows, columns and boxes only, so the title names the layout.
pub(super) fn ipuz(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let side = entry.layout.side();
    let rows = |board: &ShapedBoard| json!(board.values().chunks_exact(side).collect::<Vec<_>>());
    let charset: String = (1..=side).map(|n| Alphabet::One.symbol(n as u8)).collect();
    let mut object = json!({
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/sudoku#1"],
        "title": format!("{}, {}", entry.layout, entry.title()),
        "author": "Sudoku Factory",
        "boxes": true,
        "charset": charset,
        "puzzle": rows(entry.puzzle),
    });
    if let Some(solution) = entry.solution {
        object["solution"] = rows(solution);
    }
    if let Some((record, scheme)) = entry.record {
        object["difficulty"] = scheme.level_name(record.made.level).into();
        object["uniqueid"] = record.made.id.to_string().into();
    }
    writeln!(out, "{object}")
}

/// Writes the game id of *Solo*: the boxes, `x` for diagonals, then the cells.
pub(super) fn sgt(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let shape = entry.layout.shape();
    let diagonals = if entry.layout.has(ExtraRule::Diagonals) {
        "x"
    } else {
        ""
    };
    let cells = lines::sgt(entry.puzzle.values());
    writeln!(
        out,
        "{}x{}{diagonals}:{cells}",
        shape.box_rows(),
        shape.box_columns()
    )
}
