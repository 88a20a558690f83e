//! The player: the time that a person takes for each step, and whether a log of a game is honest.
//!
//! After Wang 2009: a kind of logic takes an exponential time, all that a state of the board
//! offers competes, and the first to be done fills its cell. `docs/player.md` describes the model,
//! its faults, and how reliable its numbers are.
//!
//! ```text
//!  puzzle ──► paths ──► likelihood ──► check ◄── simulate (calibration)
//!               ▲            ▲           ▲
//!              fit ──► rates ┘          log
//! ```

mod bound;
mod check;
mod estimate;
mod fit;
mod grid_search;
mod likelihood;
mod log;
mod maps;
mod paths;
mod rates;
mod simulate;
mod time;

pub use bound::{Bound, lower_bound};
pub use check::{Calibration, CheckSettings, LogCheck, LogStep, Suspicion, TailProbability};
pub use estimate::{Estimate, Fit, FitError};
pub use fit::{Sample, Samples};
pub use grid_search::{Minimum, RateGrid, three_grids};
pub use likelihood::{cell_probability, likelihood_ratio, posteriors, priors};
pub use log::{IndexBase, Log, LogError, LogMove, read, write};
pub use maps::{CellMap, draw};
pub use paths::{Path, PlayState};
pub use rates::{Player, RateForm, RatesError};
pub use simulate::{GameKind, simulate};
pub use time::{ExpectedTime, expected};
