//! What is dug, and whether it can be.

use super::{Method, Symmetry, rows};
use crate::grid::{CELLS, CellSet, SIDE};
use crate::seed::Generator;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which judge proves that a solution is the only one. Both give the same puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Uniqueness {
    /// The fast search.
    Fast,
    /// The papers' pair of backtracking searches, ascending and descending.
    Reverse,
}

impl Uniqueness {
    /// The judges, in the order of listings.
    pub const ALL: [Self; 2] = [Self::Fast, Self::Reverse];

    /// The name used in options and job files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Reverse => "reverse",
        }
    }
}

impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no judge.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("uniqueness is not proved by {0:?}; the ways are fast, reverse")]
pub struct UnknownUniqueness(String);

impl FromStr for Uniqueness {
    type Err = UnknownUniqueness;

    fn from_str(text: &str) -> Result<Self, UnknownUniqueness> {
        let found = Self::ALL.into_iter().find(|way| way.name() == text);
        found.ok_or_else(|| UnknownUniqueness(text.to_owned()))
    }
}

/// How many clues a puzzle may have, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClueRange {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
}

/// What is dug. The default is a minimal puzzle without symmetry.
///
/// Fields that came after the first packs are absent where they say nothing: the manifests of
/// packs that don't use them stay as they were, byte for byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan {
    /// Which cells go together.
    pub symmetry: Symmetry,
    /// Where to stop; `None` digs on until no clue can go.
    pub clues: Option<ClueRange>,
    /// Which judge is asked.
    pub uniqueness: Uniqueness,
    /// How many clues every row may have. No row is dug below the fewest; a puzzle that ends with
    /// more than the most in some row is none that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_clues: Option<ClueRange>,
    /// The way of digging.
    #[serde(default, skip_serializing_if = "Method::is_default")]
    pub method: Method,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            symmetry: Symmetry::None,
            clues: None,
            uniqueness: Uniqueness::Fast,
            row_clues: None,
            method: Method::OneByOne,
        }
    }
}

/// Why a plan cannot be dug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The range's ends are the wrong way round.
    #[error("a range of clues runs from the fewer to the more: {min}..{max} is empty")]
    Empty {
        /// The fewest asked for.
        min: u8,
        /// The most asked for.
        max: u8,
    },
    /// No such puzzle exists (McGuire, Tugemann, Civario 2012).
    #[error("{0} clues are too few: a puzzle with one solution has at least 17")]
    TooFew(u8),
    /// There are no more cells.
    #[error("{0} clues are too many: a board has 81 cells")]
    TooMany(u8),
    /// The symmetry's orbits add up to none of the counts.
    #[error("under symmetry {symmetry} no puzzle has {min} to {max} clues")]
    Unreachable {
        /// The symmetry asked for.
        symmetry: Symmetry,
        /// The fewest clues asked for.
        min: u8,
        /// The most clues asked for.
        max: u8,
    },
    /// The rows' ends are the wrong way round.
    #[error("clues of a row run from the fewer to the more: {min}..{max} is empty")]
    NoRow {
        /// The fewest asked for.
        min: u8,
        /// The most asked for.
        max: u8,
    },
    /// There are no more cells in a row.
    #[error("{0} clues in a row are too many: a row has 9 cells")]
    TooManyInRow(u8),
    /// The clues of nine such rows add up to none of the counts.
    #[error(
        "with {} to {} clues in every row and symmetry {symmetry} no puzzle has {} to {} clues",
        rows.min, rows.max, total.min, total.max
    )]
    UnreachableRows {
        /// The symmetry asked for.
        symmetry: Symmetry,
        /// The clues asked for in every row.
        rows: ClueRange,
        /// The clues asked for in all.
        total: ClueRange,
    },
    /// A random layout has no symmetry.
    #[error("row-limited layouts have no symmetry; {0} is asked for")]
    LayoutSymmetry(Symmetry),
    /// A random layout needs its number of clues beforehand.
    #[error("row-limited layouts need a number of clues beforehand, such as --clues 24..28")]
    LayoutClues,
}

