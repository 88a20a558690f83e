//! The number of puzzles that a job wants per level.

use super::Level;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The number of wanted puzzles for each level of the job's scheme; zero for a level that is not
/// wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Quotas(Vec<u64>);

impl Quotas {
    /// Makes quotas of these numbers, easiest level first.
    pub const fn new(wanted: Vec<u64>) -> Self {
        Self(wanted)
    }

    /// Returns the number of levels for which a quota is given, including quotas of 0.
    pub const fn levels(&self) -> usize {
        self.0.len()
    }

    /// Returns the wanted number of puzzles for this level; 0 for a level without a quota.
    pub fn of(&self, level: Level) -> u64 {
        self.0.get(level.index()).copied().unwrap_or(0)
    }

    /// Returns these quotas multiplied by `factor`; `None` if a product exceeds 64 bits.
    pub fn times(&self, factor: u64) -> Option<Self> {
        let times = self.0.iter().map(|wanted| wanted.checked_mul(factor));
        times.collect::<Option<_>>().map(Self)
    }

    /// Returns whether every level's quota is reached by `made`, the number of puzzles made for each level, easiest
    /// first.
    pub fn are_full(&self, made: &[u64]) -> bool {
        self.0.iter().zip(made).all(|(wanted, made)| made >= wanted)
    }
}
