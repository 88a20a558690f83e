//! Writes and reads steps in short form: `h1 r3c4=5` is a hidden single that places a 5, `n2 r1c8<>47 r1c9<>7` a
//! naked pair that removes three candidates.

use super::step::TechniqueStep;
use crate::grid::{Cell, Digit};
use crate::rate::Mark;
use crate::rate::techniques::{Technique, UnknownTechnique};
use std::fmt;
use std::str::FromStr;

/// The technique and the effect of a step.
///
/// ```
/// use sudoku_engine::rate::hints::CompactStep;
/// let step: CompactStep = "n2 r1c8<>47 r1c9<>7".parse()?;
/// assert_eq!((step.technique.key(), step.removes.len()), ("naked-pair", 3));
/// assert_eq!(step.to_string(), "n2 r1c8<>47 r1c9<>7");
/// # Ok::<(), sudoku_engine::rate::hints::CompactStepError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompactStep {
    /// The technique.
    pub technique: Technique,
    /// The digits that are placed, in reading order.
    pub sets: Vec<Mark>,
    /// The candidates that are removed, in reading order.
    pub removes: Vec<Mark>,
}

/// The error for a text that is not a compact step.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompactStepError {
    /// The first word is not the name of a technique.
    #[error(transparent)]
    Technique(#[from] UnknownTechnique),
    /// A word after the first is not a placement or removal of a digit.
    #[error("{0:?} is not an effect: r3c4=5 places a digit, r1c8<>47 removes two")]
    Effect(String),
}

impl From<&TechniqueStep> for CompactStep {
    fn from(step: &TechniqueStep) -> Self {
        Self {
            technique: step.technique,
            sets: step.sets.clone(),
            removes: step.removes.clone(),
        }
    }
}

impl fmt::Display for CompactStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.technique.short())?;
        for mark in &self.sets {
            write!(f, " {}={}", mark.cell, mark.digit)?;
        }
        for same_cell in self.removes.chunk_by(|one, two| one.cell == two.cell) {
            for (n, mark) in same_cell.iter().enumerate() {
                if n == 0 {
                    write!(f, " {}<>", mark.cell)?;
                }
                write!(f, "{}", mark.digit)?;
            }
        }
        Ok(())
    }
}

impl FromStr for CompactStep {
    type Err = CompactStepError;

    fn from_str(text: &str) -> Result<Self, CompactStepError> {
        let mut words = text.split_whitespace();
        let technique = words.next().unwrap_or_default().parse()?;
        let (mut sets, mut removes) = (Vec::new(), Vec::new());
        for word in words {
            let wrong = || CompactStepError::Effect(word.to_owned());
            let (cell, marks, digits) = match word.split_once("<>") {
                Some((cell, digits)) => (cell, &mut removes, digits),
                None => {
                    let (cell, digit) = word.split_once('=').ok_or_else(wrong)?;
                    (cell, &mut sets, digit)
                }
            };
            let cell = cell_of(cell).ok_or_else(wrong)?;
            for byte in digits.bytes() {
                let digit = Digit::new(byte.wrapping_sub(b'0')).ok_or_else(wrong)?;
                marks.push(Mark { cell, digit });
            }
        }
        Ok(Self {
            technique,
            sets,
            removes,
        })
    }
}

fn cell_of(name: &str) -> Option<Cell> {
    match name.as_bytes() {
        &[b'r', row @ b'1'..=b'9', b'c', column @ b'1'..=b'9'] => Some(Cell::at(
            usize::from(row - b'1'),
            usize::from(column - b'1'),
        )),
        _ => None,
    }
}
