//! The rating of a puzzle by the ladder.

use super::{Rule, RuleCounts};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A puzzle's rating by the ladder of rules, under one preset.
///
/// ```
/// use sudoku_engine::{Board, Preset, Rater, Rule, solve};
/// let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = solve(&puzzle, 2).first.expect("it has one");
/// let rating = Rater::new(&Preset::default()).rate(&puzzle, &solution);
/// assert!(rating.solved && rating.difficulty == 1.0);
/// assert_eq!(rating.hardest(), Some(Rule::NakedSingle));
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Rating {
    /// The number of uses of each rule, as the preset counts them; these may include patterns that removed nothing.
    pub rules: RuleCounts,
    /// The number of steps of each rule that actually placed or removed something, as
    /// [`Rater::steps`](super::Rater::steps) lists them. Naked and hidden singles are counted separately.
    pub used: RuleCounts,
    /// The difficulty D = √(Σ wᵢnᵢ / Σ nᵢ), from the weights w and the counts n of the rules; 1 for a full
    /// grid.
    pub difficulty: f64,
    /// `true` if the rules filled the grid. If the puzzle has exactly one solution, the filled grid is this
    /// solution.
    pub solved: bool,
}

impl Rating {
    /// Returns the difficulty D as a sort key: infinite if the rules did not reach the solution.
    pub const fn ranked(&self) -> f64 {
        if self.solved {
            self.difficulty
        } else {
            f64::INFINITY
        }
    }

    /// Returns the rule with the largest weight in Wu 2012 among the rules that placed or removed something; `None` if
    /// no rule did.
    pub fn hardest(&self) -> Option<Rule> {
        let used = Rule::ALL
            .into_iter()
            .filter(|rule| self.used[rule.index()] > 0);
        used.max_by(|a, b| a.default_weight().total_cmp(&b.default_weight()))
    }
}
