//! A mix: what the candidates of a job are dug and steered to, each by its number.
//!
//! Minimal digs give what they give: two in three are solved by singles, one in a hundred needs a
//! triplet. A strand of the mix says how many clues its candidates keep, which level they are meant
//! for, and how often a grid may be dug for that. Which strand a candidate belongs to is the first
//! thing that its generator draws, so it stays a pure function of job and number.

use super::values::ClueText;
use super::{Aim, ConfigError, MOST_TRIES};
use crate::bucket::Scheme;
use serde::{Deserialize, Serialize};

/// `[[mix]]` of a job file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Strand {
    /// Number of candidates of this strand, as a part of all shares together.
    pub share: u32,
    pub clues: Option<ClueText>,
    /// The level, by name or number, that its candidates are meant for.
    pub level: Option<String>,
    /// The most digs of a grid until a puzzle has that level; 1 by default.
    pub tries: Option<u32>,
}

impl Strand {
    /// Returns the strand as a job has it.
    ///
    /// # Errors
    /// If its level is none of the scheme's, or a number makes no sense.
    pub(super) fn aim(&self, scheme: &Scheme) -> Result<Aim, ConfigError> {
        let level = self.level.as_deref();
        let level = level.map(|level| scheme.find_level(level)).transpose()?;
        let tries = self.tries.unwrap_or(1);
        if self.share == 0 || !(1..=MOST_TRIES).contains(&tries) {
            return Err(ConfigError::Strand);
        }
        Ok(Aim {
            share: self.share,
            clues: self.clues.map(|clues| clues.0),
            level,
            // Where any level will do, the first dig does.
            tries: if level.is_some() { tries } else { 1 },
        })
    }
}
