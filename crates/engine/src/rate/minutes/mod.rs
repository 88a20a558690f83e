//! How many minutes a puzzle takes a person, as one number that holds for all its forms.
//!
//! The player of Wang 2009 read as a race: every open single runs against all others, so that a state
//! with many of them is left soon and a bottleneck takes long. What the times of 753 puzzles say
//! besides: a single in an almost full house is seen sooner, and so is one of the digit that was
//! placed last. `docs/player.md` tells how well that does on puzzles it was not fitted to.
//!
//! A few games are drawn on the canonical form, with the puzzle's id for a seed: the number
//! doesn't depend on how the puzzle is turned. It is in tenths of a minute, and comes from
//! the four operations and square roots alone, which are the same on every machine.

mod model;
mod portable;
mod race;
mod time;

use crate::grid::Canonical;
use model::Model;
use race::Racer;

pub use model::{Features, PLAYERS};
pub use race::RaceRates;
pub use time::Minutes;

/// Times puzzles.
#[derive(Debug, Clone)]
pub struct Timer {
    racer: Racer,
    model: Model,
}

impl Timer {
    /// The timer with the coefficients of `player.toml`.
    pub fn new() -> Self {
        Self::with_rates(RaceRates::default())
    }

    /// The same with other rates of the race. The coefficients are made for the default ones: with
    /// others the features are worth something, but not the minutes.
    pub fn with_rates(rates: RaceRates) -> Self {
        Self {
            racer: Racer::new(rates),
            model: Model::built_in(),
        }
    }

    /// What the time is computed from: the same for every form of the puzzle.
    pub fn features(&self, form: &Canonical) -> Features {
        self.racer.features(form)
    }

    /// The minutes of the puzzle with this canonical form.
    pub fn minutes(&self, form: &Canonical) -> Minutes {
        self.model.minutes(&self.features(form))
    }
}

impl Default for Timer {
    fn default() -> Self {
        Self::new()
    }
}
