//! Rating: a puzzle is solved by the rules a person uses, and what was used is weighed.

mod preset;
mod rating;
mod rule;

pub use preset::{Passes, Preset, WingGeometry};
pub use rating::Rating;
pub use rule::{RULES, Rule, RuleCounts};
