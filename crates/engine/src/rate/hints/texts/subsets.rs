//! English texts for pairs, triples and quads.

use super::said::{StepTexts, capital, effect, title};
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::Role;

/// Returns the name of a subset of this size, such as `pair`, and the size as a word, such as `two`.
const fn size(count: usize) -> (&'static str, &'static str) {
    let name = match count {
        2 => "pair",
        3 => "triple",
        _ => "quad",
    };
    (name, words::number(count))
}

/// Writes the texts for naked and locked subsets.
pub(super) fn naked(scene: &Scene<'_>) -> StepTexts {
    let cells = scene.all_cells();
    let (kind, number) = size(cells.len());
    let digits = words::digits(scene.it.pattern.digits);
    let houses = words::houses(scene.houses(Role::Base));
    let listed = words::cells(cells);
    StepTexts::new(
        &format!("There is a {kind}."),
        format!("Look at the cells of {houses} that hold nothing but {digits}."),
        format!(
            "{}: {listed} hold only {digits}.",
            title(scene.it.technique)
        ),
        format!(
            "{} cells for {number} digits: {digits} take {listed}, in some order, and go nowhere else in {houses}. So {}.",
            capital(number),
            effect(scene)
        ),
    )
}

/// Writes the texts for hidden subsets.
pub(super) fn hidden(scene: &Scene<'_>) -> StepTexts {
    let cells = scene.marked(Role::Pattern);
    let (kind, number) = size(cells.len());
    let digits = words::digits(scene.it.pattern.digits);
    let house = words::houses(scene.houses(Role::Base));
    let listed = words::cells(cells);
    StepTexts::new(
        &format!("There is a hidden {kind}."),
        format!("Look for {digits} in {house}."),
        format!(
            "{}: in {house}, {digits} have no places but {listed}.",
            title(scene.it.technique)
        ),
        format!(
            "{} digits for {number} cells: {digits} take {listed}, in some order, and leave no room for others. So {}.",
            capital(number),
            effect(scene)
        ),
    )
}
