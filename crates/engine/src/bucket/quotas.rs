//! How many puzzles of each level a job wants.

use super::Level;
use serde::{Deserialize, Serialize};

/// The number wanted of each level of the job's scheme; zero for a level that is not wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Quotas(Vec<u64>);

impl Quotas {
    /// These numbers, easiest level first.
    pub const fn new(wanted: Vec<u64>) -> Self {
        Self(wanted)
    }

    /// How many levels have a number.
    pub const fn levels(&self) -> usize {
        self.0.len()
    }

    /// How many of this level are wanted; none of one that has no number.
    pub fn of(&self, level: Level) -> u64 {
        self.0.get(level.index()).copied().unwrap_or(0)
    }

    /// So many times these numbers; `None` if that passes 64 bits.
    pub fn times(&self, factor: u64) -> Option<Self> {
        let times = self.0.iter().map(|wanted| wanted.checked_mul(factor));
        times.collect::<Option<_>>().map(Self)
    }

    /// Whether `made` (easiest first) reaches the quota of every level.
    pub fn are_full(&self, made: &[u64]) -> bool {
        self.0.iter().zip(made).all(|(wanted, made)| made >= wanted)
    }
}
