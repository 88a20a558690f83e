//! The table of techniques: the names of each technique, its place, score and level in HoDoKu, and its rating in
//! Sudoku Explainer. Names in options, help and JSON all come from this table.
//!
//! HoDoKu lacks three of these techniques: the WXYZ-wing, and hidden singles in boxes and in lines. It finds a
//! WXYZ-wing by the ALS-XZ rule, so the wing has that rule's place and points. People find hidden singles in boxes
//! and in lines at different speeds, but HoDoKu has one technique for both. A ladder has either the two kinds,
//! which come last in the table, or HoDoKu's one technique.
//! Numbers: HoDoKu 2.3.2's default table of techniques; Sudoku Explainer 1.2.1's ratings.

use crate::rate::HodokuLevel;
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A technique: a way to place a digit or to remove candidates. Techniques are in HoDoKu's order. Of the three that
/// HoDoKu lacks, the WXYZ-wing comes before ALS-XZ, and the two kinds of hidden singles come last.
///
/// ```
/// use sudoku_engine::Technique;
/// let kite: Technique = "two-string-kite".parse().expect("a name");
/// assert_eq!((kite.key(), kite.name()), ("two-string-kite", "two-string kite"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // Each is described by `Technique::about`.
pub enum Technique {
    FullHouse,
    NakedSingle,
    HiddenSingle,
    LockedPair,
    LockedTriple,
    Pointing,
    Claiming,
    NakedPair,
    NakedTriple,
    HiddenPair,
    HiddenTriple,
    NakedQuad,
    HiddenQuad,
    XWing,
    Swordfish,
    Jellyfish,
    RemotePair,
    BugPlusOne,
    Skyscraper,
    TwoStringKite,
    TurbotFish,
    EmptyRectangle,
    WWing,
    XyWing,
    XyzWing,
    UniqueRectangle1,
    UniqueRectangle2,
    UniqueRectangle3,
    UniqueRectangle4,
    UniqueRectangle5,
    UniqueRectangle6,
    HiddenRectangle,
    FinnedXWing,
    SashimiXWing,
    FinnedSwordfish,
    SashimiSwordfish,
    FinnedJellyfish,
    SashimiJellyfish,
    SueDeCoq,
    ColourTrap,
    ColourWrap,
    MultiColours1,
    MultiColours2,
    XChain,
    XyChain,
    Aic,
    DiscontinuousLoop,
    ContinuousLoop,
    GroupedAic,
    GroupedDiscontinuousLoop,
    GroupedContinuousLoop,
    WxyzWing,
    AlsXz,
    AlsXyWing,
    AlsChain,
    ForcingChainContradiction,
    ForcingChainVerity,
    ForcingNetContradiction,
    ForcingNetVerity,
    HiddenSingleBox,
    HiddenSingleLine,
}

/// The facts about one technique: a row of the table of techniques. The methods of [`Technique`] describe the columns.
struct Facts {
    technique: Technique,
    key: &'static str,
    name: &'static str,
    aliases: &'static [&'static str],
    short: &'static str,
    place: u16,
    score: u16,
    level: HodokuLevel,
    explainer: Option<u8>,
    about: &'static str,
}

