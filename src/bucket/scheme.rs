//! How a puzzle is rated and which of the five levels its rating falls into.

use super::Level;
use crate::rate::{Preset, Rating, UnknownPreset};
use serde::{Deserialize, Serialize};

/// A way of rating with a name: a preset of paper 1's weight method and its limits of D.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scheme {
    /// What it is called: `wu`, `wu-strict`, `wu-literal`, or a name from a job file.
    pub name: String,
    /// Weights, order, passes and counting.
    pub preset: Preset,
}

impl Scheme {
    /// The scheme of the [preset of this name](Preset::named).
    ///
    /// # Errors
    /// [`UnknownPreset`] with the nearest name.
    pub fn named(name: &str) -> Result<Self, UnknownPreset> {
        Ok(Self {
            name: name.to_owned(),
            preset: Preset::named(name)?,
        })
    }

    /// The level of a rating: where D lies between the limits, and the hardest if the rules did
    /// not solve the puzzle.
    pub fn level(&self, rating: &Rating) -> Level {
        if !rating.solved {
            return Level::VeryHard;
        }
        let limits = &self.preset.limits;
        let passed = limits.iter().filter(|&&l| rating.difficulty >= l).count();
        Level::ALL[passed]
    }
}
