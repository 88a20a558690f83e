//! Gives a puzzle the level that QQWing gives it, as Debian's `qqwing` prints it.
//!
//! QQWing uses singles, pairs and intersections of a box with a line, and guesses where these don't help. A
//! puzzle's level is that of the hardest technique that QQWing used. Our ladder gives the same level, since it
//! uses a harder rule only where the easier rules find nothing. The order of the steps doesn't change the level,
//! because every conclusion stays possible until it is drawn. For the same reason, turning the puzzle doesn't change
//! the level, so no canonical form is needed.
//!
//! The code follows the program's manual and output (`qqwing --solve --stats --csv`, version 1.3.4), not its
//! source. `benches/peers` compares the levels, and `tests/raters.rs` checks 200 levels that QQWing printed.

use super::{Passes, Preset, Rater, Rule};
use crate::grid::Board;
#[cfg(feature = "serde")]
use serde::Serialize;
use std::fmt;

/// A difficulty level of QQWing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum QqwingLevel {
    /// The level of a full grid, in which there is nothing to solve.
    Unknown,
    /// Naked singles are enough.
    Simple,
    /// Hidden singles are needed.
    Easy,
    /// A pair or an intersection is needed.
    Intermediate,
    /// QQWing has to guess.
    Expert,
}

impl QqwingLevel {
    /// All levels, in ascending order.
    pub const ALL: [Self; 5] = [
        Self::Unknown,
        Self::Simple,
        Self::Easy,
        Self::Intermediate,
        Self::Expert,
    ];

    /// Returns the level's name in files, for example `expert`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Simple => "simple",
            Self::Easy => "easy",
            Self::Intermediate => "intermediate",
            Self::Expert => "expert",
        }
    }

    /// Returns the word that QQWing prints for this level.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "Unknown",
            Self::Simple => "Simple",
            Self::Easy => "Easy",
            Self::Intermediate => "Intermediate",
            Self::Expert => "Expert",
        }
    }
}

impl fmt::Display for QqwingLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A rater that gives a puzzle QQWing's level.
///
/// ```
/// use sudoku_engine::rate::{Qqwing, QqwingLevel};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
/// assert_eq!(Qqwing::new().level(&puzzle, &solution), QqwingLevel::Simple);
/// # Ok::<(), sudoku_engine::grid::text::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Qqwing(Rater);

impl Qqwing {
    /// Makes the rater, with QQWing's techniques.
    pub fn new() -> Self {
        use Rule::{HiddenPair, HiddenSingle, IntersectionRemoval, NakedPair, NakedSingle};
        let order = vec![
            NakedSingle,
            HiddenSingle,
            NakedPair,
            HiddenPair,
            IntersectionRemoval,
        ];
        Self(Rater::new(&Preset {
            order,
            passes: Passes::WholeBoard,
            count_hits: Vec::new(),
            ..Preset::default()
        }))
    }

    /// Returns the level of a puzzle whose only solution is known. The level is the same for every form of the
    /// puzzle. Allocates no memory.
    ///
    /// # Panics
    /// In the same cases as [`Rater::rate`].
    pub fn level(&self, puzzle: &Board, solution: &Board) -> QqwingLevel {
        let rating = self.0.rate_as_it_stands(puzzle, solution);
        if !rating.solved {
            return QqwingLevel::Expert;
        }
        // The ladder uses a rule only where the rules before it find nothing.
        let used = |rule: Rule| rating.used[rule.index()] > 0;
        let hardest = self.0.preset().order.iter().rev().find(|&&rule| used(rule));
        match hardest {
            None => QqwingLevel::Unknown,
            Some(Rule::NakedSingle) => QqwingLevel::Simple,
            Some(Rule::HiddenSingle) => QqwingLevel::Easy,
            Some(_) => QqwingLevel::Intermediate,
        }
    }
}

impl Default for Qqwing {
    fn default() -> Self {
        Self::new()
    }
}
