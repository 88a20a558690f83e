//! Reads a puzzle in the form of f-puzzles: `{size: 9, grid: [[{value, given}, …], …], …}`. Digits
//! placed by a player are not givens; anything beyond plain Sudoku is refused.

use super::EntryProblem;
use super::cells::{Filling, cell};
use crate::grid::{Board, SIDE};
use serde_json::{Map, Value};

/// The keys of an f-puzzles object that are not rules; any other key with a value is a rule.
pub(super) const HARMLESS: [&str; 13] = [
    "size",
    "title",
    "author",
    "ruleset",
    "highlightConflicts",
    "grid",
    "solution",
    "text",
    "circle",
    "rectangle",
    "line",
    "cage",
    "successMessage",
];

/// Reads the puzzle of a JSON object in the form of f-puzzles.
pub(super) fn read(value: &Value) -> Result<Board, EntryProblem> {
    let Value::Object(object) = value else {
        return Err(EntryProblem::NoPuzzle("the link's parts".to_owned()));
    };
    let rows = rows(object)?;
    if let Some(rule) = extra_rule(object) {
        return Err(EntryProblem::Variant(rule.to_owned()));
    }
    let mut filling = Filling::new();
    for (index, it) in rows.into_iter().flatten().enumerate() {
        filling.push(given(index, it)?);
    }
    filling.board()
}

/// Returns the nine rows of an object, each with nine cells.
fn rows(object: &Map<String, Value>) -> Result<Vec<&Vec<Value>>, EntryProblem> {
    let grid = object.get("grid").and_then(Value::as_array);
    let grid = grid.ok_or_else(|| EntryProblem::NoPuzzle("the object's parts".to_owned()))?;
    let rows: Vec<&Vec<Value>> = grid.iter().filter_map(Value::as_array).collect();
    let widest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    if grid.len() != SIDE || rows.len() != SIDE || rows.iter().any(|row| row.len() != SIDE) {
        return Err(EntryProblem::Size(format!("{}x{widest}", grid.len())));
    }
    Ok(rows)
}

fn given(index: usize, value: &Value) -> Result<u8, EntryProblem> {
    if value.get("region").is_some_and(|region| !region.is_null()) {
        return Err(EntryProblem::Variant("odd boxes".to_owned()));
    }
    let is_given = value.get("given").and_then(Value::as_bool) == Some(true);
    match value.get("value") {
        _ if !value.is_object() => Err(cell(index, value.to_string())),
        Some(held) if is_given => match held.as_u64() {
            Some(digit @ 1..=9) => Ok(digit as u8),
            _ => Err(cell(index, held.to_string())),
        },
        _ => Ok(0),
    }
}

/// Returns the name of the first key that holds a rule beyond plain Sudoku.
fn extra_rule(object: &Map<String, Value>) -> Option<&str> {
    let holds = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(list) => !list.is_empty(),
        Value::String(text) => !text.is_empty(),
        _ => true,
    };
    let rule =
        |(name, value): &(&String, &Value)| !HARMLESS.contains(&name.as_str()) && holds(value);
    object.iter().find(rule).map(|(name, _)| name.as_str())
}
