//! Reads puzzles of layouts in the form of f-puzzles, which links to f-puzzles and SudokuPad also have, and as game ids
//! of Simon Tatham's *Solo*. Both say which boxes and rules they have; an entry is read if these are the layout's.

use super::f_puzzles::HARMLESS;
use super::{EntryProblem, Format};
use crate::grid::{ExtraRule, Layout, LayoutHouses, ShapedBoard};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Reads the puzzle of a JSON object in the form of f-puzzles.
pub(super) fn f_puzzles(value: &Value, layout: Layout) -> Result<ShapedBoard, EntryProblem> {
    let no_puzzle = || EntryProblem::NoPuzzle("the object's parts".to_owned());
    let object = value.as_object().ok_or_else(no_puzzle)?;
    let grid = object.get("grid").and_then(Value::as_array);
    let rows: Vec<&Vec<Value>> = grid
        .ok_or_else(no_puzzle)?
        .iter()
        .filter_map(Value::as_array)
        .collect();
    let side = layout.side();
    if rows.len() != side || rows.iter().any(|row| row.len() != side) {
        let widest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        return Err(other(format!("{}x{widest}", rows.len()), layout));
    }
    let cells: Vec<&Value> = rows.into_iter().flatten().collect();
    check_regions(&cells, layout)?;
    check_rules(object, layout)?;
    let given = |(cell, value): (usize, &&Value)| given(cell, value, side);
    let values = cells.iter().enumerate().map(given);
    board(values.collect::<Result<_, _>>()?, layout)
}

fn other(found: String, wanted: Layout) -> EntryProblem {
    EntryProblem::OtherLayout { found, wanted }
}

fn board(values: Vec<u8>, layout: Layout) -> Result<ShapedBoard, EntryProblem> {
    let (wanted, found) = (layout.cells(), values.len());
    let wrong = || {
        EntryProblem::Notation(match wanted == found {
            true => format!("a digit above {}", layout.side()),
            false => format!("expected {wanted} cells, found {found}"),
        })
    };
    ShapedBoard::from_values(layout.shape(), values).ok_or_else(wrong)
}

/// Returns a cell's given; a digit that a player placed is none.
fn given(cell: usize, value: &Value, side: usize) -> Result<u8, EntryProblem> {
    let is_given = value.get("given").and_then(Value::as_bool) == Some(true);
    let Some(held) = value.get("value").filter(|_| is_given) else {
        return Ok(0);
    };
    let digit = held.as_u64().and_then(|digit| u8::try_from(digit).ok());
    let is_digit = |digit: &u8| (1..=side).contains(&usize::from(*digit));
    digit.filter(is_digit).ok_or_else(|| {
        let (row, column) = (cell / side + 1, cell % side + 1);
        let said = format!("r{row}c{column} holds {held}, which is no digit from 1 to {side}");
        EntryProblem::Notation(said)
    })
}

/// Refuses cells whose regions, if they name any, are not the layout's boxes.
fn check_regions(cells: &[&Value], layout: Layout) -> Result<(), EntryProblem> {
    let (shape, side) = (layout.shape(), layout.side());
    let mut regions: HashMap<u64, usize> = HashMap::new();
    let mut boxes: HashMap<usize, u64> = HashMap::new();
    for (cell, value) in cells.iter().enumerate() {
        let Some(region) = value.get("region").and_then(Value::as_u64) else {
            continue;
        };
        let (row, column) = (cell / side, cell % side);
        let own = row / shape.box_rows() * shape.box_rows() + column / shape.box_columns();
        let is_own = *regions.entry(region).or_insert(own) == own;
        if !is_own || *boxes.entry(own).or_insert(region) != region {
            return Err(other("other boxes".to_owned(), layout));
        }
    }
    let is_usual = format!("{side}x{side}").parse::<Layout>().ok();
    match regions.is_empty() && is_usual.map(Layout::shape) != Some(shape) {
        true => Err(other("the usual boxes".to_owned(), layout)),
        false => Ok(()),
    }
}

