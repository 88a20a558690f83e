//! The languages of the texts of steps and hints, which steps, hints and remarks all need.

use serde::{Deserialize, Serialize};

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese, with the terms of Chinese books of Sudoku.
    #[serde(rename = "zh")]
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Returns the code, such as `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }
}
