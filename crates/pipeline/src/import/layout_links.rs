//! Reads puzzles of layouts from the JSON of ipuz and of f-puzzles. Links to f-puzzles and SudokuPad contain the
//! JSON of f-puzzles. An entry whose boxes, regions or rules are not those of the layout is refused.

use super::f_puzzles::HARMLESS;
use super::ipuz::other_kind;
use super::layout_list::CellMarks;
use super::{EntryProblem, LayoutList, LayoutListPuzzle};
use crate::grid::text::Alphabet;
use crate::grid::{ExtraRule, Layout, LayoutHouses, Parity, Regions, ShapedBoard};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Reads the puzzle of a JSON object in the form of f-puzzles.
pub(super) fn f_puzzles(
    value: &Value,
    list: &LayoutList,
) -> Result<LayoutListPuzzle, EntryProblem> {
    let no_puzzle = || EntryProblem::NoPuzzle("the object's parts".to_owned());
    let object = value.as_object().ok_or_else(no_puzzle)?;
    let layout = list.layout;
    let cells = square(object.get("grid").ok_or_else(no_puzzle)?, layout)?;
    let regions = match layout.has(ExtraRule::Jigsaw) {
        true => own_regions(&cells, layout)?,
        false => {
            check_regions(&cells, layout)?;
            None
        }
    };
    check_rules(object, layout)?;
    let given = |(cell, value): (usize, &&Value)| given(cell, value, layout.side());
    let values = cells.iter().enumerate().map(given);
    let board = board(values.collect::<Result<_, _>>()?, layout)?;
    let marks = layout
        .has(ExtraRule::EvenOdd)
        .then(|| marks(object, layout));
    list.puzzle(board, regions, marks.transpose()?)
}

/// Returns the cells of a board in reading order, from a list of rows.
fn square(grid: &Value, layout: Layout) -> Result<Vec<&Value>, EntryProblem> {
    let no_puzzle = || EntryProblem::NoPuzzle("the object's parts".to_owned());
    let rows = grid.as_array().ok_or_else(no_puzzle)?.iter();
    let rows: Vec<&Vec<Value>> = rows.filter_map(Value::as_array).collect();
    let side = layout.side();
    if rows.len() != side || rows.iter().any(|row| row.len() != side) {
        let widest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        return Err(other(format!("{}x{widest}", rows.len()), layout));
    }
    Ok(rows.into_iter().flatten().collect())
}

/// Returns the error for an entry of another layout.
pub(super) const fn other(found: String, wanted: Layout) -> EntryProblem {
    EntryProblem::OtherLayout { found, wanted }
}

/// Returns the board whose cells have these values; an error if their number or a digit does not fit the layout.
pub(super) fn board(values: Vec<u8>, layout: Layout) -> Result<ShapedBoard, EntryProblem> {
    let (wanted, found) = (layout.cells(), values.len());
    let wrong = || {
        EntryProblem::Notation(match wanted == found {
            true => format!("a digit above {}", layout.side()),
            false => format!("expected {wanted} cells, found {found}"),
        })
    };
    ShapedBoard::from_values(layout.shape(), values).ok_or_else(wrong)
}

/// Returns the given of a cell; 0 if the cell is empty or its digit was placed by the player.
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

/// Returns the regions that the cells of a jigsaw name; a cell that names no region belongs to its box, as in
/// f-puzzles. `None` if no cell names a region.
fn own_regions(cells: &[&Value], layout: Layout) -> Result<Option<Regions>, EntryProblem> {
    let region = |cell: &&Value| cell.get("region").and_then(Value::as_u64);
    if !cells.iter().any(|cell| region(cell).is_some()) {
        return Ok(None);
    }
    let boxes = 2 * layout.side();
    let own = |cell| (layout.shape().seats(cell)[2].0 - boxes) as u64;
    let of_cell = |(cell, value)| region(value).unwrap_or_else(|| own(cell));
    regions_of((0..).zip(cells).map(of_cell)).map(Some)
}

/// Makes regions from the region numbers of all cells, in reading order.
pub(super) fn regions_of(numbers: impl Iterator<Item = u64>) -> Result<Regions, EntryProblem> {
    let mut known: Vec<u64> = Vec::new();
    let letters = numbers.map(|number| {
        let place = known
            .iter()
            .position(|it| *it == number)
            .unwrap_or_else(|| {
                known.push(number);
                known.len() - 1
            });
        // A board has at most 625 cells, and so all regions have letters.
        char::from_u32('A' as u32 + place as u32).unwrap_or('?')
    });
    let letters: Vec<char> = letters.collect();
    Regions::from_letters(&letters).map_err(|error| EntryProblem::Notation(error.to_string()))
}

/// Returns the mark of each cell: even, odd or none.
fn marks(object: &Map<String, Value>, layout: Layout) -> Result<CellMarks, EntryProblem> {
    let mut marks = vec![None; layout.cells()];
    for (name, parity) in [("odd", Parity::Odd), ("even", Parity::Even)] {
        let listed = object.get(name).and_then(Value::as_array).into_iter();
        for mark in listed.flatten() {
            let refuse = |why: String| Err(EntryProblem::Notation(why));
            let cell = mark.get("cell").and_then(Value::as_str);
            let Some(place) = cell.and_then(|name| cell_named(name, layout.side())) else {
                return refuse(format!("{name} lists {mark}, which is no cell"));
            };
            let before = marks[usize::from(place)].replace(parity);
            if let Some(cell) = cell.filter(|_| before.is_some_and(|it| it != parity)) {
                return refuse(format!("{cell} is marked as odd and as even"));
            }
        }
    }
    Ok(marks)
}

