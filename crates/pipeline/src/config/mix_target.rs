//! Defines a checked target of a mix. Each candidate puzzle draws its target with its own random generator.

use crate::bucket::Level;
use crate::dig::{ClueRange, Plan};
use crate::seed::Generator;
use serde::{Deserialize, Serialize};

/// The maximum number of times that one grid may be dug. Making a candidate puzzle with this many digs may take a
/// tenth of a second.
pub const MOST_TRIES: u32 = 1000;

/// A checked target of a mix: share, clues, level and tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MixTarget {
    /// The share of this target, relative to the sum of all shares. With shares of 1 and 3, about a quarter of the
    /// candidate puzzles are made for the first target.
    pub share: u32,
    /// The range of clues that puzzles for this target keep; `None` for the range in the job's plan.
    pub clues: Option<ClueRange>,
    /// The level that puzzles of this target should reach; `None` for any level.
    pub level: Option<Level>,
    /// The maximum number of times that one grid is dug to reach the level.
    pub tries: u32,
}

impl MixTarget {
    /// Returns the plan for digging candidate puzzles of this target, based on the job's plan.
    pub fn plan(&self, plan: &Plan) -> Plan {
        Plan {
            clues: self.clues.or(plan.clues),
            ..*plan
        }
    }

    /// Draws the target of the candidate puzzle that uses this random generator. If `mix` is empty, returns `None` and
    /// draws no random number.
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
