//! Hints: the steps of the technique ladder, explained so that a person can follow them.
//!
//! A [`TechniqueStep`] holds everything that a text, a picture or a page shows of a step. [`technique_steps`]
//! lists the steps that solve a puzzle, which are those that its rating counts. [`hint`] finds the most helpful
//! step in a position, which may be a different one. docs/steps.md describes the JSON form.

mod choose;
mod compact;
mod facts;
mod graded;
#[cfg(feature = "serde")]
mod hint_object;
#[cfg(feature = "serde")]
mod json;
mod language;
mod link;
mod links;
mod parts;
mod play;
mod play_text;
mod position;
mod premises;
mod remarks;
#[cfg(feature = "serde")]
mod request;
mod scene;
mod set_links;
mod solving_path;
mod step;
mod texts;
mod words;

pub use choose::hint;
pub use compact::{CompactStep, CompactStepError};
pub use facts::{Family, HodokuFacts};
pub use graded::{Hint, HintLevel};
#[cfg(feature = "serde")]
pub use hint_object::HintObject;
pub use language::Language;
pub use link::{ExplainedLink, LinkReason};
pub use parts::{StepCandidate, StepCell, StepHouse, StepRole};
pub use play::{CheckedPlay, Play, PlayError};
pub use play_text::{PlayTextError, candidates_of};
pub use position::Position;
#[cfg(feature = "serde")]
pub use request::{HintRequest, HintRequestError};
pub use solving_path::{position_after, technique_steps, technique_steps_as_given};
pub use step::TechniqueStep;
pub use texts::StepTexts;