/// Refuses cells that name regions other than the layout's boxes. If no cell names a region, the cells are refused
/// unless the layout has the usual boxes of its size.
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

/// Refuses an object with rules other than those of the layout.
fn check_rules(object: &Map<String, Value>, layout: Layout) -> Result<(), EntryProblem> {
    let is_on = |name: &str| object.get(name).and_then(Value::as_bool) == Some(true);
    let is_there = |name: &str| object.get(name).is_some_and(|value| !is_empty(value));
    let has = |rule| match rule {
        ExtraRule::Diagonals => is_on("diagonal+") && is_on("diagonal-"),
        ExtraRule::Knight => is_on("antiknight"),
        ExtraRule::King => is_on("antiking"),
        ExtraRule::Windows => has_windows(object, layout),
        ExtraRule::EvenOdd => is_there("odd") || is_there("even"),
        // The cells say which regions they are in.
        ExtraRule::Jigsaw => layout.has(rule),
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
    let known = [
        "diagonal+",
        "diagonal-",
        "antiknight",
        "antiking",
        "odd",
        "even",
    ];
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

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// Returns the cell that has this name in f-puzzles, such as `R1C2`.
fn cell_named(name: &str, side: usize) -> Option<u16> {
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let is_in = (1..=side).contains(&row) && (1..=side).contains(&column);
    is_in.then(|| ((row - 1) * side + column - 1) as u16)
}

/// Returns whether the extra regions of an object are the windows of the layout ([`ExtraRule::Windows`]).
fn has_windows(object: &Map<String, Value>, layout: Layout) -> bool {
    let Some(regions) = object.get("extraregion").and_then(Value::as_array) else {
        return false;
    };
    let side = layout.side();
    let cells = |region: &Value| -> Option<Vec<u16>> {
        let names = region.get("cells")?.as_array()?;
        let cells = names.iter().map(|name| cell_named(name.as_str()?, side));
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

/// Reads the puzzle of an ipuz object. If the puzzle has regions instead of boxes, the object lists the regions as
/// zones. A layout with an extra rule other than regions is refused.
pub(super) fn ipuz(
    object: &Map<String, Value>,
    list: &LayoutList,
) -> Result<LayoutListPuzzle, EntryProblem> {
    let layout = list.layout;
    if let Some(rule) = layout.rules().find(|rule| *rule != ExtraRule::Jigsaw) {
        let found = format!("a layout without the rule {}", rule.key());
        return Err(other(found, layout));
    }
    if let Some(kind) = other_kind(object, layout.has(ExtraRule::Jigsaw)) {
        return Err(other(kind, layout));
    }
    let zones = object.get("zones").and_then(Value::as_array);
    let regions = match (zones, layout.has(ExtraRule::Jigsaw)) {
        (Some(zones), true) => Some(zone_regions(zones, layout)?),
        (Some(_), false) => return Err(other("regions of its own".to_owned(), layout)),
        (None, _) => None,
    };
    let no_puzzle = || EntryProblem::NoPuzzle("the object's parts".to_owned());
    let cells = square(object.get("puzzle").ok_or_else(no_puzzle)?, layout)?;
    let empty = object.get("empty").cloned().unwrap_or(Value::from(0));
    let value = |(cell, value): (usize, &&Value)| {
        // A styled cell is an object around its value.
        let value = value.get("cell").unwrap_or(value);
        match value {
            _ if *value == empty => Some(0),
            Value::Null => Some(0),
            Value::Number(number) => number.as_u64().and_then(|it| u8::try_from(it).ok()),
            Value::String(text) if [".", "", "-", " "].contains(&text.as_str()) => Some(0),
            Value::String(text) => written_digit(text),
            _ => None,
        }
        .ok_or_else(|| {
            let (row, column) = (cell / layout.side() + 1, cell % layout.side() + 1);
            EntryProblem::Notation(format!("r{row}c{column} holds {value}, which is no digit"))
        })
    };
    let values = cells.iter().enumerate().map(value);
    list.puzzle(
        board(values.collect::<Result<_, _>>()?, layout)?,
        regions,
        None,
    )
}

/// Reads a digit from a text: a number, or the letter for a digit above 9.
fn written_digit(text: &str) -> Option<u8> {
    let of_sign = (1..=25).find(|&digit| Alphabet::One.symbol(digit) == text);
    of_sign.or_else(|| text.parse().ok())
}

/// Returns the regions that the zones of an ipuz object describe. Each zone lists its cells by column and row, from 1.
fn zone_regions(zones: &[Value], layout: Layout) -> Result<Regions, EntryProblem> {
    let side = layout.side() as u64;
    let mut numbers = vec![u64::MAX; layout.cells()];
    for (zone, number) in zones.iter().zip(0..) {
        let cells = zone.get("cells").and_then(Value::as_array);
        for cell in cells.into_iter().flatten() {
            let at = |place: usize| {
                let line = cell.get(place).and_then(Value::as_u64);
                line.filter(|line| (1..=side).contains(line))
            };
            let (Some(column), Some(row)) = (at(0), at(1)) else {
                let said = format!("a zone lists {cell}, which is no cell");
                return Err(EntryProblem::Notation(said));
            };
            numbers[((row - 1) * side + column - 1) as usize] = number;
        }
    }
    regions_of(numbers.into_iter())
}
