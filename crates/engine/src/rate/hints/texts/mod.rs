//! The four texts of a step, each one step further: that something is there, where, what, and why it holds.
//!
//! They are templates, one file a family, in plain English that can be read aloud.

mod chains;
mod colours;
mod fish;
mod forcing;
mod locked;
mod locked_sets;
mod short_chains;
mod singles;
mod subsets;
mod uniqueness;

use super::links::ProvedLink;
use super::scene::Scene;
use super::words;
use crate::rate::techniques::Technique;
use serde::Serialize;

/// The texts of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepTexts {
    /// Says that there is something, by its family.
    pub nudge: String,
    /// Says where to look.
    #[serde(rename = "where")]
    pub place: String,
    /// Names the technique and its pattern.
    pub what: String,
    /// Says why it holds and what follows.
    pub why: String,
}

impl StepTexts {
    fn new(
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

/// Returns the name of a technique at the beginning of a sentence.
fn title(technique: Technique) -> String {
    capital(technique.name())
}

/// Says what a move does: `r5c7 loses 4`.
fn effect(scene: &Scene<'_>) -> String {
    words::effect(&scene.it.sets, &scene.it.removes)
}

/// Says that the removed cells see something, and what they lose.
fn seen(scene: &Scene<'_>, what: &str) -> String {
    let targets = scene.targets();
    let sees = words::by_count(targets, "sees", "see");
    let effect = effect(scene);
    format!("{} {sees} {what}, so {effect}.", words::cells(targets))
}

/// Returns the text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Tells a move.
pub(super) fn texts(scene: &Scene<'_>, links: &[ProvedLink]) -> StepTexts {
    use Technique::*;
    match scene.it.technique {
        FullHouse | NakedSingle | HiddenSingle => singles::texts(scene),
        Pointing | Claiming => locked::texts(scene),
        LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuad => subsets::naked(scene),
        HiddenPair | HiddenTriple | HiddenQuad => subsets::hidden(scene),
        XWing | Swordfish | Jellyfish => fish::basic(scene),
        FinnedXWing | SashimiXWing | FinnedSwordfish | SashimiSwordfish | FinnedJellyfish
        | SashimiJellyfish => fish::finned(scene),
        Skyscraper | TwoStringKite | TurbotFish => short_chains::turbot(scene, links),
        EmptyRectangle => short_chains::empty_rectangle(scene, links),
        RemotePair => short_chains::remote_pair(scene),
        WWing => short_chains::w_wing(scene, links),
        XyWing | XyzWing => short_chains::wing(scene),
        ColourTrap | ColourWrap => colours::simple(scene),
        MultiColours1 | MultiColours2 => colours::multi(scene),
        XChain
        | XyChain
        | Aic
        | GroupedAic
        | DiscontinuousLoop
        | GroupedDiscontinuousLoop
        | ContinuousLoop
        | GroupedContinuousLoop => chains::texts(scene, links),
        SueDeCoq => locked_sets::sue_de_coq(scene),
        WxyzWing | AlsXz => locked_sets::pair(scene),
        AlsXyWing | AlsChain => locked_sets::chain(scene),
        ForcingChainContradiction | ForcingNetContradiction => forcing::contradiction(scene, links),
        ForcingChainVerity | ForcingNetVerity => forcing::verity(scene, links),
        BugPlusOne => uniqueness::bug(scene),
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4
        | UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle => uniqueness::rectangle(scene),
    }
}
