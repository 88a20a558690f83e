//! What the ladder found out about a puzzle.

use super::RuleCounts;
use serde::{Deserialize, Serialize};

/// A puzzle's rating under one preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The scheme's counts, which may include patterns that removed nothing.
    pub rules: RuleCounts,
    /// The steps that really placed or removed something, naked and hidden singles apart: as many
    /// as [`Rater::steps`](super::Rater::steps) lists of each rule.
    pub used: RuleCounts,
    /// D = √(Σ wᵢnᵢ / Σ nᵢ); 1 for a full grid.
    pub difficulty: f64,
    /// Whether the rules reached the solution.
    pub solved: bool,
}
