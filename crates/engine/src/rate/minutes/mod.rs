//! The minutes that a puzzle takes a person, as one number for all its forms.
//!
//! The model is the player of Wang 2009 as a race: every open single runs against all others, so
//! that a state with many of them is left soon and a bottleneck takes long. The times of 753
//! puzzles show in addition that a single in an almost full house is seen sooner, and so is one of
//! the digit that was placed last. `docs/player.md` says how well the model fits other puzzles.
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

/// The timer of puzzles.
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
    /// Makes the timer with the coefficients of `player.toml`.
    pub fn new() -> Self {
        Self::with_rates(RaceRates::default())
    }

    /// Makes a timer with other rates of the race. The coefficients are fitted to the default
    /// rates: with others the features can be used, but not the minutes.
    pub fn with_rates(rates: RaceRates) -> Self {
        Self {
            racer: Racer::new(rates),
            model: Model::built_in(),
        }
    }

    /// Computes the features that give the time. They are the same for every form of the puzzle.
    pub fn features(&self, form: &Canonical) -> Features {
        self.racer.features(form)
    }

    /// Computes the minutes of the puzzle with this canonical form.
    pub fn minutes(&self, form: &Canonical) -> Minutes {
        self.model.minutes(&self.features(form))
    }
}

impl Default for Timer {
    fn default() -> Self {
        Self::new()
    }
}
