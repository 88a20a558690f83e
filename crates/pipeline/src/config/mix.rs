//! A mix: the targets of a job, each with its own clues and level, and a share of the candidates.
//!
//! Minimal digs give two puzzles in three that singles solve, and one in a hundred that needs a
//! triplet. A target of the mix says how many clues its candidates keep, which level they are meant
//! for, and how often a grid may be dug for that. A candidate's target is the first thing that its
//! generator draws, so it stays a pure function of job and number.

use super::values::ClueText;
use super::{ConfigError, MOST_TRIES, MixTarget};
use crate::bucket::Scheme;
use serde::{Deserialize, Serialize};

/// `[[mix]]` of a job file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MixTable {
    /// Number of candidates of this target, as a part of all shares together.
    pub share: u32,
    pub clues: Option<ClueText>,
    /// The level, by name or number, that its candidates are meant for.
    pub level: Option<String>,
    /// The most digs of a grid until a puzzle has that level; 1 by default.
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
            // Where any level is accepted, the first dig is enough.
            tries: if level.is_some() { tries } else { 1 },
        })
    }
}
