//! Computes HoDoKu's rating, a score and a level, with the rating rules in HoDoKu's order.
//!
//! HoDoKu 2.3.2 (Bernhard Hobiger) takes the first technique of a long list that finds anything, does one step of
//! it, and starts over. Every step has a score and a level, taken here from HoDoKu's own table. The puzzle's score
//! is the sum of the steps' scores. Its level is the highest of its steps, and is raised further while the score
//! exceeds the level's maximum.
//!
//! Our rating differs from HoDoKu's in these points:
//! - A *full house* (the last blank of a house) is a naked single here: both score 4.
//! - *Locked pairs and triples* (40 and 60) are found as locked candidates and naked pairs or triplets.
//! - The choice among several steps of one technique may differ, and so may the score, by a step or two. HoDoKu's
//!   choice changes when a puzzle is turned; ours doesn't, since the canonical form is rated. Of 1,351 puzzles
//!   that our techniques solve, 1,348 have HoDoKu's level, and 422 exactly its score; Spearman's ρ of the scores
//!   is 0.93 (`tests/raters.rs`).
//! - HoDoKu has fifty more techniques. Where our techniques find nothing, trial follows instead. Each step of
//!   trial costs as much as HoDoKu's brute force (10,000, extreme). So does the rest of a puzzle that trial can't
//!   solve either. Such scores only say "beyond these techniques". Records keep them, but all displays and
//!   comparisons use [`HodokuRating::known`], which is `None` for such scores.

use super::{Passes, Preset, Rater, Rating, Rule};
use crate::grid::{Board, Canonical};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

/// A difficulty level of HoDoKu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum HodokuLevel {
    /// Singles, up to a score of 800.
    Easy,
    /// Intersections, pairs and triples, up to a score of 1,000.
    Medium,
    /// Quads, fish, wings and rectangles, up to a score of 1,600.
    Hard,
    /// Chains and almost locked sets, up to a score of 1,800.
    Unfair,
    /// Puzzles above a score of 1,800, or with forcing chains or trial and error.
    Extreme,
}

impl HodokuLevel {
    /// All levels, in ascending order.
    pub const ALL: [Self; 5] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Unfair,
        Self::Extreme,
    ];

    /// Returns the level's name in files, for example `unfair`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Unfair => "unfair",
            Self::Extreme => "extreme",
        }
    }

    /// Returns the word that HoDoKu prints for this level.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }

    /// Returns the lowest and the highest score of puzzles of this level that this program's techniques solve. A
    /// puzzle reaches the level by a step of this level, or by a score above the maximum of the level below.
    pub fn scores(self) -> (u32, u32) {
        let below = Self::ALL.into_iter().rev().find(|level| *level < self);
        let least = below.map_or(0, |below| {
            let steps = TECHNIQUES.into_iter().filter(|(.., level)| *level == self);
            let points = steps.map(|(_, points, _)| points);
            points.fold(below.highest_score() + 1, u32::min)
        });
        (least, self.highest_score())
    }

    /// Returns the lowest level, but not below `self`, that allows this score. `self` is the level of the puzzle's
    /// hardest step.
    pub(crate) fn raised_by(self, score: u32) -> Self {
        let fits = |level: &Self| *level >= self && score <= level.highest_score();
        Self::ALL.into_iter().find(fits).unwrap_or(self)
    }

    /// Returns the maximum score of a puzzle of this level.
    const fn highest_score(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }
}

impl fmt::Display for HodokuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The score for a digit that is found by trial, because no technique finds it.
const BRUTE_FORCE: u32 = 10_000;

/// Those techniques of HoDoKu that this program's ladder of rules also has, in HoDoKu's order, each with its score and
/// level.
const TECHNIQUES: [(Rule, u32, HodokuLevel); 14] = [
    (Rule::NakedSingle, 4, HodokuLevel::Easy),
    (Rule::HiddenSingle, 14, HodokuLevel::Easy),
    (Rule::IntersectionRemoval, 50, HodokuLevel::Medium),
    (Rule::NakedPair, 60, HodokuLevel::Medium),
    (Rule::NakedTriplet, 80, HodokuLevel::Medium),
    (Rule::HiddenPair, 70, HodokuLevel::Medium),
    (Rule::HiddenTriplet, 100, HodokuLevel::Medium),
    (Rule::NakedQuad, 120, HodokuLevel::Hard),
    (Rule::HiddenQuad, 150, HodokuLevel::Hard),
    (Rule::XWing, 140, HodokuLevel::Hard),
    (Rule::Swordfish, 150, HodokuLevel::Hard),
    (Rule::XyWing, 160, HodokuLevel::Hard),
    (Rule::XyzWing, 180, HodokuLevel::Hard),
    (Rule::Trial, BRUTE_FORCE, HodokuLevel::Extreme),
];

/// A puzzle's score and level, computed as in HoDoKu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct HodokuRating {
    /// The sum of the steps' scores.
    pub score: u32,
    /// The level that follows from the hardest step and the score.
    pub level: HodokuLevel,
    /// `true` if this program's techniques solve the puzzle, so that its score and level are comparable with HoDoKu's.
    pub by_technique: bool,
}

impl HodokuRating {
    /// Returns the rating if it is comparable with HoDoKu's. `None` if this program's techniques don't solve the
    /// puzzle: a score and level that come from trial and error say nothing about the puzzle.
    pub fn known(self) -> Option<Self> {
        self.by_technique.then_some(self)
    }
}

/// A rater that gives a puzzle HoDoKu's score and level.
///
/// ```
/// use sudoku_engine::rate::{Hodoku, HodokuLevel};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
/// let rating = Hodoku::new().rate(&puzzle, &solution);
/// assert_eq!((rating.score, rating.level), (51 * 4, HodokuLevel::Easy));
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Hodoku(Rater);

impl Hodoku {
    /// Makes the rater, with HoDoKu's order of techniques.
    pub fn new() -> Self {
        let order = TECHNIQUES.map(|(rule, ..)| rule).to_vec();
        Self(Rater::new(&Preset {
            order,
            passes: Passes::First,
            count_hits: Vec::new(),
            ..Preset::default()
        }))
    }

    /// Rates a puzzle whose only solution is known. The canonical form is rated, so the rating is the same for every
    /// form of the puzzle. Allocates no memory.
    ///
    /// # Panics
    /// In the same cases as [`Rater::rate`].
    pub fn rate(&self, puzzle: &Board, solution: &Board) -> HodokuRating {
        score(&self.0.rate(puzzle, solution))
    }

    /// Rates a puzzle whose canonical form is known.
    ///
    /// # Panics
    /// In the same cases as [`Rater::rate`].
    pub fn rate_canonical(&self, form: &Canonical) -> HodokuRating {
        score(&self.0.rate_canonical(form))
    }
}

/// Computes HoDoKu's score and level from the number of steps of each rule.
fn score(rating: &Rating) -> HodokuRating {
    let mut score = 0;
    let mut hardest = HodokuLevel::Easy;
    for (rule, points, level) in TECHNIQUES {
        let steps = rating.used[rule.index()];
        score += steps * points;
        if steps > 0 {
            hardest = hardest.max(level);
        }
    }
    let by_technique = rating.solved && rating.used[Rule::Trial.index()] == 0;
    if !rating.solved {
        score += BRUTE_FORCE;
        hardest = HodokuLevel::Extreme;
    }
    HodokuRating {
        score,
        level: hardest.raised_by(score),
        by_technique,
    }
}

impl Default for Hodoku {
    fn default() -> Self {
        Self::new()
    }
}
