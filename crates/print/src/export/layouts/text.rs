//! Writes puzzles of layouts as lines, tables, JSON and ipuz, and as game ids of Simon Tatham's *Solo*.

use super::LayoutEntry;
use crate::export::{lines, tables};
use crate::grid::text::Alphabet;
use crate::grid::{ExtraRule, Regions, ShapedBoard};
use crate::pack::{LayoutFields, PackedPuzzle, hardest_technique};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes the puzzle on one line: the cells, with a dot for an empty cell, then the regions and marks if it has
/// them.
pub(super) fn line(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", entry.features.line(entry.line()))
}

/// The header line of the CSV table for puzzles without regions or marks.
pub(super) const COLUMNS: &str =
    "layout,id,puzzle,solution,clues,level,level_name,score,hardest,techniques\n";

/// The header line of the CSV table for puzzles with regions or marks.
pub(super) const FEATURE_COLUMNS: &str =
    "layout,id,puzzle,solution,clues,level,level_name,score,hardest,techniques,regions,marks\n";

/// Writes a puzzle as a row of the CSV table with the columns for regions and marks. For a puzzle of a list, the fields
/// for the level and the techniques are empty.
pub(super) fn feature_row(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let regions = entry.features.regions().map(ToString::to_string);
    let own = [regions, entry.features.marks_line()].map(Option::unwrap_or_default);
    tables::row(out, first(entry).into_iter().chain(known(entry)).chain(own))
}

/// Writes a puzzle as a row of the CSV table without the columns for regions and marks. Texts are quoted, and empty
/// cells are dots, since a spreadsheet would read a line of digits as a number.
pub(super) fn row(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    tables::row(out, first(entry).into_iter().chain(known(entry)))
}

/// Returns the fields of a row that come from the puzzle's record: its level, points and techniques. They are empty if
/// the puzzle has no record.
fn known(entry: &LayoutEntry<'_>) -> [String; 5] {
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
    known.unwrap_or_default()
}

/// Returns the first fields of a row: layout, id, puzzle, solution and number of clues.
fn first(entry: &LayoutEntry<'_>) -> [String; 5] {
    let id = entry.record.map(|(record, _)| record.made.id.to_string());
    [
        entry.layout.to_string(),
        id.unwrap_or_default(),
        entry.line(),
        entry.solution_line().unwrap_or_default(),
        entry.puzzle.clue_count().to_string(),
    ]
}

/// Writes a puzzle as a JSON object on one line.
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
    if let Some(regions) = entry.features.regions() {
        object["regions"] = regions.to_string().into();
    }
    if let Some(marks) = entry.features.marks_line() {
        object["marks"] = marks.into();
    }
    if let Some(steps) = entry.steps {
        object["steps"] = json!(steps);
    }
    object["solution"] = entry.solution_line().into();
    if entry.solution.is_none()
        && let Some(object) = object.as_object_mut()
    {
        object.remove("solution");
    }
    writeln!(out, "{object}")
}

/// Writes a puzzle as ipuz. Programs that play ipuz files know only rows, columns, and boxes or zones, so the title
/// names the layout.
pub(super) fn ipuz(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let side = entry.layout.side();
    let rows = |board: &ShapedBoard| json!(board.values().chunks_exact(side).collect::<Vec<_>>());
    let charset: String = (1..=side).map(|n| Alphabet::One.symbol(n as u8)).collect();
    let zones: Vec<Value> = entry
        .regions()
        .into_iter()
        .map(|cells| {
            let cells = cells.into_iter().map(|(row, column)| [column, row]);
            json!({ "cells": cells.collect::<Vec<_>>() })
        })
        .collect();
    let mut kinds = vec!["http://ipuz.org/sudoku#1"];
    if !zones.is_empty() {
        kinds.push("http://ipuz.org/sudoku/jigsawsudoku#1");
    }
    let mut object = json!({
        "version": "http://ipuz.org/v2",
        "kind": kinds,
        "title": format!("{}, {}", entry.layout, entry.title()),
        "author": "Sudoku Factory",
        "boxes": zones.is_empty(),
        "charset": charset,
        "puzzle": rows(entry.puzzle),
    });
    if !zones.is_empty() {
        object["zones"] = zones.into();
    }
    if let Some(solution) = entry.solution {
        object["solution"] = rows(solution);
    }
    if let Some((record, scheme)) = entry.record {
        object["difficulty"] = scheme.level_name(record.made.level).into();
        object["uniqueid"] = record.made.id.to_string().into();
    }
    writeln!(out, "{object}")
}

/// Writes the game id of Simon Tatham's *Solo*. The id begins with the size of the boxes or, for a puzzle with regions,
/// with the side of the grid and `j`. Then come `x` if there are diagonals, the cells, and the regions.
pub(super) fn sgt(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let shape = entry.layout.shape();
    let diagonals = if entry.layout.has(ExtraRule::Diagonals) {
        "x"
    } else {
        ""
    };
    let cells = lines::sgt(entry.puzzle.values());
    if let Some(regions) = entry.features.regions() {
        let side = entry.layout.side();
        let borders = borders(regions);
        return writeln!(out, "{side}j{diagonals}:{cells},{borders}");
    }
    writeln!(
        out,
        "{}x{}{diagonals}:{cells}",
        shape.box_rows(),
        shape.box_columns()
    )
}

/// The maximum number of edges without a border that one letter stands for.
const LONGEST_RUN: usize = 25;

/// Returns the borders between regions as *Solo* writes them. Each character except `z` stands for a run of edges
/// without a border and for the edge with a border that follows the run: `_` for an empty run, `a` for a run of one
/// edge, `y` for a run of 25 edges. `z` stands for a run of 25 edges that no border follows. The edges between
/// neighbours in a row come first, row by row. Those between neighbours in a column follow, column by column.
fn borders(regions: &Regions) -> String {
    let side = regions.side();
    let edges = |step: usize, line: usize| {
        (0..side).flat_map(move |n| (0..side - 1).map(move |k| (n * line + k * step, step)))
    };
    let is_border =
        |(cell, step): (usize, usize)| regions.of_cell(cell) != regions.of_cell(cell + step);
    let of_edges = edges(1, side).chain(edges(side, 1)).map(is_border);
    let (mut text, mut run) = (String::new(), 0);
    // A border after the last edge ends the last run.
    for is_border in of_edges.chain([true]) {
        if !is_border {
            run += 1;
            continue;
        }
        while run > LONGEST_RUN {
            text.push('z');
            run -= LONGEST_RUN;
        }
        text.push(match run {
            0 => '_',
            run => char::from(b'a' + run as u8 - 1),
        });
        run = 0;
    }
    text
}
