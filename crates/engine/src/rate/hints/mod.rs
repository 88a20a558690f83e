//! Hints: the steps of the human ladder told so that a person can follow them.
//!
//! A [`TechniqueStep`] holds everything that a text, a picture or a page shows of a step. [`technique_steps`]
//! lists the steps of a rating's path; [`hint`] finds the most helpful step of a position of play, which
//! may be a different one. docs/steps.md describes the form in JSON.

mod choose;
mod compact;
mod facts;
mod links;
mod parts;
mod play;
mod position;
mod premises;
mod scene;
mod step;
mod texts;
mod words;

pub use choose::hint;
pub use compact::{CompactStep, CompactStepError};
pub use facts::{Family, HodokuFacts};
pub use links::{LinkReason, ProvedLink};
pub use parts::{StepCandidate, StepCell, StepHouse, StepRole};
pub use play::{CheckedPlay, Play, PlayError};
pub use position::Position;
pub use step::{TechniqueStep, position_after, technique_steps};
pub use texts::StepTexts;
