//! English texts for short chains with names of their own: turbot fish, empty rectangle, remote pair, wings.

use super::said::{StepTexts, capital, seen, title};
use crate::grid::{Cell, CellSet, DigitSet};
use crate::rate::hints::link::ExplainedLink;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::{ChainNode, Role, Technique};

/// Returns the nodes of one chain.
pub(super) fn nodes(links: &[ExplainedLink]) -> Vec<ChainNode> {
    let first = links.first().map(|it| it.link.from);
    let rest = links.iter().map(|it| it.link.to);
    first.into_iter().chain(rest).collect()
}

/// Writes the texts for a skyscraper, a kite or a turbot fish.
pub(super) fn turbot(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let digit = words::digits(scene.it.pattern.digits);
    let houses: Vec<_> = scene.houses(Role::Link).collect();
    let ends = nodes(links);
    let ([a, b, c, d], [one, two]) = (&ends[..], &houses[..]) else {
        return super::chains::texts(scene, links);
    };
    let [a, b, c, d] = [a, b, c, d].map(|node| words::one_of(node.cells));
    StepTexts::new(
        "One digit makes a short chain.",
        format!(
            "Look at the {digit}'s of {}.",
            words::houses(houses.iter().copied())
        ),
        format!(
            "{}: in {one}, {digit} is at {a} or {b}; in {two}, at {c} or {d}; {b} and {c} see each other.",
            title(scene.it.technique)
        ),
        format!(
            "{b} and {c} can't both be {digit}. So {a} is {digit}, or {d} is, or both are. {}",
            seen(scene, "both")
        ),
    )
}

/// Writes the texts for an empty rectangle.
pub(super) fn empty_rectangle(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let digit = words::digits(scene.it.pattern.digits);
    let of_box = words::houses(scene.houses(Role::Box));
    let line = words::houses(scene.houses(Role::Link));
    let ends = nodes(links);
    let [far, near, near_arm, other_arm] = &ends[..] else {
        return super::chains::texts(scene, links);
    };
    let [far, near] = [far, near].map(|node| words::one_of(node.cells));
    let (out, left) = (words::cells(near_arm.cells), words::one_of(other_arm.cells));
    let are_not = words::by_count(near_arm.cells, "is not", "are not");
    StepTexts::new(
        "One digit makes a short chain.",
        format!("Look at the {digit}'s of {of_box} and {line}."),
        format!(
            "{}: every {digit} of {of_box} lies in the same row or the same column; in {line}, {digit} is at {far} or {near}.",
            title(scene.it.technique)
        ),
        format!(
            "If {far} is not {digit}, then {near} is. Then {out} {are_not}, and {of_box} has its {digit} at {left}. \
             So {digit} is at {far} or at {left}. {}",
            seen(scene, "all of these")
        ),
    )
}

/// Writes the texts for a remote pair.
pub(super) fn remote_pair(scene: &Scene<'_>) -> StepTexts {
    let digits = words::digits(scene.it.pattern.digits);
    let sides = scene.colours();
    let [one, two] = [0, 1].map(|n| sides.get(n).copied().unwrap_or(CellSet::EMPTY));
    StepTexts::new(
        "Cells with the same two candidates form a chain.",
        format!("Look at the cells with {digits} only."),
        format!(
            "{}: {} all hold {digits}, and each sees the next.",
            title(scene.it.technique),
            words::cells(scene.all_cells())
        ),
        format!(
            "Along the chain the two digits alternate: {} hold one of them, {} the other. {}",
            words::cells(one),
            words::cells(two),
            seen(scene, "cells of both groups")
        ),
    )
}

/// Writes the texts for a W-wing.
pub(super) fn w_wing(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    let wings = scene.cells(Role::Wing);
    let ends = nodes(links);
    let ([removed, _, near, far, _, second], Some(line)) =
        (&ends[..], scene.houses(Role::Link).next())
    else {
        return super::chains::texts(scene, links);
    };
    let (linked, digit) = (near.digit, removed.digit);
    let [near, far, first, second] = [near, far, removed, second].map(|it| words::one_of(it.cells));
    StepTexts::new(
        "There is a wing.",
        format!(
            "Look at the cells with {} in {}.",
            words::digits(scene.it.pattern.digits),
            words::boxes_of(wings)
        ),
        format!(
            "{}: {} are both {}; the {linked}'s of {line}, {near} and {far}, join them.",
            title(scene.it.technique),
            words::cells(wings),
            words::notes(scene.it.pattern.digits)
        ),
        format!(
            "{} needs {}, at {near} or {far}. At {near}, it makes {first} {digit}; at {far}, it makes {second} \
             {digit}. So {first} or {second} is {digit}. {}",
            capital(&line.to_string()),
            words::a(DigitSet::of(linked)),
            seen(scene, "both")
        ),
    )
}

/// Writes the texts for an XY-wing or an XYZ-wing.
pub(super) fn wing(scene: &Scene<'_>) -> StepTexts {
    let (pivot, wings) = (scene.cells(Role::Pivot), scene.cells(Role::Wing));
    let removed = scene.removed_digits();
    let digit = words::digits(removed);
    let case = |cell: Cell| {
        let shared = scene.of_cell(cell).difference(removed);
        format!("if it is {}, {cell} is {digit}", words::digits(shared))
    };
    let mut cases: Vec<String> = wings.map(case).collect();
    let (count, all) = if scene.it.technique == Technique::XyzWing {
        cases.push(format!("else it is {digit} itself"));
        ("one of the three cells", "all three")
    } else {
        ("one of the wings", "both wings")
    };
    let pivot_name = words::cells(pivot);
    StepTexts::new(
        "There is a wing.",
        format!("Look at {pivot_name} and the cells with two candidates that it sees."),
        format!(
            "{}: {}, the pivot, sees the wings: {}.",
            title(scene.it.technique),
            words::contents(pivot, |cell| scene.of_cell(cell)).replace(" is ", " with "),
            words::contents(wings, |cell| scene.of_cell(cell))
        ),
        format!(
            "Take {pivot_name}: {}. So {count} is {digit}. {}",
            cases.join("; "),
            seen(scene, all)
        ),
    )
}