/// The fewest clues of a puzzle with one solution (McGuire, Tugemann, Civario: *There is no
/// 16-clue Sudoku*, 2012).
pub const FEWEST_CLUES: u8 = 17;

impl Plan {
    /// Whether the plan can be dug at all.
    ///
    /// # Errors
    /// Where a range is empty or reaches below 17 or above 81 (in a row, above 9), or no count is
    /// left that the symmetry and the rows can reach; and where the method lacks what it needs.
    pub fn check(&self) -> Result<(), PlanError> {
        self.check_clues()?;
        self.check_rows()?;
        if self.method == Method::RowLimited {
            if self.symmetry != Symmetry::None {
                return Err(PlanError::LayoutSymmetry(self.symmetry));
            }
            if self.clues.is_none() {
                return Err(PlanError::LayoutClues);
            }
        }
        Ok(())
    }

    fn check_clues(&self) -> Result<(), PlanError> {
        let Some(ClueRange { min, max }) = self.clues else {
            return Ok(());
        };
        if min < FEWEST_CLUES {
            return Err(PlanError::TooFew(min));
        }
        if usize::from(max) > CELLS {
            return Err(PlanError::TooMany(max));
        }
        if min > max {
            return Err(PlanError::Empty { min, max });
        }
        if !(min..=max).any(|clues| self.symmetry.reaches(clues)) {
            let symmetry = self.symmetry;
            return Err(PlanError::Unreachable { symmetry, min, max });
        }
        Ok(())
    }

    fn check_rows(&self) -> Result<(), PlanError> {
        let Some(rows) = self.rows() else {
            return Ok(());
        };
        let ClueRange { min, max } = rows;
        if min > max {
            return Err(PlanError::NoRow { min, max });
        }
        if usize::from(max) > SIDE {
            return Err(PlanError::TooManyInRow(max));
        }
        if self
            .reachable_clue_counts()
            .any(|clues| clues >= FEWEST_CLUES)
        {
            return Ok(());
        }
        Err(PlanError::UnreachableRows {
            symmetry: self.symmetry,
            rows,
            total: self.clues.unwrap_or(ClueRange {
                min: FEWEST_CLUES,
                max: CELLS as u8,
            }),
        })
    }

    /// How many clues every row may have: as the plan says, and two to four in a row-limited
    /// layout that says nothing.
    pub fn rows(&self) -> Option<ClueRange> {
        let of_paper =
            || (self.method == Method::RowLimited).then_some(ClueRange { min: 2, max: 4 });
        self.row_clues.or_else(of_paper)
    }

    /// The clue counts of the plan's range (without one, of 0 to 81) that its symmetry and its
    /// rows can reach, ascending.
    pub fn reachable_clue_counts(&self) -> impl Iterator<Item = u8> + Clone {
        let everything = ClueRange {
            min: 0,
            max: CELLS as u8,
        };
        let ClueRange { min, max } = self.clues.unwrap_or(everything);
        let symmetry = self.symmetry;
        let totals = self
            .rows()
            .map_or(u128::MAX, |range| rows::totals(symmetry, range));
        (min..=max).filter(move |&clues| {
            symmetry.reaches(clues) && totals.checked_shr(clues.into()).is_some_and(|t| t & 1 == 1)
        })
    }

    /// The number of clues at which a dig stops: 0 without a range, else one of the range's
    /// reachable counts, all equally likely. Draws nothing where there is only one.
    pub(super) fn draw_target(&self, rng: &mut Generator) -> usize {
        if self.clues.is_none() {
            return 0;
        }
        let counts = self.reachable_clue_counts();
        let choice = match counts.clone().count() {
            0 | 1 => 0,
            several => rng.below(several as u32) as usize,
        };
        counts.clone().nth(choice).map_or(0, usize::from)
    }

    /// Whether a puzzle with these clues is what was asked for.
    pub(super) fn admits(&self, clues: CellSet) -> bool {
        let count = clues.len();
        let in_range = |range: ClueRange| (range.min.into()..=range.max.into()).contains(&count);
        self.clues.is_none_or(in_range) && self.rows().is_none_or(|range| rows::hold(clues, range))
    }
}
