//! The four texts of a step, each more explicit than the last: the kind of the step, its place, its pattern, and the
//! reason why it is valid.
//!
//! The texts are templates in plain English that can be read aloud, with one file per family of techniques.

mod chains;
mod chinese;
mod colours;
mod fish;
mod forcing;
mod locked;
mod locked_sets;
mod net;
mod said;
mod short_chains;
mod singles;
mod subsets;
mod uniqueness;

use super::link::ExplainedLink;
use super::scene::Scene;
use crate::rate::techniques::Technique;

pub(super) use chinese::{name as chinese_name, texts as chinese};
pub use said::StepTexts;

/// Writes the texts that explain a move.
pub(super) fn texts(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    use Technique::*;
    match scene.it.technique {
        FullHouse | NakedSingle | HiddenSingle | HiddenSingleBox | HiddenSingleLine => {
            singles::texts(scene)
        }
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
