//! A mix: what the candidates of a job are dug and steered to, each by its number.
//!
//! Minimal digs give what they give: two in three are solved by singles, one in a hundred needs a
//! triplet. A strand of the mix says how many clues its candidates keep, which level they are meant
//! for, and how often a grid may be dug for that. Which strand a candidate belongs to is the first
//! thing that its generator draws, so it stays a pure function of job and number.

use super::values::ClueText;
use super::{ConfigError, Settings};
use crate::bucket::{Level, Scheme};
use crate::dig::{ClueRange, Plan};
use crate::seed::Generator;
use serde::{Deserialize, Serialize};

/// The most digs of one grid: a candidate should stay a matter of milliseconds.
pub const MOST_TRIES: u32 = 1000;

/// The most tries left to a strand below a pattern: to fill one takes as long as a hundred digs.
const MOST_FILLS: u32 = 10;

/// `[[mix]]` of a job file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Strand {
    /// How many candidates are of this strand, as a part of all shares together.
    pub share: u32,
    pub clues: Option<ClueText>,
    /// The level, by name or number, that its candidates are meant for.
    pub level: Option<String>,
    /// How often a grid is dug until a puzzle is of that level; 1 if nothing is said.
    pub tries: Option<u32>,
}

/// A strand as a job has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Aim {
    /// How many candidates are of this strand, as a part of all shares together.
    pub share: u32,
    /// How many clues they keep; `None` as in the job's plan.
    pub clues: Option<ClueRange>,
    /// The level that they are meant for.
    pub level: Option<Level>,
    /// How often a grid is dug, at most.
    pub tries: u32,
}

impl Strand {
    /// The same where a layer above says how many clues there are, where, or what levels are: that
    /// is meant.
    pub(super) fn below(self, above: &Settings) -> Self {
        let clues_are_said = above.clues.is_some() || above.pattern.is_some();
        Self {
            share: self.share,
            clues: self.clues.filter(|_| !clues_are_said),
            level: self.level.filter(|_| above.scheme.is_none()),
            tries: match above.pattern {
                Some(_) => self.tries.map(|tries| tries.min(MOST_FILLS)),
                None => self.tries,
            },
        }
    }

    /// The strand as a job has it.
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

impl Aim {
    /// What its candidates are dug by, where the job's plan is this.
    pub fn plan(&self, plan: &Plan) -> Plan {
        Plan {
            clues: self.clues.or(plan.clues),
            ..*plan
        }
    }

    /// The strand of the candidate with this generator; `None`, and nothing drawn, without a mix.
    pub fn draw<'a>(mix: &'a [Self], rng: &mut Generator) -> Option<&'a Self> {
        let shares = mix.iter().map(|aim| aim.share);
        let sum = shares.fold(0, u32::saturating_add);
        if sum == 0 {
            return None;
        }
        let mut drawn = rng.below(sum);
        mix.iter().find(|aim| {
            let is_here = drawn < aim.share;
            drawn = drawn.wrapping_sub(aim.share);
            is_here
        })
    }
}
