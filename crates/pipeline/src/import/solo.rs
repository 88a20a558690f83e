//! Reads puzzles of layouts from game ids of Simon Tatham's *Solo*. A game id begins with the size of the boxes,
//! such as `3x3`, or with the side of a jigsaw, such as `9j`. An `x` after that stands for diagonals.

use super::layout_links::{board, other, regions_of};
use super::{EntryProblem, Format, LayoutList, LayoutListPuzzle};
use crate::grid::{ExtraRule, Layout, Regions};

/// Reads the puzzle of a game id. The id states the boxes or regions, `x` for diagonals, and the cells. In the
/// cells, a letter is a run of blanks, a number is a given, and `_` separates neighbouring givens. The borders of
/// regions follow after a comma.
pub(super) fn read(line: &str, list: &LayoutList) -> Result<LayoutListPuzzle, EntryProblem> {
    let form = || EntryProblem::Form(Format::Sgt);
    let layout = list.layout;
    let (parameters, description) = line.split_once([':', '#']).ok_or_else(form)?;
    if line.as_bytes().get(parameters.len()) == Some(&b'#') {
        return Err(EntryProblem::Seed);
    }
    let shape = layout.shape();
    let boxes = match layout.has(ExtraRule::Jigsaw) {
        true => format!("{}j", layout.side()),
        false => format!("{}x{}", shape.box_rows(), shape.box_columns()),
    };
    // The flags after the boxes say how a game was made, apart from x, j and k.
    let flags = parameters.strip_prefix(boxes.as_str());
    let flags = flags.filter(|flags| !flags.starts_with(|it: char| it.is_ascii_digit()));
    let is_other = |flags: &str| {
        flags.contains(['j', 'k']) || flags.contains('x') != layout.has(ExtraRule::Diagonals)
    };
    if flags.is_none_or(is_other) {
        return Err(other(format!("boxes and rules {parameters}"), layout));
    }
    let known = [ExtraRule::Diagonals, ExtraRule::Jigsaw];
    if let Some(rule) = layout.rules().find(|rule| !known.contains(rule)) {
        let found = format!("a layout without the rule {}", rule.key());
        return Err(other(found, layout));
    }
    let (cells, borders) = match description.split_once(',') {
        Some((cells, borders)) if layout.has(ExtraRule::Jigsaw) => (cells, Some(borders)),
        _ => (description, None),
    };
    let regions = borders.map(|borders| regions_between(borders, layout.side()));
    let board = board(solo_cells(cells, layout).ok_or_else(form)?, layout)?;
    list.puzzle(board, regions.transpose()?, None)
}

/// Returns the regions that the borders of a game id separate. Each character stands for a run of edges without a
/// border, followed by one edge with a border: `_` stands for an empty run, `a` for a run of one edge, `y` for a run of
/// 25 edges. `z` stands for 25 edges without a border, and no border follows. The edges between neighbours in a row
/// come first, row by row, then the edges between neighbours in a column, column by column.
fn regions_between(borders: &str, side: usize) -> Result<Regions, EntryProblem> {
    let edges = |step: usize, line: usize| {
        (0..side).flat_map(move |n| (0..side - 1).map(move |k| (n * line + k * step, step)))
    };
    let mut edges = edges(1, side).chain(edges(side, 1));
    let wrong =
        || EntryProblem::Notation("the borders of the regions don't fit the board".to_owned());
    let mut numbers: Vec<u64> = (0..(side * side) as u64).collect();
    for sign in borders.bytes() {
        let (run, has_border) = match sign {
            b'_' => (0, true),
            b'z' => (25, false),
            b'a'..=b'y' => (sign - b'a' + 1, true),
            _ => return Err(wrong()),
        };
        for _ in 0..run {
            let (cell, step) = edges.next().ok_or_else(wrong)?;
            let (one, other) = (numbers[cell], numbers[cell + step]);
            numbers
                .iter_mut()
                .filter(|it| **it == other)
                .for_each(|it| *it = one);
        }
        if has_border {
            // The border after the last edge is the side of the board.
            edges.next();
        }
    }
    match edges.next() {
        None => regions_of(numbers.into_iter()),
        Some(_) => Err(wrong()),
    }
}

/// Returns the values of the cells of a game id; `None` if the text has another form or a number above 255. The caller
/// checks the number of cells.
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
