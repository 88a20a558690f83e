//! What a puzzle looks like: measures read off the clues without solving anything.
//!
//! They are labels of looks, not of difficulty: a puzzle with many blanks is often solved by
//! singles alone. They cost next to nothing, and two of the papers grade by them.

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