#[rustfmt::skip]
const TABLE: [Facts; 61] = {
    use HodokuLevel::{Easy, Extreme, Hard, Medium, Unfair};
    use Technique::*;
    [
        Facts { technique: FullHouse, key: "full-house", name: "full house", aliases: &["last-digit"], short: "fh",
            place: 100, score: 4, level: Easy, explainer: Some(10),
            about: "a house has one blank left, which takes the missing digit" },
        Facts { technique: NakedSingle, key: "naked-single", name: "naked single", aliases: &["sole-candidate", "single-candidate"], short: "n1",
            place: 200, score: 4, level: Easy, explainer: Some(23),
            about: "a blank with only one candidate takes this digit" },
        Facts { technique: HiddenSingle, key: "hidden-single", name: "hidden single", aliases: &["unique-candidate", "single-position"], short: "h1",
            place: 300, score: 14, level: Easy, explainer: Some(12),
            about: "a digit with only one place in a house goes there" },
        Facts { technique: LockedPair, key: "locked-pair", name: "locked pair", aliases: &[], short: "l2",
            place: 1000, score: 40, level: Medium, explainer: None,
            about: "two cells that a box and a line share hold only two digits, which are removed from the rest of the box and of the line" },
        Facts { technique: LockedTriple, key: "locked-triple", name: "locked triple", aliases: &[], short: "l3",
            place: 1100, score: 60, level: Medium, explainer: None,
            about: "three cells that a box and a line share hold only three digits, which are removed from the rest of the box and of the line" },
        Facts { technique: Pointing, key: "pointing", name: "locked candidates (pointing)", aliases: &["locked-candidates-1", "locked-candidates", "intersection-removal"], short: "lc1",
            place: 1200, score: 50, level: Medium, explainer: Some(26),
            about: "all places of a digit in a box lie in one line: the digit is removed from the rest of the line" },
        Facts { technique: Claiming, key: "claiming", name: "locked candidates (claiming)", aliases: &["locked-candidates-2", "box-line", "box-line-reduction"], short: "lc2",
            place: 1210, score: 50, level: Medium, explainer: Some(28),
            about: "all places of a digit in a line lie in one box: the digit is removed from the rest of the box" },
        Facts { technique: NakedPair, key: "naked-pair", name: "naked pair", aliases: &["pair", "naked-double"], short: "n2",
            place: 1300, score: 60, level: Medium, explainer: Some(30),
            about: "two cells of a house hold only two digits, which are removed from its other cells" },
        Facts { technique: NakedTriple, key: "naked-triple", name: "naked triple", aliases: &["naked-triplet", "triple", "triplet"], short: "n3",
            place: 1400, score: 80, level: Medium, explainer: Some(36),
            about: "three cells of a house hold only three digits, which are removed from its other cells" },
        Facts { technique: HiddenPair, key: "hidden-pair", name: "hidden pair", aliases: &["hidden-double"], short: "h2",
            place: 1500, score: 70, level: Medium, explainer: Some(34),
            about: "two digits have only two places in a house, which lose all other candidates" },
        Facts { technique: HiddenTriple, key: "hidden-triple", name: "hidden triple", aliases: &["hidden-triplet"], short: "h3",
            place: 1600, score: 100, level: Medium, explainer: Some(40),
            about: "three digits have only three places in a house, which lose all other candidates" },
        Facts { technique: NakedQuad, key: "naked-quad", name: "naked quad", aliases: &["naked-quadruple", "quad", "quadruple"], short: "n4",
            place: 2000, score: 120, level: Hard, explainer: Some(50),
            about: "four cells of a house hold only four digits, which are removed from its other cells" },
        Facts { technique: HiddenQuad, key: "hidden-quad", name: "hidden quad", aliases: &["hidden-quadruple"], short: "h4",
            place: 2100, score: 150, level: Hard, explainer: Some(54),
            about: "four digits have only four places in a house, which lose all other candidates" },
        Facts { technique: XWing, key: "x-wing", name: "X-wing", aliases: &["xwing"], short: "bf2",
            place: 2200, score: 140, level: Hard, explainer: Some(32),
            about: "the places of a digit in two lines lie in two crossing lines, whose other cells lose the digit" },
        Facts { technique: Swordfish, key: "swordfish", name: "swordfish", aliases: &["sword-fish"], short: "bf3",
            place: 2300, score: 150, level: Hard, explainer: Some(38),
            about: "the places of a digit in three lines lie in three crossing lines, whose other cells lose the digit" },
        Facts { technique: Jellyfish, key: "jellyfish", name: "jellyfish", aliases: &["jelly-fish"], short: "bf4",
            place: 2400, score: 160, level: Hard, explainer: Some(52),
            about: "the places of a digit in four lines lie in four crossing lines, whose other cells lose the digit" },
        Facts { technique: RemotePair, key: "remote-pair", name: "remote pair", aliases: &["remote-pairs"], short: "rp",
            place: 2800, score: 110, level: Hard, explainer: Some(66),
            about: "cells with the same two candidates form a chain, in which the digits alternate: a cell that sees two of them with different digits loses both" },
        Facts { technique: BugPlusOne, key: "bug-plus-one", name: "BUG+1", aliases: &["bug+1", "bug", "bug1"], short: "bug1",
            place: 2900, score: 100, level: Hard, explainer: Some(56),
            about: "every blank has two candidates, except one blank with three candidates: it takes the digit that has three places in each of its houses" },
        Facts { technique: Skyscraper, key: "skyscraper", name: "skyscraper", aliases: &[], short: "sk",
            place: 3000, score: 130, level: Hard, explainer: Some(66),
            about: "a digit has two places in each of two parallel lines, and one place of each line lies in the same crossing line: a cell that sees the two other places loses the digit" },
        Facts { technique: TwoStringKite, key: "two-string-kite", name: "two-string kite", aliases: &["2-string-kite", "kite"], short: "2sk",
            place: 3100, score: 150, level: Hard, explainer: Some(66),
            about: "a digit has two places in a row and two places in a column, and one place of the row and one of the column lie in the same box: a cell that sees the two other places loses the digit" },
        Facts { technique: TurbotFish, key: "turbot-fish", name: "turbot fish", aliases: &["turbot"], short: "tf",
            place: 3120, score: 120, level: Hard, explainer: Some(66),
            about: "a weak link joins two strong links of a digit: a cell that sees both ends of this chain loses the digit" },
        Facts { technique: EmptyRectangle, key: "empty-rectangle", name: "empty rectangle", aliases: &[], short: "er",
            place: 3170, score: 120, level: Hard, explainer: Some(67),
            about: "a digit's places in a box lie in one row and one column, and a strong link of the digit begins in one of these two lines: the cell that lies in the other line and sees the link's far end loses the digit" },
        Facts { technique: WWing, key: "w-wing", name: "W-wing", aliases: &["wwing"], short: "w",
            place: 3200, score: 150, level: Hard, explainer: Some(71),
            about: "a strong link of one digit joins two cells with the same two candidates: a cell that sees both cells loses the other digit" },
        Facts { technique: XyWing, key: "xy-wing", name: "XY-wing", aliases: &["xywing", "y-wing"], short: "xy",
            place: 3300, score: 160, level: Hard, explainer: Some(42),
            about: "a pivot with the candidates XY sees wings with XZ and YZ: a cell that sees both wings is not Z" },
        Facts { technique: XyzWing, key: "xyz-wing", name: "XYZ-wing", aliases: &["xyzwing"], short: "xyz",
            place: 3400, score: 180, level: Hard, explainer: Some(44),
            about: "a pivot with the candidates XYZ sees wings with XZ and YZ: a cell that sees all three is not Z" },
        Facts { technique: UniqueRectangle1, key: "unique-rectangle-1", name: "unique rectangle 1", aliases: &["uniqueness-test-1"], short: "u1",
            place: 3500, score: 100, level: Hard, explainer: Some(45),
            about: "three corners of a rectangle hold only the same two digits, which are removed from the fourth corner" },
        Facts { technique: UniqueRectangle2, key: "unique-rectangle-2", name: "unique rectangle 2", aliases: &["uniqueness-test-2"], short: "u2",
            place: 3600, score: 100, level: Hard, explainer: Some(45),
            about: "two corners of a rectangle, in one line, have the same third candidate: a cell that sees both corners loses this digit" },
        Facts { technique: UniqueRectangle3, key: "unique-rectangle-3", name: "unique rectangle 3", aliases: &["uniqueness-test-3"], short: "u3",
            place: 3700, score: 100, level: Hard, explainer: Some(45),
            about: "two corners of a rectangle, in one line, hold further digits, which form a naked subset with other cells" },
        Facts { technique: UniqueRectangle4, key: "unique-rectangle-4", name: "unique rectangle 4", aliases: &["uniqueness-test-4"], short: "u4",
            place: 3800, score: 100, level: Hard, explainer: Some(45),
            about: "in the line of two corners of a rectangle, one of its two digits has no place but these corners: they lose the other digit" },
        Facts { technique: UniqueRectangle5, key: "unique-rectangle-5", name: "unique rectangle 5", aliases: &["uniqueness-test-5"], short: "u5",
            place: 3900, score: 100, level: Hard, explainer: Some(45),
            about: "two opposite corners, or three corners, of a rectangle have the same third candidate: a cell that sees all of these corners loses this digit" },
        Facts { technique: UniqueRectangle6, key: "unique-rectangle-6", name: "unique rectangle 6", aliases: &["uniqueness-test-6"], short: "u6",
            place: 4000, score: 100, level: Hard, explainer: None,
            about: "in the two rows and two columns of a rectangle, a digit has no place but the corners: the opposite corners that hold further digits lose this digit" },
        Facts { technique: HiddenRectangle, key: "hidden-rectangle", name: "hidden rectangle", aliases: &["hidden-unique-rectangle"], short: "hr",
            place: 4010, score: 100, level: Hard, explainer: None,
            about: "in the row and in the column of one corner of a rectangle, one of the rectangle's two digits can only go in its corners: this corner loses the other digit" },
        Facts { technique: FinnedXWing, key: "finned-x-wing", name: "finned X-wing", aliases: &[], short: "fbf2",
            place: 4100, score: 130, level: Hard, explainer: Some(66),
            about: "an X-wing with extra places in one box, its fins: the digit is removed only from cells that see all fins" },
        Facts { technique: SashimiXWing, key: "sashimi-x-wing", name: "sashimi X-wing", aliases: &[], short: "sbf2",
            place: 4200, score: 150, level: Hard, explainer: Some(66),
            about: "a finned X-wing that would lack a corner without its fins" },
        Facts { technique: FinnedSwordfish, key: "finned-swordfish", name: "finned swordfish", aliases: &[], short: "fbf3",
            place: 4300, score: 200, level: Unfair, explainer: Some(70),
            about: "a swordfish with extra places in one box, its fins: the digit is removed only from cells that see all fins" },
        Facts { technique: SashimiSwordfish, key: "sashimi-swordfish", name: "sashimi swordfish", aliases: &[], short: "sbf3",
            place: 4400, score: 240, level: Unfair, explainer: Some(70),
            about: "a finned swordfish in which one line would have fewer than two places without the fins" },
        Facts { technique: FinnedJellyfish, key: "finned-jellyfish", name: "finned jellyfish", aliases: &[], short: "fbf4",
            place: 4500, score: 250, level: Unfair, explainer: Some(70),
            about: "a jellyfish with extra places in one box, its fins: the digit is removed only from cells that see all fins" },
        Facts { technique: SashimiJellyfish, key: "sashimi-jellyfish", name: "sashimi jellyfish", aliases: &[], short: "sbf4",
            place: 4600, score: 260, level: Unfair, explainer: Some(70),
            about: "a finned jellyfish in which one line would have fewer than two places without the fins" },
        Facts { technique: SueDeCoq, key: "sue-de-coq", name: "Sue de Coq", aliases: &["two-sector-disjoint-subsets"], short: "sdc",
            place: 5300, score: 250, level: Unfair, explainer: None,
            about: "cells where a box and a line cross, some other cells of the box (A) and some other cells of the line (B) hold exactly as many digits in all as there are cells: the rest of the box loses the digits of A, and the rest of the line loses the digits of B" },
        Facts { technique: ColourTrap, key: "colour-trap", name: "simple colours (trap)", aliases: &["simple-colours", "simple-colors", "simple-colors-trap"], short: "sc1",
            place: 5330, score: 150, level: Hard, explainer: Some(66),
            about: "the ends of a digit's strong links are coloured alternately in two colours: a cell that sees both colours loses the digit" },
        Facts { technique: ColourWrap, key: "colour-wrap", name: "simple colours (wrap)", aliases: &["simple-colors-wrap"], short: "sc2",
            place: 5330, score: 150, level: Hard, explainer: Some(66),
            about: "the ends of a digit's strong links are coloured alternately in two colours: a colour that occurs twice in a house is false" },
        Facts { technique: MultiColours1, key: "multi-colours-1", name: "multi-colours 1", aliases: &["multi-colours", "multi-colors", "multi-colors-1"], short: "mc1",
            place: 5360, score: 200, level: Hard, explainer: Some(66),
            about: "a digit's strong links make two sets, each in two colours, and a colour of one set sees a colour of the other: a cell that sees the two remaining colours loses the digit" },
        Facts { technique: MultiColours2, key: "multi-colours-2", name: "multi-colours 2", aliases: &["multi-colors-2"], short: "mc2",
            place: 5360, score: 200, level: Hard, explainer: Some(66),
            about: "a digit's strong links make two sets, each in two colours: a colour that sees both colours of the other set is false" },
        Facts { technique: XChain, key: "x-chain", name: "X-chain", aliases: &["xchain"], short: "x",
            place: 5400, score: 260, level: Unfair, explainer: Some(66),
            about: "a chain of alternating strong and weak links of one digit: a cell that sees both ends loses the digit" },
        Facts { technique: XyChain, key: "xy-chain", name: "XY-chain", aliases: &["xychain"], short: "xyc",
            place: 5500, score: 260, level: Unfair, explainer: Some(71),
            about: "a chain of cells with two candidates, with the same digit at both ends: a cell that sees both ends loses this digit" },
        Facts { technique: Aic, key: "aic", name: "AIC", aliases: &["alternating-inference-chain"], short: "aic",
            place: 5600, score: 280, level: Unfair, explainer: Some(70),
            about: "a chain of alternating strong and weak links: at least one of its two ends is true" },
        Facts { technique: DiscontinuousLoop, key: "discontinuous-nice-loop", name: "discontinuous nice loop", aliases: &["discontinuous-loop"], short: "dnl",
            place: 5600, score: 280, level: Unfair, explainer: Some(70),
            about: "a chain that comes back to the cell where it begins, and proves or disproves a candidate of that cell" },
        Facts { technique: ContinuousLoop, key: "continuous-nice-loop", name: "continuous nice loop", aliases: &["continuous-loop"], short: "cnl",
            place: 5600, score: 280, level: Unfair, explainer: Some(65),
            about: "a closed chain: one end of each weak link is true, and a candidate that conflicts with both ends of a link is removed" },
        Facts { technique: GroupedAic, key: "grouped-aic", name: "grouped AIC", aliases: &[], short: "gaic",
            place: 5650, score: 300, level: Unfair, explainer: None,
            about: "an AIC with nodes of two or three cells" },
        Facts { technique: GroupedDiscontinuousLoop, key: "grouped-discontinuous-nice-loop", name: "grouped discontinuous nice loop", aliases: &[], short: "gdnl",
            place: 5650, score: 300, level: Unfair, explainer: None,
            about: "a discontinuous nice loop with nodes of two or three cells" },
        Facts { technique: GroupedContinuousLoop, key: "grouped-continuous-nice-loop", name: "grouped continuous nice loop", aliases: &[], short: "gcnl",
            place: 5650, score: 300, level: Unfair, explainer: None,
            about: "a continuous nice loop with nodes of two or three cells" },
        Facts { technique: WxyzWing, key: "wxyz-wing", name: "WXYZ-wing", aliases: &["wxyzwing"], short: "wxyz",
            place: 5699, score: 300, level: Unfair, explainer: None,
            about: "a cell with two candidates and three cells with four candidates in all share a restricted common digit: a cell that sees all places of the other common digit loses that digit" },
        Facts { technique: AlsXz, key: "als-xz", name: "ALS-XZ", aliases: &["almost-locked-set-xz"], short: "axz",
            place: 5700, score: 300, level: Unfair, explainer: None,
            about: "two almost locked sets share a restricted common digit: a cell that sees all places of another common digit in both sets loses that digit" },
        Facts { technique: AlsXyWing, key: "als-xy-wing", name: "ALS-XY-wing", aliases: &["almost-locked-set-xy-wing"], short: "axy",
            place: 5800, score: 320, level: Unfair, explainer: None,
            about: "an almost locked set joins two others: a cell that sees all places of a common digit of these two loses that digit" },
        Facts { technique: AlsChain, key: "als-chain", name: "ALS chain", aliases: &["almost-locked-set-chain"], short: "ach",
            place: 5900, score: 340, level: Unfair, explainer: None,
            about: "four or more almost locked sets form a chain: a cell that sees all places of a common digit of the first and the last set loses that digit" },
        Facts { technique: ForcingChainContradiction, key: "forcing-chain-contradiction", name: "forcing chain (contradiction)", aliases: &["forcing-chain"], short: "fcc",
            place: 8500, score: 500, level: Extreme, explainer: Some(70),
            about: "a candidate that leads by chains to a contradiction is false" },
        Facts { technique: ForcingChainVerity, key: "forcing-chain-verity", name: "forcing chain (verity)", aliases: &[], short: "fcv",
            place: 8500, score: 500, level: Extreme, explainer: Some(70),
            about: "all candidates of a cell, or all places of a digit in a house, lead by chains to the same result" },
        Facts { technique: ForcingNetContradiction, key: "forcing-net-contradiction", name: "forcing net (contradiction)", aliases: &["forcing-net"], short: "fnc",
            place: 8600, score: 700, level: Extreme, explainer: Some(85),
            about: "a candidate is false if it leads to a contradiction by steps that may each follow from several others" },
        Facts { technique: ForcingNetVerity, key: "forcing-net-verity", name: "forcing net (verity)", aliases: &[], short: "fnv",
            place: 8600, score: 700, level: Extreme, explainer: Some(85),
            about: "all candidates of a cell, or all places of a digit in a house, lead to the same result by steps that may each follow from several others" },
        Facts { technique: HiddenSingleBox, key: "hidden-single-box", name: "hidden single in a box", aliases: &["box-single"], short: "h1b",
            place: 301, score: 14, level: Easy, explainer: Some(12),
            about: "a digit with only one place in a box goes there" },
        Facts { technique: HiddenSingleLine, key: "hidden-single-line", name: "hidden single in a line", aliases: &["line-single"], short: "h1l",
            place: 302, score: 14, level: Easy, explainer: Some(15),
            about: "a digit with only one place in a row or column goes there" },
    ]
};

