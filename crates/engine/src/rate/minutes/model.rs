//! Computes the minutes for a puzzle from its features: the logarithm of the time is a weighted sum, with the
//! coefficients of `player.toml`.

use super::{Minutes, portable};

/// The text of the file `player.toml`. It has the coefficients that turn features into minutes, and the average
/// player's rate for each rule, in steps per second. Users can copy and change this text.
pub const PLAYERS: &str = include_str!("player.toml");

/// The features of a puzzle from which its time is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Features {
    /// The expected time of a game, in units of the time for one hidden single. A game is simulated as a race, in which
    /// all singles on the board compete to be found first. The time to get out of positions without a single is
    /// included.
    pub race: f64,
    /// The sum of the square roots of the expected times for all singles of a game, as an average over the games.
    /// Compared with `race`, positions with few singles count less, and positions without a single are left out.
    pub slow: f64,
    /// The average number of positions in a game that have no single to place.
    pub stuck: f64,
    /// The number of blanks.
    pub blanks: f64,
}

impl Features {
    /// The number of features.
    pub const COUNT: usize = 4;

    /// Returns the four numbers from which the time is computed: their weighted sum, plus a constant, is the logarithm
    /// of the time in seconds.
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

/// The coefficients with which the minutes are computed from the features.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Model {
    constant: f64,
    race: f64,
    slow: f64,
    stuck: f64,
    blanks: f64,
}

/// The coefficients that are compiled into the program. A test checks that `player.toml` has the same ones.
const BUILT_IN: Model = Model {
    constant: 3.046875,
    race: 0.254021,
    slow: 0.601859,
    stuck: 0.116572,
    blanks: 0.017016,
};

impl Model {
    /// Returns the coefficients that are compiled into the program.
    pub(super) const fn built_in() -> Self {
        BUILT_IN
    }

    /// Computes the minutes that people need for a puzzle with these features.
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
