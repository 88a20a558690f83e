//! The surface measures of a puzzle, which are read off the clues without solving it.
//!
//! They describe the appearance, not the difficulty: a puzzle with many blanks is often solved by
//! singles alone. They take almost no time, and two of the papers grade by them.

mod blanks;
mod clues;
mod freedom;
mod grade;
mod limits;

pub use blanks::{BLANKS, FIRST_BLANKS, blanks};
pub use clues::clue_level;
pub use freedom::{FIRST_FREEDOM, FreedomLimits, UnknownFreedomLimits, freedom};
pub use grade::{Grade, grade};
pub use limits::Limits;
