//! Reads ipuz, a JSON form whose key `puzzle` holds nine rows of nine cells. Each cell is a digit, or the value of
//! the key `empty` for a blank.

use super::EntryProblem;
use super::cells::{Filling, cell};
use crate::grid::{Board, SIDE};
use serde_json::{Map, Value, json};

/// Returns whether an object names ipuz as its format.
pub(super) fn is_ipuz(object: &Map<String, Value>) -> bool {
    let version = object.get("version").and_then(Value::as_str);
    version.is_some_and(|version| version.contains("ipuz.org")) && object.contains_key("kind")
}

/// Reads the puzzle of an ipuz object.
pub(super) fn read(object: &Map<String, Value>) -> Result<Board, EntryProblem> {
    if let Some(kind) = other_kind(object, false) {
        return Err(EntryProblem::Variant(kind));
    }
    let empty = object.get("empty").cloned().unwrap_or_else(|| json!(0));
    grid(object.get("puzzle").unwrap_or(&Value::Null), &empty)
}

/// Returns a text with the first entry of the object's field `kind` that can't be read, or `no kind` if the field
/// has no entry. Returns `None` if all entries can be read: plain Sudoku and, if `has_regions` is true, jigsaws.
pub(super) fn other_kind(object: &Map<String, Value>, has_regions: bool) -> Option<String> {
    let kinds = match object.get("kind") {
        Some(Value::Array(kinds)) => kinds.as_slice(),
        Some(kind @ Value::String(_)) => std::slice::from_ref(kind),
        _ => &[],
    };
    let is_known = |kind: &Value| {
        let name = kind
            .as_str()
            .and_then(|kind| kind.split_once("ipuz.org/sudoku"));
        name.is_some_and(|(_, rest)| {
            let jigsaw = rest.strip_prefix("/jigsawsudoku").filter(|_| has_regions);
            let version = jigsaw.unwrap_or(rest);
            version.is_empty() || version.starts_with('#')
        })
    };
    match kinds.iter().find(|kind| !is_known(kind)) {
        Some(kind) => Some(format!("the kind {kind}")),
        None => kinds.is_empty().then(|| "no kind".to_owned()),
    }
}

/// Reads a board as nine rows of nine values, or as 81 values; blanks are `empty`, 0, null, an empty text, or one of
/// the texts `.`, `0`, `-` and a space.
pub(super) fn grid(value: &Value, empty: &Value) -> Result<Board, EntryProblem> {
    let list = value.as_array();
    let list = list.ok_or_else(|| EntryProblem::NoPuzzle("the object's parts".to_owned()))?;
    let is_flat = !list.iter().any(Value::is_array);
    let cells: Vec<&Value> = if is_flat {
        list.iter().collect()
    } else {
        let widths: Vec<usize> = list
            .iter()
            .map(|row| row.as_array().map_or(0, Vec::len))
            .collect();
        if widths.len() != SIDE || widths.iter().any(|&width| width != SIDE) {
            let widest = widths.iter().max().copied().unwrap_or(0);
            return Err(EntryProblem::Size(format!("{}x{widest}", widths.len())));
        }
        list.iter().filter_map(Value::as_array).flatten().collect()
    };
    let mut filling = Filling::new();
    for (index, value) in cells.into_iter().enumerate() {
        filling.push(digit(index, value, empty)?);
    }
    filling.board()
}

fn digit(index: usize, value: &Value, empty: &Value) -> Result<u8, EntryProblem> {
    // A styled cell is an object around its value.
    let value = match value.get("cell") {
        Some(inner) => inner,
        None => value,
    };
    let number = match value {
        _ if value == empty => return Ok(0),
        Value::Null => Some(0),
        Value::Number(number) => number.as_u64(),
        Value::String(text) if [".", "", "0", "-", " "].contains(&text.as_str()) => Some(0),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    match number {
        Some(digit @ 0..=9) => Ok(digit as u8),
        _ => Err(cell(index, value.to_string())),
    }
}
