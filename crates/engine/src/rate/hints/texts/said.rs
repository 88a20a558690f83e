//! The four texts of a step, and the English phrases that the texts of all families of techniques share.

use crate::rate::hints::scene::Scene;
use crate::rate::hints::words;
use crate::rate::techniques::Technique;
#[cfg(feature = "serde")]
use serde::Serialize;

/// The four texts that describe a step, one for each level of a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct StepTexts {
    /// The kind of step to look for, such as a chain or a fish.
    pub nudge: String,
    /// The cells or houses to look at.
    #[cfg_attr(feature = "serde", serde(rename = "where"))]
    pub place: String,
    /// The technique and the cells, houses and candidates that it uses.
    pub what: String,
    /// The reason why the step is valid, and its result.
    pub why: String,
}

impl StepTexts {
    pub(in crate::rate::hints) fn new(
        nudge: &str,
        place: impl Into<String>,
        what: impl Into<String>,
        why: impl Into<String>,
    ) -> Self {
        Self {
            nudge: nudge.to_owned(),
            place: place.into(),
            what: what.into(),
            why: why.into(),
        }
    }
}

/// Returns the name of a technique with a capital letter, for the beginning of a sentence.
pub(super) fn title(technique: Technique) -> String {
    capital(technique.name())
}

/// Describes the effect of a move: `r5c7 loses 4`.
pub(super) fn effect(scene: &Scene<'_>) -> String {
    words::effect(&scene.it.sets, &scene.it.removes)
}

/// Returns a sentence such as `r5c7 sees both, so r5c7 loses 4.` In this example, `what` is `both`.
pub(super) fn seen(scene: &Scene<'_>, what: &str) -> String {
    let targets = scene.targets();
    let sees = words::by_count(targets, "sees", "see");
    let effect = effect(scene);
    format!("{} {sees} {what}, so {effect}.", words::cells(targets))
}

/// Returns the text with its first letter turned into a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
