//! A request for a hint in JSON, the same over HTTP and in the bindings.

use super::graded::{Hint, HintLevel};
use super::language::Language;
use super::play::{Play, PlayError};
use crate::grid::{Board, Cell, Digit, DigitSet};
use crate::rate::techniques::TechniqueLadder;
use serde::Deserialize;

/// A request for a hint, as JSON fields: the state of play, the level and language of the hint, and whether the
/// hint may use techniques that rely on uniqueness.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub struct HintRequest {
    state: String,
    givens: Option<String>,
    /// The pencil marks: one string of digits for each of the 81 cells. The string is empty for a cell without marks.
    candidates: Option<Vec<String>>,
    /// The level of the hint, which says how much the hint reveals.
    #[serde(default)]
    pub level: HintLevel,
    #[serde(default)]
    language: Language,
    #[serde(default = "yes")]
    uniqueness_techniques: bool,
}

/// The reason why a request for a hint can't be fulfilled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HintRequestError {
    /// A field can't be read as a puzzle, or contradicts another field.
    #[error("{field}: {reason}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The reason, in words, why the field is refused.
        reason: String,
    },
    /// The pencil marks are not 81 strings of digits.
    #[error("candidates: {0}")]
    Marks(String),
    /// There is no hint for the state of play, for example because it has several solutions.
    #[error(transparent)]
    Play(#[from] PlayError),
}

const fn yes() -> bool {
    true
}

impl HintRequest {
    /// Returns the state of play that the request describes.
    ///
    /// # Errors
    /// A [`HintRequestError`] if a field can't be read, or contradicts another field.
    pub fn play(&self) -> Result<Play, HintRequestError> {
        let wrong = |field, what: &dyn ToString| HintRequestError::Field {
            field,
            reason: what.to_string(),
        };
        let mut play: Play = self.state.parse().map_err(|it| wrong("state", &it))?;
        if let Some(givens) = &self.givens {
            let givens: Board = givens.parse().map_err(|it| wrong("givens", &it))?;
            play.givens = Some(givens);
        }
        if self.candidates.is_some() && play.candidates.is_some() {
            let said = "the state has candidates of its own: remove the field candidates";
            return Err(wrong("candidates", &said));
        }
        if let Some(noted) = &self.candidates {
            play.candidates = Some(marks(noted).map_err(HintRequestError::Marks)?);
        }
        Ok(play)
    }

    /// Finds the hint for a state of play, in the language that the request asks for.
    ///
    /// # Errors
    /// A [`PlayError`] in the same cases as [`Play::check`].
    pub fn hint(&self, play: &Play) -> Result<Hint, PlayError> {
        let mut ladder = TechniqueLadder::people();
        if !self.uniqueness_techniques {
            ladder = ladder.without_uniqueness();
        }
        Ok(Hint::new(play, &ladder)?.in_language(self.language))
    }
}

/// Reads the pencil marks of 81 cells, one string of digits for each cell. An empty string means a cell without marks.
fn marks(noted: &[String]) -> Result<Vec<(Cell, DigitSet)>, String> {
    if noted.len() != 81 {
        return Err(format!("{} cells, not 81", noted.len()));
    }
    let marked = Cell::all().zip(noted).filter(|it| !it.1.is_empty());
    let read = |(cell, digits): (Cell, &String)| {
        let digit = |letter: char| {
            let digit = letter.to_digit(10).and_then(|it| u8::try_from(it).ok());
            digit.and_then(Digit::new)
        };
        let digits: Option<DigitSet> = digits.chars().map(digit).collect();
        let digits = digits.ok_or_else(|| format!("{cell}: digits from 1 to 9 only"))?;
        Ok((cell, digits))
    };
    marked.map(read).collect()
}
