//! Facts about a technique that do not depend on the position: its family, its size, and its place, points and level
//! in HoDoKu.

use crate::rate::HodokuLevel;
use crate::rate::techniques::Technique;
#[cfg(feature = "serde")]
use serde::Serialize;

/// A family of techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Family {
    /// Full house, naked single and hidden single.
    Single,
    /// Pointing and claiming.
    LockedCandidates,
    /// Pairs, triples and quads.
    Subset,
    /// Fish, with and without fins.
    Fish,
    /// Skyscraper, kite, turbot fish and empty rectangle.
    SingleDigit,
    /// W-wing, XY-wing and XYZ-wing.
    Wing,
    /// Unique rectangles and BUG+1.
    Uniqueness,
    /// Simple colours and multi-colours.
    Colours,
    /// Remote pair, chains and loops.
    Chain,
    /// Almost locked sets, WXYZ-wing and Sue de Coq.
    AlmostLockedSet,
    /// Forcing chains and nets.
    Forcing,
}

impl Family {
    /// Returns the family of a technique.
    pub const fn of(technique: Technique) -> Self {
        use Technique::*;
        match technique {
            FullHouse | NakedSingle | HiddenSingle | HiddenSingleBox | HiddenSingleLine => {
                Self::Single
            }
            Pointing | Claiming => Self::LockedCandidates,
            LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuad | HiddenPair
            | HiddenTriple | HiddenQuad => Self::Subset,
            XWing | Swordfish | Jellyfish | FinnedXWing | SashimiXWing | FinnedSwordfish
            | SashimiSwordfish | FinnedJellyfish | SashimiJellyfish => Self::Fish,
            Skyscraper | TwoStringKite | TurbotFish | EmptyRectangle => Self::SingleDigit,
            WWing | XyWing | XyzWing => Self::Wing,
            BugPlusOne | UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3
            | UniqueRectangle4 | UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle => {
                Self::Uniqueness
            }
            ColourTrap | ColourWrap | MultiColours1 | MultiColours2 => Self::Colours,
            RemotePair
            | XChain
            | XyChain
            | Aic
            | DiscontinuousLoop
            | ContinuousLoop
            | GroupedAic
            | GroupedDiscontinuousLoop
            | GroupedContinuousLoop => Self::Chain,
            SueDeCoq | WxyzWing | AlsXz | AlsXyWing | AlsChain => Self::AlmostLockedSet,
            ForcingChainContradiction
            | ForcingChainVerity
            | ForcingNetContradiction
            | ForcingNetVerity => Self::Forcing,
        }
    }
}

/// The place, points and level that HoDoKu gives to a technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct HodokuFacts {
    /// The place in HoDoKu's table of techniques.
    pub place: u16,
    /// The points that HoDoKu gives for a step.
    pub score: u16,
    /// The lowest level that a puzzle can have if it needs the technique.
    pub category: HodokuLevel,
}

impl HodokuFacts {
    /// Returns the place, points and level that HoDoKu gives to a technique.
    pub const fn of(technique: Technique) -> Self {
        Self {
            place: technique.place(),
            score: technique.score(),
            category: technique.level(),
        }
    }
}

/// Returns the size of a subset or fish, 2 to 4; `None` for other techniques.
pub(super) const fn size(technique: Technique) -> Option<u8> {
    use Technique::*;
    match technique {
        LockedPair | NakedPair | HiddenPair | XWing | FinnedXWing | SashimiXWing => Some(2),
        LockedTriple | NakedTriple | HiddenTriple | Swordfish | FinnedSwordfish
        | SashimiSwordfish => Some(3),
        NakedQuad | HiddenQuad | Jellyfish | FinnedJellyfish | SashimiJellyfish => Some(4),
        _ => None,
    }
}
