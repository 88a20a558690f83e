//! A target of a mix as a job has it: checked, and drawn for each candidate by its generator.

use crate::bucket::Level;
use crate::dig::{ClueRange, Plan};
use crate::seed::Generator;
use serde::{Deserialize, Serialize};

/// The most digs of one grid, so that a candidate takes milliseconds.
pub const MOST_TRIES: u32 = 1000;

/// A checked target of a mix: share, clues, level and tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MixTarget {
    /// Number of candidates of this target, as a part of all shares together.
    pub share: u32,
    /// The number of clues that they keep; `None` as in the job's plan.
    pub clues: Option<ClueRange>,
    /// The level that they are meant for.
    pub level: Option<Level>,
    /// The most digs of one grid.
    pub tries: u32,
}

impl MixTarget {
    /// Returns the plan by which its candidates are dug, made from the job's plan.
    pub fn plan(&self, plan: &Plan) -> Plan {
        Plan {
            clues: self.clues.or(plan.clues),
            ..*plan
        }
    }

    /// Draws the target of the candidate with this generator; `None`, and nothing drawn, without a
    /// mix.
    pub fn draw<'a>(mix: &'a [Self], rng: &mut Generator) -> Option<&'a Self> {
        let shares = mix.iter().map(|target| target.share);
        let sum = shares.fold(0, u32::saturating_add);
        if sum == 0 {
            return None;
        }
        let mut drawn = rng.below(sum);
        mix.iter().find(|target| {
            let is_here = drawn < target.share;
            drawn = drawn.wrapping_sub(target.share);
            is_here
        })
    }
}
