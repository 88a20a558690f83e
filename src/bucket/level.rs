//! The five levels of the first paper (Wu, Xiao, Yang 2012, section 2.2).

use crate::rate::nearest;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How hard a puzzle is, from 1 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// 容易
    Easy,
    /// 较容易
    FairlyEasy,
    /// 适中
    Moderate,
    /// 困难
    Hard,
    /// 非常困难, or not solved by the rules at all.
    VeryHard,
}

impl Level {
    /// The levels, easiest first.
    pub const ALL: [Self; 5] = [
        Self::Easy,
        Self::FairlyEasy,
        Self::Moderate,
        Self::Hard,
        Self::VeryHard,
    ];

    /// The level with this number, 1 to 5.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The level's number, 1 to 5.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The level's place in a table of five, 0 to 4.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name used in options, file names and listings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::FairlyEasy => "fairly-easy",
            Self::Moderate => "moderate",
            Self::Hard => "hard",
            Self::VeryHard => "very-hard",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no level is called {text:?}; the nearest is {nearest} (levels have names or numbers 1 to 5)"
)]
pub struct UnknownLevel {
    text: String,
    nearest: &'static str,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    /// Takes a name or a number.
    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let by_name = Self::ALL.into_iter().find(|level| level.name() == text);
        by_name
            .or_else(|| Self::from_number(text.parse().ok()?))
            .ok_or_else(|| UnknownLevel {
                text: text.to_owned(),
                nearest: nearest(text, Self::ALL.map(Self::name)),
            })
    }
}
