//! From ratings to one of a scheme's levels, and how many puzzles of each level a job wants.

mod builtin;
mod level;
mod measure;
mod quotas;
mod scheme;

pub use builtin::{FIVE_LEVELS, UnknownScheme};
pub use level::{Level, MOST_LEVELS, NoSuchLevel, PerLevel};
pub use measure::Measure;
pub use quotas::Quotas;
pub use scheme::{Scheme, SchemeError, UnknownLevel};
