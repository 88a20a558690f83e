//! English texts for techniques that rely on the puzzle having only one solution.

use super::said::{StepTexts, effect, title};
use crate::grid::House;
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::{Role, Technique};

/// Writes the texts for BUG+1.
pub(super) fn bug(scene: &Scene<'_>) -> StepTexts {
    let cell = words::cells(scene.marked(Role::Pattern));
    let digit = words::digits(scene.it.pattern.digits);
    StepTexts::new(
        "Nearly every blank has two candidates.",
        "Look for the one blank with three candidates.",
        format!(
            "{}: {cell} is the only blank with three candidates.",
            title(scene.it.technique)
        ),
        format!(
            "Without {digit} in {cell}, every blank would have two candidates, and every digit two places in each \
             house. Such a grid never has exactly one solution, but this puzzle does. So {cell} is {digit}: {}.",
            effect(scene)
        ),
    )
}

/// Writes the texts for a unique rectangle of any type.
pub(super) fn rectangle(scene: &Scene<'_>) -> StepTexts {
    let (floor, roof) = (scene.cells(Role::Floor), scene.cells(Role::Roof));
    let digits = words::digits(scene.it.pattern.digits);
    let holds_only = words::by_count(floor, "holds only", "hold only");
    let also_holds = words::by_count(roof, "also holds", "also hold");
    StepTexts::new(
        "Four cells make a rectangle.",
        format!(
            "Look at the cells with {digits} in {}.",
            words::boxes_of(floor | roof)
        ),
        format!(
            "{}: the corners are {}. {} {holds_only} {digits}; {} {also_holds} other digits.",
            title(scene.it.technique),
            words::cells(floor | roof),
            words::cells(floor),
            words::cells(roof)
        ),
        format!(
            "If the four corners held only {digits}, the two digits could change places, and there would be two solutions. {}",
            conclusion(scene)
        ),
    )
}

/// Writes the conclusion of a unique rectangle: why its corners can't hold only its two digits, and what follows.
fn conclusion(scene: &Scene<'_>) -> String {
    use Technique::*;
    let roof = scene.cells(Role::Roof);
    let either = words::one_of(roof);
    let effect = effect(scene);
    let locked = words::digits(scene.marked_digits(Role::Pattern));
    let extra = scene.union(roof).difference(scene.it.pattern.digits);
    match scene.it.technique {
        UniqueRectangle1 => format!("So {either} holds another digit: {effect}."),
        UniqueRectangle2 | UniqueRectangle5 => {
            format!(
                "So {either} is {locked}. A cell that sees all of these can't be {locked}: {effect}."
            )
        }
        UniqueRectangle3 => {
            let others = scene.cells(Role::Extra);
            let digits = extra.union(scene.union(others));
            format!(
                "So {either} is {}. That cell and {} take up {} in {}: {effect}.",
                words::any(extra),
                words::cells(others),
                words::digits(digits),
                words::houses(scene.houses(Role::Base))
            )
        }
        UniqueRectangle4 => {
            let shared = House::all().filter(|house| roof.is_subset(house.cells()));
            format!(
                "In {} only {either} can be {locked}, so one of them is. The other must not complete the rectangle: \
                 {effect}.",
                words::houses(shared)
            )
        }
        UniqueRectangle6 => format!(
            "In the rows and columns of the rectangle, {locked} has no place but the corners. If {either} \
             were {locked}, both would be, and the other two corners would take the other digit. So {effect}."
        ),
        _ => {
            let corner = words::cells(scene.targets());
            let removed = words::digits(scene.removed_digits());
            format!(
                "In the row and the column of {corner}, {locked} has no place but the corners. With {removed} in \
                 {corner}, the corners next to it would be {locked} and the one opposite {removed}, and all four would take the \
                 two digits. So {effect}."
            )
        }
    }
}
