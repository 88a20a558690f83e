//! Defines the rules of Wu 2012 and the choices that an interpretation of them makes.
//!
//! Source: docs/rating.md, the table of rules and "What the presets count".

/// A rule of the rating, in the order of a record's counts: first the fourteen rules of Wu 2012 by number, then the
/// WXYZ-wing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum WuRule {
    NakedSingle,
    HiddenSingle,
    NakedPair,
    HiddenPair,
    NakedTriplet,
    HiddenTriplet,
    NakedQuad,
    HiddenQuad,
    IntersectionRemoval,
    XWing,
    Swordfish,
    XyWing,
    XyzWing,
    Trial,
    WxyzWing,
}

use WuRule::{
    HiddenPair, HiddenQuad, HiddenSingle, HiddenTriplet, IntersectionRemoval, NakedPair, NakedQuad,
    NakedSingle, NakedTriplet, Swordfish, Trial, WxyzWing, XWing, XyWing, XyzWing,
};

impl WuRule {
    /// All rules, in the order of a record's counts.
    pub const ALL: [Self; 15] = [
        NakedSingle,
        HiddenSingle,
        NakedPair,
        HiddenPair,
        NakedTriplet,
        HiddenTriplet,
        NakedQuad,
        HiddenQuad,
        IntersectionRemoval,
        XWing,
        Swordfish,
        XyWing,
        XyzWing,
        Trial,
        WxyzWing,
    ];

    /// Returns the rule's name in job files.
    pub const fn name(self) -> &'static str {
        match self {
            NakedSingle => "naked-single",
            HiddenSingle => "hidden-single",
            NakedPair => "naked-pair",
            HiddenPair => "hidden-pair",
            NakedTriplet => "naked-triplet",
            HiddenTriplet => "hidden-triplet",
            NakedQuad => "naked-quad",
            HiddenQuad => "hidden-quad",
            IntersectionRemoval => "intersection-removal",
            XWing => "x-wing",
            Swordfish => "swordfish",
            XyWing => "xy-wing",
            XyzWing => "xyz-wing",
            Trial => "trial",
            WxyzWing => "wxyz-wing",
        }
    }

    /// Returns the rule's weight in Wu 2012; for the WXYZ-wing, the weight in docs/rating.md.
    pub const fn weight(self) -> f64 {
        PAPER_WEIGHTS[self as usize]
    }
}

const PAPER_WEIGHTS: [f64; 15] = [
    1.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 500.0, 1000.0, 3000.0, 5000.0, 8000.0,
    6500.0,
];

/// The patterns that a rule applies in one turn: all, or only the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleTurn {
    /// The rule first finds all patterns on the board, and then applies all of them.
    WholeBoard,
    /// Only the first pattern that has an effect is applied.
    First,
}

/// The cells in which the wings of XY- and XYZ-wings may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WingPlaces {
    /// The wings are any two cells that the pivot sees.
    General,
    /// One wing is in the pivot's box. The other wing is outside the box, in a row or column of the pivot that does not
    /// contain the first wing.
    Printed,
}

/// The way in which a trial is counted if its digit leads to the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Each cell filled after the trial's own cell counts as a use of rule 1, naked singles.
    Cells,
    /// The steps that follow the trial's digit count in the same way as steps outside trials.
    Steps,
    /// Nothing counts but the trial itself.
    Nothing,
}

/// An interpretation of the rating in Wu 2012: all the choices that make up a preset.
#[derive(Debug, Clone, PartialEq)]
pub struct Interpretation {
    /// The weight of each rule in the difficulty D, in the order of [`WuRule::ALL`].
    pub weights: [f64; 15],
    /// The rules in the order in which they have their turns.
    pub order: Vec<WuRule>,
    /// `true` if hidden singles count as naked singles (rule 1).
    pub merges_singles: bool,
    /// The patterns that a rule applies in one turn.
    pub turn: RuleTurn,
    /// The rules for which every pattern counts, even a pattern without an effect.
    pub counts_patterns: Vec<WuRule>,
    /// The cells in which the wings of XY- and XYZ-wings may lie.
    pub wings: WingPlaces,
    /// The rules that are applied after the digit of a trial is placed.
    pub trial_rules: Vec<WuRule>,
    /// The way in which a successful trial is counted.
    pub trial_counts: Counted,
    /// The limits of the difficulty D: a puzzle whose D reaches a limit belongs to the next level.
    pub limits: Vec<f64>,
}

impl Interpretation {
    /// Returns the preset `wu`.
    pub fn wu() -> Self {
        let order = vec![
            NakedSingle,
            HiddenSingle,
            IntersectionRemoval,
            NakedPair,
            HiddenPair,
            NakedTriplet,
            HiddenTriplet,
            NakedQuad,
            HiddenQuad,
            XWing,
            Swordfish,
            XyWing,
            XyzWing,
            Trial,
        ];
        Self {
            weights: PAPER_WEIGHTS,
            trial_rules: order[..13].to_vec(),
            order,
            merges_singles: true,
            turn: RuleTurn::WholeBoard,
            counts_patterns: vec![
                HiddenTriplet,
                IntersectionRemoval,
                XWing,
                Swordfish,
                XyzWing,
            ],
            wings: WingPlaces::General,
            trial_counts: Counted::Cells,
            limits: vec![1.05, 4.5, 6.0, 13.0],
        }
    }

    /// Returns the preset `wu-strict`.
    pub fn wu_strict() -> Self {
        Self {
            order: WuRule::ALL[..14].to_vec(),
            turn: RuleTurn::First,
            counts_patterns: Vec::new(),
            trial_rules: WuRule::ALL[..13].to_vec(),
            ..Self::wu()
        }
    }

    /// Returns the preset `wu-literal`.
    pub fn wu_literal() -> Self {
        Self {
            merges_singles: false,
            wings: WingPlaces::Printed,
            ..Self::wu_strict()
        }
    }
}
