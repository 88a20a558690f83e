//! What is dug, and whether it can be.

use super::Symmetry;
use crate::grid::CELLS;
use crate::seed::Generator;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which judge proves that a solution is the only one. Both give the same puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Uniqueness {
    /// The fast search.
    #[default]
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

/// What is dug.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan {
    /// Which cells go together.
    pub symmetry: Symmetry,
    /// Where to stop; `None` digs on until no clue can go.
    pub clues: Option<ClueRange>,
    /// Which judge is asked. It is no part of what is dug: plans that differ in it are equal, and
    /// no file records it.
    #[serde(skip)]
    pub uniqueness: Uniqueness,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            symmetry,
            clues,
            uniqueness: _,
        } = other;
        self.symmetry == *symmetry && self.clues == *clues
    }
}

impl Eq for Plan {}

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
}

/// The fewest clues of a puzzle with one solution (McGuire, Tugemann, Civario: *There is no
/// 16-clue Sudoku*, 2012).
pub const FEWEST_CLUES: u8 = 17;

impl Plan {
    /// Whether the plan can be dug at all.
    ///
    /// # Errors
    /// Where the range is empty, reaches below 17 or above 81, or holds no count that the
    /// symmetry can reach.
    pub fn check(&self) -> Result<(), PlanError> {
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
        if self.reachable_clue_counts().next().is_none() {
            let symmetry = self.symmetry;
            return Err(PlanError::Unreachable { symmetry, min, max });
        }
        Ok(())
    }

    /// The clue counts of the plan's range (without one, of 0 to 81) that its symmetry can reach,
    /// ascending.
    pub fn reachable_clue_counts(&self) -> impl Iterator<Item = u8> + Clone {
        let everything = ClueRange {
            min: 0,
            max: CELLS as u8,
        };
        let ClueRange { min, max } = self.clues.unwrap_or(everything);
        let symmetry = self.symmetry;
        (min..=max).filter(move |&clues| symmetry.reaches(clues))
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

    /// Whether a puzzle of this many clues is what was asked for.
    pub(super) fn admits(&self, clues: usize) -> bool {
        self.clues
            .is_none_or(|range| (usize::from(range.min)..=usize::from(range.max)).contains(&clues))
    }
}
