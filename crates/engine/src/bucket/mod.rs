//! Finds the level of a puzzle from its ratings, as the scheme defines it. Also holds the number of puzzles of each
//! level that a job wants.

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
