//! A job: everything that decides which puzzles a run makes.

use super::Aim;
use crate::bucket::{Quotas, Scheme};
use crate::rate::Extra;
use crate::{create, dig};
use serde::{Deserialize, Serialize};

/// All settings that a pack's bytes depend on. Threads, folders, timeouts and verbosity are no
/// part of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Job {
    /// Where all chance comes from; a string in JSON, where 64-bit numbers break.
    #[serde(with = "seed_text")]
    pub seed: u64,
    /// How many candidates are made at most; `None`: until the quotas are full.
    pub count: Option<u64>,
    /// How many puzzles are wanted of each level; `None` keeps every candidate.
    pub quotas: Option<Quotas>,
    /// Whether the run goes on to `count` when every quota is full, to learn the yields.
    pub exhaust: bool,
    /// How full grids are made.
    pub create: create::Method,
    /// What is dug out of them.
    pub dig: dig::Plan,
    /// How puzzles are rated and ratings become levels.
    pub scheme: Scheme,
    /// The ratings that are made besides the cheap ones: in order, each once, and the scheme's
    /// [own](crate::bucket::Measure::extra) among them.
    pub ratings: Vec<Extra>,
    /// What candidates are dug and steered to by their numbers; nothing: all alike.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mix: Vec<Aim>,
}

impl Job {
    /// Whether full grids come from random patterns of which some can't be completed.
    pub fn tries_patterns(&self) -> bool {
        matches!(self.create, create::Method::LasVegas { .. })
    }

    /// The plans by which its candidates are dug: one, or one of each strand of the mix.
    pub fn plans(&self) -> impl Iterator<Item = dig::Plan> {
        let plain = self.mix.is_empty().then_some(self.dig);
        let mixed = self.mix.iter().map(|aim| aim.plan(&self.dig));
        plain.into_iter().chain(mixed)
    }
}

mod seed_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(seed: &u64, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(seed)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
        let text = String::deserialize(input)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
