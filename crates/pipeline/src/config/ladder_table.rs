//! Reads a technique ladder that is written as changes to a built-in ladder.
//!
//! In a job file, such a ladder is a table `[ladders.NAME]`. A file `config/ladders/NAME.toml` holds one ladder.

use super::ConfigError;
use crate::rate::HodokuLevel;
use crate::rate::techniques::{Rung, Technique, TechniqueLadder};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::str::FromStr;

/// A table `[ladders.NAME]` of a job file, or a file of one ladder.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct LadderTable {
    /// The built-in ladder that supplies everything that this table does not set; `people` by default.
    pub like: Option<String>,
    /// The techniques in the order in which they are tried; the ladder uses no other technique.
    pub order: Option<Vec<Technique>>,
    /// The points per step of a technique; techniques that are not named keep their points.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scores: BTreeMap<Technique, u32>,
    /// The minimum level of a puzzle whose solving path uses the technique; techniques that are not named keep
    /// their level.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<Technique, HodokuLevel>,
}

/// A setting that is `on` or `off`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// The setting is in use.
    On,
    /// The setting is not in use.
    Off,
}

impl FromStr for Switch {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "on" => Ok(Self::On),
            "off" => Ok(Self::Off),
            _ => Err(format!("expected on or off, found {text:?}")),
        }
    }
}

impl LadderTable {
    /// Returns the ladder that the table describes, under the name `name`.
    ///
    /// # Errors
    /// If no built-in ladder has the name after `like`, or the ladder can't be used.
    pub fn ladder(&self, name: &str) -> Result<TechniqueLadder, ConfigError> {
        let bad = |problem: String| ConfigError::BadLadder {
            name: name.to_owned(),
            problem,
        };
        let like = self.like.as_deref().unwrap_or("people");
        let base = TechniqueLadder::named(like)
            .map_err(|error| bad(format!("like takes a built-in ladder: {error}")))?;
        let order: Vec<Technique> = match &self.order {
            Some(order) => order.clone(),
            None => base.techniques().collect(),
        };
        let set = self.scores.keys().chain(self.levels.keys());
        if let Some(it) = set.into_iter().find(|it| !order.contains(it)) {
            return Err(bad(format!("{} is not in its order", it.key())));
        }
        let rung = |technique: Technique| {
            let known = base.rung(technique);
            let score = known.map_or(technique.score().into(), |it| it.score);
            let level = known.map_or(technique.level(), |it| it.level);
            Rung {
                technique,
                score: self.scores.get(&technique).copied().unwrap_or(score),
                level: self.levels.get(&technique).copied().unwrap_or(level),
            }
        };
        let ladder = TechniqueLadder::new(order.into_iter().map(rung)).renamed(name);
        ladder.check().map_err(|error| bad(error.to_string()))?;
        Ok(ladder)
    }
}
