//! Measures of a puzzle that are computed from its clues alone, without solving it: clues, blanks, freedom and
//! grade.
//!
//! These measures describe the appearance, not the difficulty: a puzzle with many blanks can often be solved by
//! singles alone. They take almost no time, and two of the sources grade puzzles by them. Huang 2015 uses the
//! clues (table 1). The blog (2011) uses blanks, freedom and grades (sections 2.1 to 2.3).
//!
//! The blog defines a blank's freedom as the number of other blanks in its row, column and box. But the six values
//! that it prints, and its 2106 for an empty board, follow another formula: the numbers of blanks in the row, the
//! column and the box, the blank itself included, are added, and 1 is subtracted. By this formula, a lone blank has
//! freedom 2; by the definition, it has 0. The program uses the formula, since all values and limits of freedom in
//! the blog depend on it.
//!
//! In the sum over all blanks, a house with b blanks contributes b × b. So freedom is the sum of the squares over
//! the 27 houses, minus the number of blanks.

use crate::grid::{Board, CELLS, HOUSES, SIDE};
use std::fmt;
use std::str::FromStr;

/// The limits between five levels: the maximum values of levels 1 to 4, ascending. All larger values have level 5.
///
/// ```
/// use sudoku_engine::rate::looks::BLANKS;
/// assert_eq!([40, 45, 46, 60, 61, 81].map(|blanks| BLANKS.level(blanks)), [1, 1, 2, 4, 5, 5]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits([u16; 4]);

impl Limits {
    /// Makes limits from the maximum values of levels 1 to 4.
    const fn new(ends: [u16; 4]) -> Self {
        Self(ends)
    }

    /// Returns the maximum values of levels 1 to 4.
    pub const fn ends(self) -> [u16; 4] {
        self.0
    }

    /// Returns the level that a value has, from 1 to 5.
    #[inline]
    pub fn level(self, value: u16) -> u8 {
        self.0
            .iter()
            .fold(1, |level, &end| level + u8::from(value > end))
    }
}

/// Returns the level, 1 to 5, that Huang 2015 gives a puzzle for its number of clues. Numbers of clues outside the
/// paper's table get the nearest level: 1 above 24 clues, 5 below 20.
pub fn clue_level(puzzle: &Board) -> u8 {
    25 - puzzle.clue_count().clamp(20, 24) as u8
}

/// The limits of the five levels by number of blanks: 40–45, 46–50, 51–55, 56–60, 61–65.
pub const BLANKS: Limits = Limits::new([45, 50, 55, 60]);

/// The limits by number of blanks that candy.huang's blog (2011) tried first and then dropped: 0 to 81 blanks in five
/// equal parts. With these limits, nearly every puzzle has level 3 or 4.
pub const FIRST_BLANKS: Limits = Limits::new([16, 33, 50, 67]);

/// Returns the number of blanks of a puzzle.
pub fn blanks(puzzle: &Board) -> u16 {
    (CELLS - puzzle.clue_count()) as u16
}

/// The limits by freedom that candy.huang's blog (2011) tried first and then dropped: 0 to 2106 in five equal parts.
pub const FIRST_FREEDOM: Limits = Limits::new([420, 841, 1262, 1683]);

/// Returns a puzzle's freedom. For each blank, the numbers of blanks in its row, its column and its box are added, and
/// 1 is subtracted. The freedom is the sum over all blanks.
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

/// The limits used for the five levels by freedom: as candy.huang's blog (2011) prints them, or corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreedomLimits {
    /// The intervals that candy.huang's blog (2011) prints: 700–820, 820–940, 940–1060, 1060–1180, 1080–1300. A limit
    /// that two intervals share belongs to the lower interval, and 1080 is read as 1180. Only one of the blog's own
    /// nine grades comes out right with these limits.
    Printed,
    /// The intervals of candy.huang's blog (2011), each moved up by one level: level 1 ends at 700, level 2 at 820,
    /// level 3 at 940 and level 4 at 1060. All nine of the blog's grades come out right with these limits.
    Corrected,
}

impl FreedomLimits {
    /// Both choices, in the order in which they are listed to users.
    pub const ALL: [Self; 2] = [Self::Printed, Self::Corrected];

    /// Returns the name that users type in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Corrected => "corrected",
        }
    }

    /// Returns the limits of the five levels.
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

/// The error for a text that is not a name of [`FreedomLimits`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no freedom limits are called {0:?}; there are printed, corrected")]
pub struct UnknownFreedomLimits(String);

impl FromStr for FreedomLimits {
    type Err = UnknownFreedomLimits;

    fn from_str(text: &str) -> Result<Self, UnknownFreedomLimits> {
        let found = Self::ALL.into_iter().find(|limits| limits.name() == text);
        found.ok_or_else(|| UnknownFreedomLimits(text.to_owned()))
    }
}

/// A grade from `A` to `I`. The grade depends on the sum of the level by blanks and the level by freedom: 2 is `A`,
/// and 10 is `I`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u8);

impl Grade {
    /// Returns all grades, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..9).map(Self)
    }

    /// Makes the grade from the level by blanks and the level by freedom. A level below 1 counts as 1, and a level
    /// above 5 as 5.
    pub fn of(blank_level: u8, freedom_level: u8) -> Self {
        Self(blank_level.clamp(1, 5) + freedom_level.clamp(1, 5) - 2)
    }

    /// Returns the grade's index, 0 for A to 8 for I.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the grade's letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Computes the grade of a puzzle, with these limits for its freedom.
pub fn grade(puzzle: &Board, limits: FreedomLimits) -> Grade {
    let of_freedom = limits.limits().level(freedom(puzzle));
    Grade::of(BLANKS.level(blanks(puzzle)), of_freedom)
}
