//! From features to minutes: a sum in logarithms, with the coefficients of `player.toml`.

use super::{Minutes, portable};
use serde::Deserialize;
use std::sync::LazyLock;

/// The file `player.toml`: the coefficients that turn features into minutes, and the built-in players
/// with their rates in steps a second, as a text that users can copy and change.
pub const PLAYERS: &str = include_str!("player.toml");

/// What the time of a puzzle is computed from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Features {
    /// The expected time of a race of all open singles, in units of one hidden single's time; the
    /// time to get over states without one is part of it.
    pub race: f64,
    /// The same with the square root of each step's time: bottlenecks weigh less.
    pub slow: f64,
    /// How often no single is open.
    pub stuck: f64,
    /// The number of blanks.
    pub blanks: f64,
}

impl Features {
    /// How many numbers a fit sees.
    pub const COUNT: usize = 4;

    /// The numbers whose weighted sum is the logarithm of the seconds.
    pub fn logarithms(&self) -> [f64; Self::COUNT] {
        // A full grid takes no time; what is added only keeps its logarithm finite.
        let ln = |x: f64| portable::ln(x.max(1e-3));
        [
            ln(self.race),
            ln(self.slow),
            ln(1.0 + self.stuck),
            self.blanks,
        ]
    }
}

/// The coefficients.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Model {
    constant: f64,
    race: f64,
    slow: f64,
    stuck: f64,
    blanks: f64,
}

#[derive(Deserialize)]
struct File {
    minutes: Model,
}

/// What a file that can't be read gives: a minute for everything. A test sees to it that it can.
const UNREAD: Model = Model {
    constant: 4.094_344_562_222_1,
    race: 0.0,
    slow: 0.0,
    stuck: 0.0,
    blanks: 0.0,
};

static BUILT_IN: LazyLock<Model> =
    LazyLock::new(|| toml::from_str(PLAYERS).map_or(UNREAD, |file: File| file.minutes));

impl Model {
    /// The model that is compiled in.
    pub(super) fn built_in() -> Self {
        *BUILT_IN
    }

    /// The minutes of a puzzle with these features.
    pub(super) fn minutes(&self, features: &Features) -> Minutes {
        let weights = [self.race, self.slow, self.stuck, self.blanks];
        let terms = weights.iter().zip(features.logarithms());
        let seconds = terms.fold(self.constant, |sum, (weight, value)| sum + weight * value);
        Minutes::from_tenths((portable::exp(seconds) / 6.0).round().clamp(1.0, 1e6) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read() {
        assert_ne!(Model::built_in(), UNREAD);
    }
}
