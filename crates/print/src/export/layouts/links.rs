//! Writes links that open a puzzle of a layout in f-puzzles or SudokuPad, with its boxes and its further rules.

use super::LayoutEntry;
use crate::export::links::packed;
use crate::grid::{ExtraRule, LayoutHouses};
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

/// Returns the puzzle in the form in which f-puzzles saves it. Each cell names its region, since the default
/// boxes of a size may be others.
fn object(entry: &LayoutEntry<'_>) -> Value {
    let (layout, side) = (entry.layout, entry.layout.side());
    let shape = layout.shape();
    let region = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        row / shape.box_rows() * shape.box_rows() + column / shape.box_columns()
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
            ExtraRule::Windows => {
                let windows = window_cells(entry);
                let windows = windows.map(|cells| json!({ "cells": cells }));
                object["extraregion"] = windows.collect::<Vec<_>>().into();
            }
        }
    }
    if let Some(solution) = entry.solution {
        object["solution"] = json!(solution.values());
    }
    object
}

/// Returns the cells of each window, as f-puzzles writes cells: `R1C2`.
fn window_cells(entry: &LayoutEntry<'_>) -> impl Iterator<Item = Vec<String>> {
    let (layout, side) = (entry.layout, entry.layout.side());
    let houses = LayoutHouses::new(layout);
    // The diagonals come before the windows.
    let diagonals = if layout.has(ExtraRule::Diagonals) {
        2
    } else {
        0
    };
    let first = layout.shape().houses() + diagonals;
    (first..houses.len()).map(move |house| {
        let cells = houses.cells_of(house).iter();
        let name = |&cell: &u16| {
            let (row, column) = (usize::from(cell) / side, usize::from(cell) % side);
            format!("R{}C{}", row + 1, column + 1)
        };
        cells.map(name).collect()
    })
}
