//! Reads a mix from a job file: the targets of the job, each with its share of the candidate puzzles.
//!
//! Minimal digs are seldom hard: singles solve two in three, and one in a hundred needs a triplet. So a target
//! sets how many clues its candidates keep, which level is wanted, and how often a grid may be dug to reach that
//! level. The random generator of a candidate draws the target first. So the target depends only on the job and
//! the candidate's number.

use super::values::ClueText;
use super::{ConfigError, MOST_TRIES, MixTarget};
use crate::bucket::Scheme;
use serde::{Deserialize, Serialize};

/// A target of a mix, read from a table `[[mix]]` of a job file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MixTable {
    /// The share of this target, relative to the sum of all shares. With shares of 1 and 3, about a quarter of the
    /// candidate puzzles are made for the first target.
    pub share: u32,
    pub clues: Option<ClueText>,
    /// The level, by name or number, that puzzles of this target should reach.
    pub level: Option<String>,
    /// The maximum number of times that one grid is dug to reach the target's level; 1 by default.
    pub tries: Option<u32>,
}

impl MixTable {
    /// Checks the table and returns its target.
    ///
    /// # Errors
    /// If the scheme has no such level, or a number is out of range.
    pub(super) fn target(&self, scheme: &Scheme) -> Result<MixTarget, ConfigError> {
        let level = self.level.as_deref();
        let level = level.map(|level| scheme.find_level(level)).transpose()?;
        let tries = self.tries.unwrap_or(1);
        if self.share == 0 || !(1..=MOST_TRIES).contains(&tries) {
            return Err(ConfigError::BadMix);
        }
        Ok(MixTarget {
            share: self.share,
            clues: self.clues.map(|clues| clues.0),
            level,
            // If any level is accepted, the first dig is enough.
            tries: if level.is_some() { tries } else { 1 },
        })
    }
}
