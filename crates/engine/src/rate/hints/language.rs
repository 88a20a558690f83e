//! The languages of the texts in steps, hints and remarks.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A language in which hints, steps and remarks can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Language {
    /// English.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "en"))]
    English,
    /// Simplified Chinese, with the terms that Chinese Sudoku books use.
    #[cfg_attr(feature = "serde", serde(rename = "zh"))]
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Returns the language's code, such as `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }
}
