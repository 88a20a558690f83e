//! Rates puzzles. The main rating solves a puzzle by the rules that a person uses, and gives each rule used a
//! weight. Other ratings are those of QQWing, HoDoKu and Sudoku Explainer, the technique ladder's score, the
//! estimated solving time, and measures of the clues.
//!
//! The main rating follows Wu 2012, which leaves open how uses are counted; a [`Preset`] is one reading of the
//! paper. `docs/rating.md` compares the readings.

mod bitboards;
mod edit;
pub mod explainer;
mod fields;
pub mod hints;
mod hodoku;
mod ladder;
pub mod looks;
mod minutes;
mod nearest;
mod need;
mod pass;
mod preset;
mod qqwing;
mod rater;
mod rating;
mod ratings;
mod rule;
mod rules;
mod scope;
mod se_numbers;
mod step;
pub mod techniques;
mod trial;

pub use hodoku::{Hodoku, HodokuLevel, HodokuRating};
pub use minutes::{Features, Minutes, PLAYERS, RaceRates, Timer};
pub use nearest::nearest;
pub use need::{Need, trial_comes_last};
pub use preset::{Passes, Preset, PresetError, TrialCounts, UnknownPreset, WingGeometry};
pub use qqwing::{Qqwing, QqwingLevel};
pub use rater::Rater;
pub use rating::Rating;
pub use ratings::{Extra, Guesses, Looks, Raters, Ratings};
pub use rule::{RULES, Rule, RuleCounts, RuleKind, UnknownRule};
pub use step::{Mark, MarkOf, Step};
