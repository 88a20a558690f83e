//! The player: a model of the time that a person takes for each step, and a test of whether a log
//! of a game is honest.
//!
//! After Wang 2009, each use of a rule (the paper's *logic*) takes an exponentially distributed
//! time. All uses that a state of the board offers compete, and the first to finish fills its cell.
//! `docs/player.md` describes the model, its faults, and how reliable its numbers are.
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
