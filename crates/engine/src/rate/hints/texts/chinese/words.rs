//! The phrases of Chinese texts: lists of cells, digits and houses, and the effect of a step.

use crate::grid::{CellSet, Digit, DigitSet, House, HouseKind};
use crate::rate::Mark;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words::by_digit;
use crate::rate::techniques::ChainNode;
use std::fmt::Display;

/// Joins words by the Chinese list comma: `r1c2、r1c3`.
pub(super) fn join<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join("、")
}

/// Returns a phrase for one of several cells: `r1c2、r1c3 之一`.
pub(super) fn one_of(cells: CellSet) -> String {
    match cells.single() {
        Some(cell) => cell.to_string(),
        None => format!("{} 之一", join(cells)),
    }
}

/// Lists houses: `第 3、6 行`, `第 2 行和第 5 宫`.
pub(super) fn houses(houses: impl IntoIterator<Item = House>) -> String {
    let houses: Vec<House> = houses.into_iter().collect();
    let of_kind = |kind: HouseKind| {
        let numbers = houses.iter().filter(|it| it.kind() == kind);
        let numbers = join(numbers.map(|it| it.number() + 1));
        (!numbers.is_empty()).then(|| format!("第 {numbers} {}", self::kind(kind)))
    };
    let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
    let named: Vec<String> = kinds.into_iter().filter_map(of_kind).collect();
    named.join("和")
}

/// Returns the Chinese word for a kind of house.
pub(super) const fn kind(kind: HouseKind) -> &'static str {
    match kind {
        HouseKind::Row => "行",
        HouseKind::Column => "列",
        HouseKind::Box => "宫",
    }
}

/// Lists the boxes that contain these cells.
pub(super) fn boxes_of(cells: CellSet) -> String {
    let is_used = |house: &House| !house.cells().is_disjoint(cells);
    houses(House::all().skip(18).filter(is_used))
}

/// Lists the candidates of a cell in the form of pencil marks: `4/6`.
pub(super) fn notes(digits: DigitSet) -> String {
    let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
    digits.join("/")
}

/// Returns the Chinese word for a number from 2 to 4.
pub(super) const fn number(count: usize) -> &'static str {
    match count {
        2 => "两",
        3 => "三",
        _ => "四",
    }
}

/// Returns a phrase that says that a node is true, or that it is false, depending on `truth`.
pub(super) fn is(node: ChainNode, truth: bool) -> String {
    let digit = node.digit;
    match (node.cells.single(), truth) {
        (Some(cell), true) => format!("{cell} 是 {digit}"),
        (Some(cell), false) => format!("{cell} 不是 {digit}"),
        (None, true) => format!("{digit} 在 {}", one_of(node.cells)),
        (None, false) => format!("{digit} 不在 {}", join(node.cells)),
    }
}

/// Returns a phrase for a node, such as `r5c4 的 4`.
pub(super) fn the(node: ChainNode) -> String {
    format!("{} 的 {}", join(node.cells), node.digit)
}

/// Describes the effect of a move: `r5c7 划去 4`, `r1c1 填 5`.
pub(super) fn effect(scene: &Scene<'_>) -> String {
    let set = |mark: &Mark| format!("{} 填 {}", mark.cell, mark.digit);
    let mut parts: Vec<String> = scene.it.sets.iter().map(set).collect();
    let removes = by_digit(&scene.it.removes).into_iter();
    parts.extend(removes.map(|(digit, cells)| format!("{} 划去 {digit}", join(cells))));
    parts.join("，")
}

/// Returns a sentence such as `r5c7 同时看到两者，所以 r5c7 划去 4。` In this example, `what` is `两者`.
pub(super) fn seen(scene: &Scene<'_>, what: &str) -> String {
    format!(
        "{} 同时看到{what}，所以 {}。",
        join(scene.targets()),
        effect(scene)
    )
}

/// Returns the digit of a move that concerns a single digit, as text.
pub(super) fn digit(scene: &Scene<'_>) -> String {
    join(scene.it.pattern.digits)
}

/// Lists digits as alternatives: `4 或 6`.
pub(super) fn any(digits: DigitSet) -> String {
    let digits: Vec<String> = digits.map(|digit: Digit| digit.to_string()).collect();
    digits.join(" 或 ")
}
