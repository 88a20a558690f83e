//! Writes links that open a puzzle of a layout in f-puzzles or SudokuPad, with its boxes and its further rules.

use super::{LayoutEntry, extra_houses};
use crate::export::links::packed;
use crate::grid::{ExtraRule, Parity};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes a link to f-puzzles.
pub(super) fn f_puzzles(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "https://f-puzzles.com/?load={}",
        packed(&object(entry).to_string())
    )
}

/// Writes a link to SudokuPad.
pub(super) fn sudokupad(entry: &LayoutEntry<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "https://sudokupad.app/fpuzzles{}",
        packed(&object(entry).to_string())
    )
}

/// Returns the puzzle in the form in which f-puzzles saves it. Each cell names its region, since the boxes that
/// f-puzzles assumes for a size may be different.
fn object(entry: &LayoutEntry<'_>) -> Value {
    let (layout, side) = (entry.layout, entry.layout.side());
    let shape = layout.shape();
    let region = |cell: usize| match entry.features.regions() {
        Some(regions) => regions.of_cell(cell),
        None => {
            let (row, column) = (cell / side, cell % side);
            row / shape.box_rows() * shape.box_rows() + column / shape.box_columns()
        }
    };
    let cell = |(cell, &value): (usize, &u8)| match value {
        0 => json!({ "region": region(cell) }),
        value => json!({ "value": value, "given": true, "region": region(cell) }),
    };
    let cells: Vec<Value> = (0..).zip(entry.puzzle.values()).map(cell).collect();
    let mut object = json!({
        "size": side,
        "title": entry.title(),
        "author": "Sudoku Factory",
        "grid": cells.chunks_exact(side).collect::<Vec<_>>(),
    });
    for rule in layout.rules() {
        match rule {
            ExtraRule::Diagonals => {
                object["diagonal+"] = true.into();
                object["diagonal-"] = true.into();
            }
            ExtraRule::Knight => object["antiknight"] = true.into(),
            ExtraRule::King => object["antiking"] = true.into(),
            // Each cell names its region.
            ExtraRule::Jigsaw => {}
            ExtraRule::EvenOdd => {
                object["odd"] = marked(entry, Parity::Odd);
                object["even"] = marked(entry, Parity::Even);
            }
            ExtraRule::Windows => {
                let houses = extra_houses(layout).into_iter();
                let windows = houses.filter(|(rule, _)| *rule == ExtraRule::Windows);
                let windows = windows.map(|(_, cells)| {
                    let names = cells.iter().map(|(row, column)| format!("R{row}C{column}"));
                    json!({ "cells": names.collect::<Vec<_>>() })
                });
                object["extraregion"] = windows.collect::<Vec<_>>().into();
            }
        }
    }
    if let Some(solution) = entry.solution {
        object["solution"] = json!(solution.values());
    }
    object
}

/// Returns the cells with this mark, in the form in which f-puzzles saves cells.
fn marked(entry: &LayoutEntry<'_>, parity: Parity) -> Value {
    let cells = entry.marked(parity).into_iter();
    let cells = cells.map(|(row, column)| json!({ "cell": format!("R{row}C{column}") }));
    cells.collect::<Vec<_>>().into()
}