/// The number of techniques.
pub const TECHNIQUES: usize = TABLE.len();

impl Technique {
    /// Returns all techniques, in HoDoKu's order, with the two kinds of hidden singles at the end.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        TABLE.iter().map(|facts| facts.technique)
    }

    /// Returns the technique's index in tables of counts, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    const fn facts(self) -> &'static Facts {
        &TABLE[self as usize]
    }

    /// Returns the technique's name in options, job files and JSON, such as `xy-wing`. These names never change.
    pub const fn key(self) -> &'static str {
        self.facts().key
    }

    /// Returns the technique's name as it is written in the middle of a sentence, such as `XY-wing`.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the technique's other names, which can be parsed as well.
    pub const fn aliases(self) -> &'static [&'static str] {
        self.facts().aliases
    }

    /// Returns a one-line description of the technique.
    pub const fn about(self) -> &'static str {
        self.facts().about
    }

    /// Returns the technique's short name, used in the shared data files, such as `xy`.
    pub const fn short(self) -> &'static str {
        self.facts().short
    }

    /// Returns the technique's place in HoDoKu's table of techniques. Techniques with the same place are searched for
    /// together.
    pub const fn place(self) -> u16 {
        self.facts().place
    }

    /// Returns the points that HoDoKu gives for a step of the technique.
    pub const fn score(self) -> u16 {
        self.facts().score
    }

    /// Returns the lowest level of puzzles that need this technique, as HoDoKu rates them.
    pub const fn level(self) -> HodokuLevel {
        self.facts().level
    }

    /// Returns the lowest rating that Sudoku Explainer 1.2.1 gives a step of this technique, in tenths. `None` if
    /// Sudoku Explainer has no such technique.
    pub const fn explainer(self) -> Option<u8> {
        self.facts().explainer
    }

    /// Returns whether the technique is a kind of single: it places the last blank of a house, the only candidate of a
    /// cell, or a digit that has only one place in a house.
    pub const fn is_single(self) -> bool {
        self as usize <= Self::HiddenSingle as usize
            || self as usize >= Self::HiddenSingleBox as usize
    }

    /// Returns whether the technique needs almost locked sets, groups or forcing chains. Such techniques are not
    /// searched for on boards of [some geometries](crate::grid::Geometry::HAS_LARGE_PATTERNS).
    pub const fn is_large_pattern(self) -> bool {
        use Technique::*;
        matches!(
            self,
            SueDeCoq
                | GroupedAic
                | GroupedDiscontinuousLoop
                | GroupedContinuousLoop
                | WxyzWing
                | AlsXz
                | AlsXyWing
                | AlsChain
                | ForcingChainContradiction
                | ForcingChainVerity
                | ForcingNetContradiction
                | ForcingNetVerity
        )
    }

    /// Returns whether the technique relies on the puzzle having only one solution.
    pub const fn rests_on_uniqueness(self) -> bool {
        self as usize == Self::BugPlusOne as usize
            || self as usize >= Self::UniqueRectangle1 as usize
                && self as usize <= Self::HiddenRectangle as usize
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that no technique has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no technique is called {text:?}; the nearest is {nearest}")]
pub struct UnknownTechnique {
    text: String,
    nearest: &'static str,
}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    /// Reads the [key](Technique::key), an [alias](Technique::aliases) or the [short name](Technique::short) of a
    /// technique. Upper and lower case are treated alike, and words may be separated by hyphens, spaces or underscores.
    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let name = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        let has_name = |facts: &&Facts| {
            facts.key == name || facts.short == name || facts.aliases.contains(&name.as_str())
        };
        match TABLE.iter().find(has_name) {
            Some(facts) => Ok(facts.technique),
            None => Err(UnknownTechnique {
                nearest: crate::rate::nearest(
                    &name,
                    TABLE
                        .iter()
                        .flat_map(|facts| facts.aliases.iter().copied().chain([facts.key])),
                ),
                text: text.to_owned(),
            }),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Technique {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.key())
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Technique {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_and_names_one_technique() {
        for (n, technique) in Technique::all().enumerate() {
            assert_eq!(technique.index(), n);
            let names = technique.aliases().iter().copied();
            for name in names.chain([technique.key(), technique.short()]) {
                assert_eq!(name.parse(), Ok(technique), "{name}");
            }
        }
    }

    #[test]
    fn an_unknown_name_gets_the_nearest() {
        let error = "skyscrapper".parse::<Technique>().unwrap_err();
        assert!(error.to_string().ends_with("the nearest is skyscraper"));
    }
}
