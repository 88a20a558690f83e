//! Writes solving paths in JSON. Every command shows the full form; a compact form is for apps that store millions
//! of paths.
//!
//! In the full form, a step of the rating rules names each cell by number, by name and in a sentence, in some 200
//! bytes. In the compact form, it is one array of six fields, a fifth of that size, without loss of information.
//! Steps of the technique ladder are objects as in docs/steps.md, or short texts.

use crate::grid::{Board, Digit};
use crate::rate::hints::{CompactStep, TechniqueStep, technique_steps};
use crate::rate::techniques::TechniqueLadder;
use crate::rate::{Mark, Step};
use serde_json::{Value, json};
use std::str::FromStr;

/// A form for solving paths in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StepForm {
    /// Steps of the rating rules, one object per step, with names and a sentence.
    #[default]
    Full,
    /// Steps of the rating rules, one array per step: rule, houses, cells, digits, placed, removed.
    Compact,
    /// Steps of the technique ladder, one object per step: see docs/steps.md.
    Techniques,
    /// Steps of the technique ladder, one short text per step: technique, placements, removals.
    TechniquesCompact,
}

impl StepForm {
    /// Returns whether the form is for steps of the technique ladder, not of the rating rules.
    pub const fn is_of_techniques(self) -> bool {
        matches!(self, Self::Techniques | Self::TechniquesCompact)
    }

    /// Returns the steps of a puzzle in this form, as a JSON array. Forms of the rating rules show `steps`. Forms
    /// of the technique ladder show the steps found with `ladder`.
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

/// The error for a text that is not a form of steps.
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

/// The parts of a step as numbers, for the compact form and for tables.
pub(super) struct StepNumbers {
    /// The houses: rows 0 to 8, columns 9 to 17, boxes 18 to 26.
    pub(super) houses: Vec<usize>,
    /// The cells of the pattern, 0 to 80 in reading order.
    pub(super) cells: Vec<usize>,
    /// The digits of the pattern.
    pub(super) digits: Vec<u8>,
    /// The placed digits: ten times the cell, plus the digit.
    pub(super) placed: Vec<usize>,
    /// The removed candidates: ten times the cell, plus the digit.
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
