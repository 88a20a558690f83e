//! Gives a puzzle its level from its ratings by a scheme, and holds the number of puzzles that a job wants
//! per level.

mod band;
mod builtin;
mod layout_schemes;
mod level;
mod measure;
mod quotas;
mod scheme;

pub use band::{Band, Half};
pub use builtin::{FIVE_LEVELS, UnknownScheme};
pub use level::{Level, MOST_LEVELS, NoSuchLevel, PerLevel};
pub use measure::Measure;
pub use quotas::Quotas;
pub use scheme::{Scheme, SchemeError, UnknownLevel};
