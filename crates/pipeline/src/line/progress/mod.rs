//! The messages for people during a run: bars on a terminal, plain lines elsewhere.
//!
//! indicatif draws nothing where standard error is not a terminal, so that a log would stay silent
//! for hours; there a line is printed at the start, every ten seconds, and at the end.

mod bars;
mod run_progress;
mod text;

pub use bars::{Counter, Spinner};
pub use run_progress::{Progress, candidates_left, candidates_needed};
pub use text::{counted, grouped, size, tell};
