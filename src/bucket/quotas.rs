//! How many puzzles of each level a job wants.

use super::Level;
use serde::{Deserialize, Serialize};

/// The number wanted of each level; zero for a level that is not wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Quotas([u64; 5]);

impl Quotas {
    /// These numbers, easiest level first.
    pub const fn new(wanted: [u64; 5]) -> Self {
        Self(wanted)
    }

    /// How many of this level are wanted.
    pub const fn of(&self, level: Level) -> u64 {
        self.0[level.index()]
    }

    /// Whether `made` (easiest first) reaches the quota of every level.
    pub fn are_full(&self, made: &[u64; 5]) -> bool {
        self.0.iter().zip(made).all(|(wanted, made)| made >= wanted)
    }
}
