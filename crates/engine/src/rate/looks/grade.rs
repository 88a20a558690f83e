//! Grades A to I: the level by blanks and the level by freedom added (the blog (2011),
//! section 2.3).

use super::{BLANKS, FreedomLimits, blanks, freedom};
use crate::grid::Board;
use std::fmt;

/// A grade, `A` (the sum 2) to `I` (the sum 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u8);

impl Grade {
    /// Returns the grades, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..9).map(Self)
    }

    /// Makes the grade of two levels, each raised to 1 or lowered to 5 if it is outside.
    pub fn of(blank_level: u8, freedom_level: u8) -> Self {
        Self(blank_level.clamp(1, 5) + freedom_level.clamp(1, 5) - 2)
    }

    /// Returns the grade's place, 0 for A to 8 for I.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Finds the grade of a puzzle.
pub fn grade(puzzle: &Board, limits: FreedomLimits) -> Grade {
    let of_freedom = limits.limits().level(freedom(puzzle));
    Grade::of(BLANKS.level(blanks(puzzle)), of_freedom)
}
