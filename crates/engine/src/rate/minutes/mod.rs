//! Estimates the minutes that people need for a puzzle. The estimate is the same for all turned and relabelled
//! forms.
//!
//! The model is the player of Wang 2009, simulated as a race: all open singles (digits that can be placed now)
//! compete to be found first. So a position with many open singles doesn't last long, and a bottleneck takes long.
//! The times of 753 puzzles also show that people find some singles sooner: those in an almost full house, and
//! those with the digit placed last. `docs/player.md` says how well the model fits other puzzles.
//!
//! A few games are simulated on the canonical form, with the puzzle's id as the seed. So the estimate doesn't
//! depend on how the puzzle is turned. The code uses only the four basic operations and square roots, which give
//! the same result on every machine.

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

/// An estimator of the minutes that people need for a puzzle.
///
/// ```
/// use sudoku_engine::{Board, Canonical, Timer, solve};
/// let puzzle: Board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = solve(&puzzle, 2).first.expect("it has one");
/// let minutes = Timer::new().minutes(&Canonical::of(&puzzle, &solution));
/// assert_eq!(minutes.to_string(), "3.8");
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Timer {
    racer: Racer,
    model: Model,
}

impl Timer {
    /// Makes a timer with the coefficients of `player.toml`.
    pub fn new() -> Self {
        Self::with_rates(RaceRates::default())
    }

    /// Makes a timer that simulates games with these rates. The coefficients that turn features into minutes were
    /// fitted to the default rates. With other rates, only the features are meaningful, not the minutes.
    pub fn with_rates(rates: RaceRates) -> Self {
        Self {
            racer: Racer::new(rates),
            model: Model::built_in(),
        }
    }

    /// Computes the features from which the time is estimated. The features are the same for every form of the
    /// puzzle.
    pub fn features(&self, form: &Canonical) -> Features {
        self.racer.features(form)
    }

    /// Estimates the minutes for the puzzle with this canonical form.
    pub fn minutes(&self, form: &Canonical) -> Minutes {
        self.model.minutes(&self.features(form))
    }
}

impl Default for Timer {
    fn default() -> Self {
        Self::new()
    }
}
