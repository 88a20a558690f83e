//! The level of a puzzle: its place in a scheme's list of levels. The scheme also gives each level its name.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

/// The maximum number of levels in a scheme, since a level's number must be a single digit in file names.
pub const MOST_LEVELS: usize = 9;

/// One value for each possible level of a scheme, indexed by [`Level::index`].
pub type PerLevel<T> = [T; MOST_LEVELS];

/// The level of a puzzle in its scheme, from 1 to at most [`MOST_LEVELS`].
///
/// ```
/// use sudoku_engine::Level;
/// let level = Level::from_number(2).expect("1 to 9");
/// assert_eq!((level.number(), level.index()), (2, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Level(u8);

/// The error for a number that is not the number of a level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no level {0}: levels are 1 to {MOST_LEVELS}")]
pub struct NoSuchLevel(u8);

impl TryFrom<u8> for Level {
    type Error = NoSuchLevel;

    fn try_from(number: u8) -> Result<Self, NoSuchLevel> {
        Self::from_number(number).ok_or(NoSuchLevel(number))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.number()
    }
}

impl Level {
    /// Wu 2012's 容易 (easy), the first of the paper's five levels.
    pub const EASY: Self = Self(1);
    /// Wu 2012's 较容易 (fairly easy), the second of the paper's five levels.
    pub const FAIRLY_EASY: Self = Self(2);
    /// Wu 2012's 适中 (moderate), the third of the paper's five levels.
    pub const MODERATE: Self = Self(3);
    /// Wu 2012's 困难 (hard), the fourth of the paper's five levels.
    pub const HARD: Self = Self(4);
    /// Wu 2012's 非常困难 (very hard), the last of the paper's five levels.
    pub const VERY_HARD: Self = Self(5);

    /// Returns the first `count` levels, easiest first, but at most [`MOST_LEVELS`].
    pub fn first(
        count: usize,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..count.min(MOST_LEVELS) as u8).map(|index| Self(index + 1))
    }

    /// Makes the level with this number; `None` unless the number is 1 to [`MOST_LEVELS`].
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=9 => Some(Self(number)),
            _ => None,
        }
    }

    /// Returns the level's number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the level's index in a table, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}", self.0)
    }
}
