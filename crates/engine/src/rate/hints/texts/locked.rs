//! English texts for locked candidates.

use super::said::{StepTexts, capital, effect};
use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::{Role, Technique};

/// Writes the texts for pointing and claiming.
pub(super) fn texts(scene: &Scene<'_>) -> StepTexts {
    let digit = words::digits(scene.it.pattern.digits);
    let from = words::houses(scene.houses(Role::Base));
    let to = words::houses(scene.houses(Role::Cover));
    let places = scene.marked(Role::Pattern);
    let (name, kind) = if scene.it.technique == Technique::Pointing {
        ("Pointing", "box")
    } else {
        ("Claiming", "line")
    };
    StepTexts::new(
        &format!("A digit is locked in a {kind}."),
        format!("Look at the {digit}'s of {from}."),
        format!(
            "{name}: the {digit}'s of {from} are all in {to}, at {}.",
            words::cells(places)
        ),
        format!(
            "{} needs {}, at {}. Wherever it is, it is the {digit} of {to}, too. So {}.",
            capital(&from),
            words::a(scene.it.pattern.digits),
            words::one_of(places),
            effect(scene)
        ),
    )
}
