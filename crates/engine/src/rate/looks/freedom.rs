//! Freedom, the number of blanks that the blanks see, and its levels (the blog (2011), section
//! 2.2).
//!
//! The paper defines a blank's freedom as the number of other blanks in its row, column and box,
//! but its six printed values and the 2106 of an empty board come out only as the sum over all
//! blanks of row + column + box − 1, which counts the blank itself two times too often: a lone
//! blank has 2, where the text says 0. We keep the formula, since everything printed rests on it.
//!
//! Summed over all blanks, a house with b blanks counts b times b; so freedom is the sum of the
//! squares over the 27 houses, less the blanks.

use super::Limits;
use crate::grid::{Board, HOUSES, SIDE};
use std::fmt;
use std::str::FromStr;

/// The limits that the author tried first and gave up, 0 to 2106 in five equal parts.
pub const FIRST_FREEDOM: Limits = Limits::new([420, 841, 1262, 1683]);

/// Computes the freedom: the sum over all blanks of the blanks in the row, the column and the box,
/// less one.
///
/// ```
/// use sudoku_engine::{grid::Board, rate::looks};
/// assert_eq!(looks::freedom(&Board::EMPTY), 2106);
/// ```
pub fn freedom(puzzle: &Board) -> u16 {
    let mut blanks = [0u16; HOUSES];
    for (row, values) in puzzle.values().chunks_exact(SIDE).enumerate() {
        for (column, &value) in values.iter().enumerate() {
            let blank = u16::from(value == 0);
            blanks[row] += blank;
            blanks[SIDE + column] += blank;
            blanks[2 * SIDE + row / 3 * 3 + column / 3] += blank;
        }
    }
    let squares: u16 = blanks.iter().map(|blanks| blanks * blanks).sum();
    let all: u16 = blanks[..SIDE].iter().sum();
    squares - all
}

/// The choice of limits of the five levels of freedom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreedomLimits {
    /// The printed intervals 700–820, 820–940, 940–1060, 1060–1180, 1080–1300: an end that two
    /// share belongs to the lower one, and 1080 is read as 1180. They give one of the paper's own
    /// nine grades.
    Printed,
    /// One level up from the printed intervals: up to 700, 820, 940, 1060 and above. They give all
    /// nine.
    Corrected,
}

impl FreedomLimits {
    /// Both choices, in the order of listings.
    pub const ALL: [Self; 2] = [Self::Printed, Self::Corrected];

    /// Returns the name used in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Corrected => "corrected",
        }
    }

    /// Returns the limits.
    pub const fn limits(self) -> Limits {
        match self {
            Self::Printed => Limits::new([820, 940, 1060, 1180]),
            Self::Corrected => Limits::new([700, 820, 940, 1060]),
        }
    }
}

impl fmt::Display for FreedomLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that names no limits of freedom.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no limits of freedom are called {0:?}; there are printed, corrected")]
pub struct UnknownFreedomLimits(String);

impl FromStr for FreedomLimits {
    type Err = UnknownFreedomLimits;

    fn from_str(text: &str) -> Result<Self, UnknownFreedomLimits> {
        let found = Self::ALL.into_iter().find(|limits| limits.name() == text);
        found.ok_or_else(|| UnknownFreedomLimits(text.to_owned()))
    }
}
