//! Filters puzzles by conditions on their ratings and by the rules that the puzzles must need. Before a run,
//! filters that no puzzle can pass are refused, as far as this can be proved.
//!
//! The main job (`--where`), `rate`, and every command that chooses puzzles from packs use the same language;
//! `--require`, `--forbid` and `--max-rule` are short forms of it.

mod bands;
mod case;
mod condition;
mod error;
mod field;
mod filters;
mod ladder;
mod lexer;
mod proof;
mod step_name;
mod subject;
mod technique_need;
mod techniques;

pub use condition::Condition;
pub use error::{ExpectedSyntax, SelectError};
pub use field::Field;
pub use filters::{Filters, Lack, PreparedFilters};
pub use lexer::Lexer;
pub use proof::{ImpossibleRequirements, PuzzleRequirements};
pub use step_name::{StepName, UnknownStep};
pub use subject::Subject;
pub use techniques::{MostTechnique, TechniqueFilters};
