//! A board in one line of 81 characters, `.` for a blank.

use crate::grid::{Board, CELLS};
use std::fmt;
use std::str::FromStr;

/// Why a text is no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(String);

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self
            .values()
            .iter()
            .map(|&v| if v == 0 { '.' } else { (b'0' + v) as char })
            .collect();
        f.pad(&text)
    }
}

impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut values = [0; CELLS];
        if text.len() != CELLS {
            return Err(TextError(format!("{} characters", text.len())));
        }
        for (value, c) in values.iter_mut().zip(text.bytes()) {
            *value = match c {
                b'1'..=b'9' => c - b'0',
                _ => 0,
            };
        }
        Ok(Self::from_values(values).unwrap_or(Self::EMPTY))
    }
}

impl TryFrom<String> for Board {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        text.parse()
    }
}

impl From<Board> for String {
    fn from(board: Board) -> Self {
        board.to_string()
    }
}
