//! The phrases of English texts: lists of cells, digits and houses, worded as a person would say
//! them.

use crate::grid::{Cell, CellSet, Digit, DigitSet, House, HouseKind};
use crate::rate::Mark;
use crate::rate::techniques::ChainNode;
use std::fmt::Display;

/// Joins words, with `last` before the last word. With `and`: `a`, `a and b`, `a, b and c`.
pub(super) fn join(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}

fn each<T: Display>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// Lists cells: `r1c2 and r1c3`.
pub(super) fn cells(cells: CellSet) -> String {
    join(&each(cells), "and")
}

/// Lists cells as alternatives: `r1c2 or r1c3`.
pub(super) fn one_of(cells: CellSet) -> String {
    join(&each(cells), "or")
}

/// Lists digits: `4 and 6`.
pub(super) fn digits(digits: DigitSet) -> String {
    join(&each(digits), "and")
}

/// Lists digits as alternatives: `4 or 6`.
pub(super) fn any(digits: DigitSet) -> String {
    join(&each(digits), "or")
}

/// Lists the candidates of a cell in the form of pencil marks: `4/6`.
pub(super) fn notes(digits: DigitSet) -> String {
    each(digits).join("/")
}

/// Lists houses. If all are of one kind, the kind is named once: `rows 3 and 6`. Otherwise each house is named in
/// full: `row 2 and box 5`.
pub(super) fn houses(houses: impl IntoIterator<Item = House>) -> String {
    let houses: Vec<House> = houses.into_iter().collect();
    let Some((first, rest)) = houses.split_first() else {
        return String::new();
    };
    let is_one_kind = rest.iter().all(|house| house.kind() == first.kind());
    if rest.is_empty() || !is_one_kind {
        return join(&each(houses), "and");
    }
    let numbers = houses.iter().map(|house| house.number() + 1);
    let plural = if first.kind() == HouseKind::Box {
        "boxes".to_owned()
    } else {
        format!("{}s", first.kind())
    };
    format!("{plural} {}", join(&each(numbers), "and"))
}

/// Returns the text `one` if there is exactly one cell, and otherwise the text `many`.
pub(super) fn by_count<'a>(cells: CellSet, one: &'a str, many: &'a str) -> &'a str {
    if cells.single().is_some() { one } else { many }
}

/// Returns the only digit of a set with its article: `a 5`, `an 8`.
pub(super) fn a(digits: DigitSet) -> String {
    let article = if digits.single().is_some_and(|digit| digit.value() == 8) {
        "an"
    } else {
        "a"
    };
    format!("{article} {}", self::digits(digits))
}

/// Returns the English word for a number from 2 to 4.
pub(super) const fn number(count: usize) -> &'static str {
    match count {
        2 => "two",
        3 => "three",
        _ => "four",
    }
}

/// Lists the boxes that contain these cells: `box 5`, `boxes 5 and 6`.
pub(super) fn boxes_of(cells: CellSet) -> String {
    let is_used = |house: &House| !house.cells().is_disjoint(cells);
    houses(House::all().skip(18).filter(is_used))
}

/// Returns a phrase that says that a node is true: `r5c4 is 4`, `4 is in r1c1 or r1c2`.
pub(super) fn is(node: ChainNode) -> String {
    match node.cells.single() {
        Some(cell) => format!("{cell} is {}", node.digit),
        None => format!("{} is in {}", node.digit, one_of(node.cells)),
    }
}

/// Returns a phrase that says that a node is false: `r5c4 is not 4`.
pub(super) fn is_not(node: ChainNode) -> String {
    match node.cells.single() {
        Some(cell) => format!("{cell} is not {}", node.digit),
        None => format!("{} is not in {}", node.digit, one_of(node.cells)),
    }
}

/// Returns a phrase for a node, such as `the 4 in r5c4`.
pub(super) fn the(node: ChainNode) -> String {
    format!("the {} in {}", node.digit, one_of(node.cells))
}

/// Groups candidates by digit: returns each digit with its cells.
pub(super) fn by_digit(marks: &[Mark]) -> Vec<(Digit, CellSet)> {
    let cells = |digit: Digit| -> CellSet {
        let of_digit = marks.iter().filter(|mark| mark.digit == digit);
        of_digit.map(|mark| mark.cell).collect()
    };
    let all = Digit::all().map(|digit| (digit, cells(digit)));
    all.filter(|(_, cells)| !cells.is_empty()).collect()
}

/// Describes removals: `r5c7 loses 4`, `r1c1 and r1c2 lose 4, and r3c5 loses 6`.
pub(super) fn loses(marks: &[Mark]) -> String {
    let mut lost: Vec<(CellSet, DigitSet)> = Vec::new();
    for (digit, cells) in by_digit(marks) {
        match lost.iter_mut().find(|(same, _)| *same == cells) {
            Some((_, digits)) => *digits = digits.with(digit),
            None => lost.push((cells, DigitSet::of(digit))),
        }
    }
    let part = |&(cells, digits): &(CellSet, DigitSet)| {
        let loses = by_count(cells, "loses", "lose");
        format!("{} {loses} {}", self::cells(cells), self::digits(digits))
    };
    let parts: Vec<String> = lost.iter().map(part).collect();
    match &parts[..] {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., end] => format!("{}, and {end}", rest.join(", ")),
    }
}

/// Describes placements and removals, such as `r5c7 loses 4`.
pub(super) fn effect(sets: &[Mark], removes: &[Mark]) -> String {
    let set = |mark: &Mark| format!("{} is {}", mark.cell, mark.digit);
    let mut parts: Vec<String> = sets.iter().map(set).collect();
    if !removes.is_empty() {
        parts.push(loses(removes));
    }
    join(&parts, "and")
}

/// Lists the candidates of each cell: `r5c4 is 4/6 and r4c8 is 4/6`.
pub(super) fn contents(cells: CellSet, of_cell: impl Fn(Cell) -> DigitSet) -> String {
    let one = |cell: Cell| format!("{cell} is {}", notes(of_cell(cell)));
    join(&cells.map(one).collect::<Vec<_>>(), "and")
}
