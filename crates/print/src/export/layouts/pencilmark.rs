//! Writes a puzzle for *pencilmark*, a Python package that grades puzzles of many variants. Its JSON format is
//! `sudoku-puzzle` version 1.
//!
//! Rows, columns and boxes are stated as one rule. Regions, marked cells and further houses are listed cell by
//! cell. The anti-knight and anti-king rules are only named.

use super::{LayoutEntry, extra_houses};
use crate::export::ExportEntry;
use crate::grid::{CellFeatures, ExtraRule, Layout, Parity, ShapedBoard};
use serde_json::json;
use std::io::{self, Write};

/// Writes a 9×9 puzzle in the JSON format of *pencilmark*, a Python package that grades puzzles.
pub(in crate::export) fn nine(entry: &ExportEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let puzzle = ShapedBoard::from(entry.puzzle);
    let solution = entry.solution.map(ShapedBoard::from);
    pencilmark(
        &LayoutEntry {
            layout: Layout::NINE,
            features: &CellFeatures::NONE,
            place: entry.place,
            puzzle: &puzzle,
            solution: solution.as_ref(),
            record: None,
            steps: None,
        },
        out,
    )
}

/// Writes a puzzle as a JSON object on one line, in the format of *pencilmark*, a Python package that grades
/// puzzles.
pub(super) fn pencilmark(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (layout, shape) = (entry.layout, entry.layout.shape());
    let boxes = [shape.box_rows(), shape.box_columns()];
    let name = |(row, column): (usize, usize)| format!("r{row}c{column}");
    let mut rules = match entry.features.regions() {
        None => vec![json!({ "type": "box_grid", "origin": "r1c1", "box": boxes })],
        Some(_) => vec![json!({ "type": "grid", "origin": "r1c1" })],
    };
    rules.extend(entry.regions().into_iter().map(|cells| {
        let names: Vec<String> = cells.into_iter().map(name).collect();
        json!({ "type": "box", "cells": names })
    }));
    for (kind, parity) in [("odd", Parity::Odd), ("even", Parity::Even)] {
        let names: Vec<String> = entry.marked(parity).into_iter().map(name).collect();
        if !names.is_empty() {
            rules.push(json!({ "type": "cell", "kind": kind, "cells": names }));
        }
    }
    rules.extend(extra_houses(layout).into_iter().map(|(rule, cells)| {
        let kind = match rule {
            ExtraRule::Diagonals => "diagonal",
            _ => "window",
        };
        let names: Vec<String> = cells.into_iter().map(name).collect();
        json!({ "type": "region", "kind": kind, "cells": names })
    }));
    rules.extend(layout.rules().filter_map(|rule| match rule {
        ExtraRule::Knight => Some(json!({ "type": "neighbours", "kind": "antiknight" })),
        ExtraRule::King => Some(json!({ "type": "neighbours", "kind": "antiking" })),
        ExtraRule::Diagonals | ExtraRule::Windows | ExtraRule::Jigsaw | ExtraRule::EvenOdd => None,
    }));
    let side = layout.side();
    let mut object = json!({
        "format": "sudoku-puzzle",
        "format_version": 1,
        "meta": { "title": entry.title(), "author": "Sudoku Factory" },
        "board": { "rows": side, "cols": side },
        "digits": side,
        "givens": entry.puzzle.values(),
        "rules": rules,
    });
    if let Some((record, _)) = entry.record {
        object["meta"]["id"] = record.made.id.to_string().into();
    }
    if let Some(solution) = entry.solution {
        object["solution"] = solution.values().into();
    }
    writeln!(out, "{object}")
}
