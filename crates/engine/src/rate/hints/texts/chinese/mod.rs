//! The four texts of a step in Chinese. The script assets/fonts/cut reads the files of this folder to choose the
//! characters of the fonts in books.

mod chains;
mod forcing;
mod locked_sets;
mod names;
mod sets;
mod unique;
mod words;

use super::said::StepTexts;
use crate::rate::hints::link::ExplainedLink;
use crate::rate::hints::scene::Scene;
use crate::rate::techniques::Technique;

pub(in crate::rate::hints) use names::name;

/// Writes the texts that explain a move.
pub(in crate::rate::hints) fn texts(scene: &Scene<'_>, links: &[ExplainedLink]) -> StepTexts {
    use Technique::*;
    match scene.it.technique {
        FullHouse | NakedSingle | HiddenSingle | HiddenSingleBox | HiddenSingleLine => {
            sets::single(scene)
        }
        Pointing | Claiming => sets::locked(scene),
        LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuad => sets::naked(scene),
        HiddenPair | HiddenTriple | HiddenQuad => sets::hidden(scene),
        XWing | Swordfish | Jellyfish => sets::fish(scene),
        FinnedXWing | SashimiXWing | FinnedSwordfish | SashimiSwordfish | FinnedJellyfish
        | SashimiJellyfish => sets::finned(scene),
        Skyscraper | TwoStringKite | TurbotFish => chains::turbot(scene, links),
        EmptyRectangle => chains::empty_rectangle(scene, links),
        RemotePair => chains::remote_pair(scene),
        WWing => chains::w_wing(scene, links),
        XyWing | XyzWing => chains::wing(scene),
        ColourTrap | ColourWrap | MultiColours1 | MultiColours2 => unique::colours(scene),
        XChain
        | XyChain
        | Aic
        | GroupedAic
        | DiscontinuousLoop
        | GroupedDiscontinuousLoop
        | ContinuousLoop
        | GroupedContinuousLoop => chains::chain(scene, links),
        SueDeCoq => locked_sets::sue_de_coq(scene),
        WxyzWing | AlsXz => locked_sets::pair(scene),
        AlsXyWing | AlsChain => locked_sets::chain(scene),
        ForcingChainContradiction | ForcingNetContradiction => forcing::contradiction(scene, links),
        ForcingChainVerity | ForcingNetVerity => forcing::verity(scene, links),
        BugPlusOne => unique::bug(scene),
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4
        | UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle => unique::rectangle(scene),
    }
}
