//! Computes the minutes for a puzzle from its features: the logarithm of the time is a weighted sum, with the
//! coefficients of `player.toml`.

use super::{Minutes, portable};

/// The file `player.toml`: the coefficients that turn features into minutes, and the built-in players
/// with their rates in steps per second. Users can copy and change this text.
pub const PLAYERS: &str = include_str!("player.toml");

/// The features of a puzzle from which its time is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Features {
    /// The expected time of a race of all open singles, in units of the time for one hidden single; the time for
    /// states without an open single is included.
    pub race: f64,
    /// The expected time of the race if each step takes the square root of its time, so that
    /// bottlenecks count less.
    pub slow: f64,
    /// The average number of states without an open single in a game.
    pub stuck: f64,
    /// The number of blanks.
    pub blanks: f64,
}

impl Features {
    /// The number of weighted terms, one for each feature.
    pub const COUNT: usize = 4;

    /// Returns the numbers whose weighted sum is the logarithm of the seconds.
    pub fn logarithms(&self) -> [f64; Self::COUNT] {
        // A full grid takes no time; the lower bound only keeps its logarithm finite.
        let ln = |x: f64| portable::ln(x.max(1e-3));
        [
            ln(self.race),
            ln(self.slow),
            ln(1.0 + self.stuck),
            self.blanks,
        ]
    }
}

/// The coefficients of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Model {
    constant: f64,
    race: f64,
    slow: f64,
    stuck: f64,
    blanks: f64,
}

/// The coefficients that are compiled in; a test checks that `player.toml` has the same ones.
const BUILT_IN: Model = Model {
    constant: 3.046875,
    race: 0.254021,
    slow: 0.601859,
    stuck: 0.116572,
    blanks: 0.017016,
};

impl Model {
    /// Returns the model with the coefficients that are compiled in.
    pub(super) const fn built_in() -> Self {
        BUILT_IN
    }

    /// Computes the minutes of a puzzle with these features.
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
    fn the_model_is_that_of_the_file() {
        let file: toml::Table = toml::from_str(PLAYERS).unwrap();
        let weight = |name: &str| file["minutes"][name].as_float().unwrap();
        let Model {
            constant,
            race,
            slow,
            stuck,
            blanks,
        } = BUILT_IN;
        let found = ["constant", "race", "slow", "stuck", "blanks"].map(weight);
        assert_eq!(found, [constant, race, slow, stuck, blanks]);
        assert_eq!(file["minutes"].as_table().unwrap().len(), found.len());
    }
}
