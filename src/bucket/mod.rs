//! From a rating to one of five levels, and how many puzzles of each level a job wants.

mod level;
mod quotas;
mod scheme;

pub use level::{Level, UnknownLevel};
pub use quotas::Quotas;
pub use scheme::Scheme;
