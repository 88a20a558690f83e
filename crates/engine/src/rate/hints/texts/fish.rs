//! English texts for fish, with and without fins.

use super::said::{StepTexts, effect, title};
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::Role;

/// Writes the texts for a fish without fins.
pub(super) fn basic(scene: &Scene<'_>) -> StepTexts {
    let digit = words::digits(scene.it.pattern.digits);
    let base = words::houses(scene.houses(Role::Base));
    let cover = words::houses(scene.houses(Role::Cover));
    let count = words::number(scene.houses(Role::Base).count());
    StepTexts::new(
        "There is a fish.",
        format!("Look at the {digit}'s of {base}."),
        format!(
            "{}: the {digit}'s of {base} are all in {cover}.",
            title(scene.it.technique)
        ),
        format!(
            "The {count} lines need {count} {digit}'s, and these fill {cover}, which can hold no more. So {}.",
            effect(scene)
        ),
    )
}

/// Writes the texts for a finned or sashimi fish.
pub(super) fn finned(scene: &Scene<'_>) -> StepTexts {
    let digit = words::digits(scene.it.pattern.digits);
    let base = words::houses(scene.houses(Role::Base));
    let cover = words::houses(scene.houses(Role::Cover));
    let (fins, targets) = (scene.marked(Role::Fin), scene.targets());
    let are_fins = words::by_count(fins, "is the fin", "are the fins");
    let see = words::by_count(targets, "sees", "see");
    let they_see = words::by_count(targets, "it sees", "they see");
    let (none, one) = match fins.single() {
        Some(fin) => (
            format!("{fin} is not"),
            format!("it is, {} {see} it", words::cells(targets)),
        ),
        None => (
            format!("none of {} is", words::cells(fins)),
            format!(
                "one of them is, {} {see} it, because {they_see} every fin",
                words::cells(targets)
            ),
        ),
    };
    StepTexts::new(
        "There is a fish with a fin.",
        format!("Look at the {digit}'s of {base}."),
        format!(
            "{}: the {digit}'s of {base} are all in {cover}, but for {}, which {are_fins}.",
            title(scene.it.technique),
            words::cells(fins)
        ),
        format!(
            "If {none} {digit}, this is a fish without fins, and every {digit} of {cover} is in it. If {one}. Either way, {}.",
            effect(scene)
        ),
    )
}
