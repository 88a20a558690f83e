//! Solving paths in JSON: in full, as every command shows them, or compact, for apps that keep
//! millions of them.
//!
//! In full a step names each cell by number, by name and in a sentence, some 200 bytes. Compact it is
//! one array of six fields, a fifth of that, and still says everything. The steps of the human ladder come in
//! the form of docs/steps.md, or as short texts.

use crate::grid::{Board, Digit};
use crate::rate::hints::{CompactStep, TechniqueStep, technique_steps};
use crate::rate::techniques::TechniqueLadder;
use crate::rate::{Mark, Step};
use serde_json::{Value, json};
use std::str::FromStr;

/// A form of solving paths in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StepForm {
    /// An object a step, with names and a sentence.
    #[default]
    Full,
    /// An array a step: rule, houses, cells, digits, placed, removed.
    Compact,
    /// The steps of the human ladder, an object a step: docs/steps.md.
    Techniques,
    /// The steps of the human ladder, a short text a step: technique, placements, removals.
    TechniquesCompact,
}

impl StepForm {
    /// Returns whether these are steps of the human ladder, not of the fourteen rules.
    pub const fn is_of_techniques(self) -> bool {
        matches!(self, Self::Techniques | Self::TechniquesCompact)
    }

    /// Returns the steps of a puzzle in this form, as an array; `steps` are those of the fourteen rules,
    /// and those of techniques are by this ladder.
    pub fn json(self, puzzle: &Board, steps: &[Step], ladder: &TechniqueLadder) -> Value {
        let techniques = || technique_steps(puzzle, ladder).1;
        let text = |step: &TechniqueStep| Value::from(CompactStep::from(step).to_string());
        match self {
            Self::Full => json!(steps),
            Self::Compact => steps.iter().map(compact).collect(),
            Self::Techniques => json!(techniques()),
            Self::TechniquesCompact => techniques().iter().map(text).collect(),
        }
    }
}

/// A text that names no form of steps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("steps come as full or compact, techniques or techniques-compact, not as {0:?}")]
pub struct UnknownStepForm(String);

impl FromStr for StepForm {
    type Err = UnknownStepForm;

    fn from_str(name: &str) -> Result<Self, UnknownStepForm> {
        match name {
            "full" => Ok(Self::Full),
            "compact" => Ok(Self::Compact),
            "techniques" => Ok(Self::Techniques),
            "techniques-compact" => Ok(Self::TechniquesCompact),
            _ => Err(UnknownStepForm(name.to_owned())),
        }
    }
}

/// The numbers of a step, as the compact form and tables have them.
pub(super) struct StepNumbers {
    /// Rows 0 to 8, columns 9 to 17, boxes 18 to 26.
    pub(super) houses: Vec<usize>,
    /// Cells of the pattern, 0 to 80 in reading order.
    pub(super) cells: Vec<usize>,
    /// Digits of the pattern.
    pub(super) digits: Vec<u8>,
    /// Ten times the cell, and the digit.
    pub(super) placed: Vec<usize>,
    /// Removed candidates: ten times the cell, and the digit.
    pub(super) removed: Vec<usize>,
}

impl StepNumbers {
    pub(super) fn of(step: &Step) -> Self {
        let mark = |mark: &Mark| 10 * mark.cell.index() + usize::from(mark.digit.value());
        Self {
            houses: step.houses.iter().map(|house| house.index()).collect(),
            cells: step.cells.iter().map(|cell| cell.index()).collect(),
            digits: step.digits.map(Digit::value).collect(),
            placed: step.placements.iter().map(mark).collect(),
            removed: step.eliminations.iter().map(mark).collect(),
        }
    }
}

fn compact(step: &Step) -> Value {
    let it = StepNumbers::of(step);
    json!([
        step.rule.name(),
        it.houses,
        it.cells,
        it.digits,
        it.placed,
        it.removed
    ])
}
