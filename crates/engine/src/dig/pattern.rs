//! A pattern: the cells, chosen before the dig, that will have clues.

use crate::grid::text::Puzzles;
use crate::grid::{Cell, CellSet, House, HouseKind};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The cells that will have clues, while all other cells stay blank. As text, a pattern is 81 characters, `x`
/// for a clue and `.` for a blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CluePattern(CellSet);

/// The error for a text that is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a pattern: {0}; a pattern is 81 characters, x (clue) or . (blank), on one line or nine"
)]
pub struct NoPattern(String);

impl CluePattern {
    /// Makes a pattern of these cells.
    pub const fn new(cells: CellSet) -> Self {
        Self(cells)
    }

    /// Returns the cells with clues.
    pub const fn cells(self) -> CellSet {
        self.0
    }

    /// Returns two rows of a band, or two columns of a stack, that have no clues; `None` if there are no such lines.
    /// Two such lines can be exchanged in every solution, so there is never just one solution.
    pub(super) fn open_lines(self) -> Option<[House; 2]> {
        let lines = House::all().filter(|house| house.kind() != HouseKind::Box);
        let empty: Vec<House> = lines
            .filter(|house| house.cells().is_disjoint(self.0))
            .collect();
        let together = |a: House, b: House| a.kind() == b.kind() && a.index() / 3 == b.index() / 3;
        let pairs = empty.windows(2).map(|pair| [pair[0], pair[1]]);
        pairs.into_iter().find(|&[a, b]| together(a, b))
    }
}

impl fmt::Display for CluePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |cell| if self.0.contains(cell) { 'x' } else { '.' };
        f.pad(&Cell::all().map(mark).collect::<String>())
    }
}

impl FromStr for CluePattern {
    type Err = NoPattern;

    /// Reads a pattern in any form in which a puzzle can be written; an `x` or a digit is a clue.
    fn from_str(text: &str) -> Result<Self, NoPattern> {
        let digits = text.replace(['x', 'X'], "1");
        let mut boards = Puzzles::new(digits.as_bytes());
        let found = boards.next().and_then(Result::ok);
        match (found, boards.next().is_some()) {
            (Some((_, Ok(board))), false) => Ok(Self(board.clues())),
            (Some((_, Err(error))), _) => Err(NoPattern(error.to_string())),
            (Some(_), true) => Err(NoPattern("there are several".to_owned())),
            (None, _) => Err(NoPattern("there is nothing to read".to_owned())),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for CluePattern {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for CluePattern {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
