//! English texts for singles.

use super::said::{StepTexts, title};
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::{Role, Technique};

/// Writes the texts for a full house, a naked single or a hidden single.
pub(super) fn texts(scene: &Scene<'_>) -> StepTexts {
    let name = title(scene.it.technique);
    let Some(&mark) = scene.it.sets.first() else {
        return StepTexts::new("There is a single.", name.clone(), name.clone(), name);
    };
    let (cell, digit) = (mark.cell, mark.digit);
    let house = scene.houses(Role::Base).next();
    match (scene.it.technique, house) {
        (Technique::FullHouse, Some(house)) => StepTexts::new(
            "A house has one blank left.",
            format!("Look at {house}."),
            format!("{name}: {cell} is the last blank of {house}."),
            format!("Every digit but {digit} is in {house} already, so {cell} is {digit}."),
        ),
        (
            Technique::HiddenSingle | Technique::HiddenSingleBox | Technique::HiddenSingleLine,
            Some(house),
        ) => StepTexts::new(
            &format!("A digit has one place left in a {}.", house.kind()),
            format!("Look for {digit} in {house}."),
            format!("{name}: in {house}, {cell} is the only place for {digit}."),
            format!(
                "The {} needs {}, and it can't go into any other blank there. So {cell} is {digit}.",
                house.kind(),
                words::a(scene.it.pattern.digits)
            ),
        ),
        _ => StepTexts::new(
            "A cell has one candidate left.",
            format!("Look at {cell}."),
            format!("{name}: {digit} is the only candidate of {cell}."),
            format!("No other digit can go into {cell}, so it is {digit}."),
        ),
    }
}