/// Refuses an object with other rules than those of the layout.
fn check_rules(object: &Map<String, Value>, layout: Layout) -> Result<(), EntryProblem> {
    let is_on = |name: &str| object.get(name).and_then(Value::as_bool) == Some(true);
    let has = |rule| match rule {
        ExtraRule::Diagonals => is_on("diagonal+") && is_on("diagonal-"),
        ExtraRule::Knight => is_on("antiknight"),
        ExtraRule::King => is_on("antiking"),
        ExtraRule::Windows => has_windows(object, layout),
        // Layouts with regions and marks of their own are not read from objects.
        ExtraRule::Jigsaw | ExtraRule::EvenOdd => false,
    };
    for rule in ExtraRule::ALL {
        if has(rule) != layout.has(rule) {
            let found = match layout.has(rule) {
                true => format!("a layout without the rule {}", rule.key()),
                false => format!("a layout with the rule {}", rule.key()),
            };
            return Err(other(found, layout));
        }
    }
    let known = ["diagonal+", "diagonal-", "antiknight", "antiking"];
    let is_empty = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    };
    let is_more = |(name, value): &(&String, &Value)| match name.as_str() {
        "extraregion" => !layout.has(ExtraRule::Windows) && !is_empty(value),
        "diagonal+" | "diagonal-" => !layout.has(ExtraRule::Diagonals) && !is_empty(value),
        name => !HARMLESS.contains(&name) && !known.contains(&name) && !is_empty(value),
    };
    match object.iter().find(is_more) {
        None => Ok(()),
        Some((name, _)) => Err(other(format!("a layout with {name}"), layout)),
    }
}

/// Returns whether the extra regions of an object are the windows of the layout.
fn has_windows(object: &Map<String, Value>, layout: Layout) -> bool {
    let Some(regions) = object.get("extraregion").and_then(Value::as_array) else {
        return false;
    };
    let side = layout.side();
    let cell = |name: &str| -> Option<u16> {
        let (row, column) = name.strip_prefix('R')?.split_once('C')?;
        let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        let is_in = (1..=side).contains(&row) && (1..=side).contains(&column);
        is_in.then(|| ((row - 1) * side + column - 1) as u16)
    };
    let cells = |region: &Value| -> Option<Vec<u16>> {
        let names = region.get("cells")?.as_array()?;
        let cells = names.iter().map(|name| cell(name.as_str()?));
        let mut cells: Vec<u16> = cells.collect::<Option<_>>()?;
        cells.sort_unstable();
        Some(cells)
    };
    let Some(mut found) = regions.iter().map(cells).collect::<Option<Vec<_>>>() else {
        return false;
    };
    found.sort_unstable();
    let houses = LayoutHouses::new(layout);
    let diagonals = if layout.has(ExtraRule::Diagonals) {
        2
    } else {
        0
    };
    let windows = layout.shape().houses() + diagonals..houses.len();
    let mut windows: Vec<Vec<u16>> = windows.map(|it| houses.cells_of(it).to_vec()).collect();
    windows.iter_mut().for_each(|it| it.sort_unstable());
    windows.sort_unstable();
    !found.is_empty() && found == windows
}

/// Reads a game id of *Solo*: the boxes, `x` for diagonals, and the cells, in which a letter is a run of blanks, a
/// number is a given, and `_` separates neighbouring givens.
pub(super) fn sgt(line: &str, layout: Layout) -> Result<ShapedBoard, EntryProblem> {
    let form = || EntryProblem::Form(Format::Sgt);
    let (parameters, description) = line.split_once([':', '#']).ok_or_else(form)?;
    if line.as_bytes().get(parameters.len()) == Some(&b'#') {
        return Err(EntryProblem::Seed);
    }
    let shape = layout.shape();
    let boxes = format!("{}x{}", shape.box_rows(), shape.box_columns());
    // The flags after the boxes say how a game was made, apart from x, j and k.
    let flags = parameters.strip_prefix(boxes.as_str());
    let flags = flags.filter(|flags| !flags.starts_with(|it: char| it.is_ascii_digit()));
    let is_other = |flags: &str| {
        flags.contains(['j', 'k']) || flags.contains('x') != layout.has(ExtraRule::Diagonals)
    };
    if flags.is_none_or(is_other) {
        return Err(other(format!("boxes and rules {parameters}"), layout));
    }
    let lacks = [ExtraRule::Windows, ExtraRule::Knight, ExtraRule::King];
    if let Some(rule) = lacks.into_iter().find(|&rule| layout.has(rule)) {
        let found = format!("a layout without the rule {}", rule.key());
        return Err(other(found, layout));
    }
    board(solo_cells(description, layout).ok_or_else(form)?, layout)
}

/// Returns the values of the cells of a game id; `None` if it has another form or too many cells.
fn solo_cells(description: &str, layout: Layout) -> Option<Vec<u8>> {
    let mut values = Vec::with_capacity(layout.cells());
    let mut rest = description.as_bytes();
    while let Some((&sign, after)) = rest.split_first() {
        match sign {
            b'a'..=b'z' => {
                values.extend([0].repeat(usize::from(sign - b'a') + 1));
                rest = after;
            }
            b'_' => rest = after,
            b'1'..=b'9' => {
                let end = rest.iter().position(|it| !it.is_ascii_digit());
                let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
                let number: u8 = std::str::from_utf8(number).ok()?.parse().ok()?;
                values.push(number);
                rest = after;
            }
            _ => return None,
        }
    }
    Some(values)
}
