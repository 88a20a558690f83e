//! The plan of a dig: the properties that its puzzles must have, and a check that such puzzles are possible.

use super::{CluePattern, ClueRange, DigMethod, FEWEST_CLUES, HouseClues, Symmetry};
use crate::grid::{Board, CELLS, House, HouseKind, SIDE};
use crate::seed::Generator;
use crate::solve::search::KnownGrid;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The judge: the search that proves that a puzzle has only one solution. The choice of the judge does not change the
/// puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Uniqueness {
    /// The fast search for another solution.
    #[default]
    Fast,
    /// The papers' pair of backtracking searches: one tries digits in ascending order, the other in descending order.
    Reverse,
}

impl Uniqueness {
    /// The judges, in the order in which listings show them.
    pub const ALL: [Self; 2] = [Self::Fast, Self::Reverse];

    /// Returns the name used in options and job files.
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

/// The error for a text that is not the name of a judge.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no proof of uniqueness is called {0:?}; there are fast, reverse")]
pub struct UnknownUniqueness(String);

impl FromStr for Uniqueness {
    type Err = UnknownUniqueness;

    fn from_str(text: &str) -> Result<Self, UnknownUniqueness> {
        let found = Self::ALL.into_iter().find(|way| way.name() == text);
        found.ok_or_else(|| UnknownUniqueness(text.to_owned()))
    }
}

/// The plan of a dig: the properties that its puzzle must have. The default is a minimal puzzle
/// without symmetry.
///
/// Fields that are newer than the first packs are omitted from files if they are not set, so the
/// manifests of packs that don't use them stay the same, byte for byte.
///
/// ```
/// use sudoku_engine::{Generator, Method, Plan, Symmetry, dig, full_grid};
/// let mut rng = Generator::for_candidate(1, 0);
/// let grid = full_grid(&Method::Diagonal, &mut rng).grid;
/// let plan = Plan { symmetry: Symmetry::Rotate180, ..Plan::MINIMAL };
/// let puzzle = dig(&grid, &plan, &mut rng).puzzle;
/// assert!(puzzle.clue_count() < 35);
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub struct Plan {
    /// The symmetry of the cells with clues.
    pub symmetry: Symmetry,
    /// The range of clue counts at which the dig can stop; with `None`, the dig goes on until no clue can be removed.
    pub clues: Option<ClueRange>,
    /// The judge that checks for other solutions. It does not change the puzzle: plans that differ only in
    /// the judge are equal, and no file records it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub uniqueness: Uniqueness,
    /// The number of clues allowed in every row. No row is dug below the minimum; a puzzle that
    /// ends with a row above the maximum does not satisfy the plan.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub row_clues: Option<ClueRange>,
    /// The number of clues allowed in every box, applied like `row_clues`.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub box_clues: Option<ClueRange>,
    /// The method of digging.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "DigMethod::is_default")
    )]
    pub method: DigMethod,
    /// The pattern: the cells that have clues, while all other cells stay blank.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub pattern: Option<CluePattern>,
    /// The number of different digits among the clues: 8 or 9.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub digits: Option<u8>,
    /// `true` if every clue must be needed: the removal of any one clue must allow a second solution. This applies even
    /// where symmetry or a range of clues ends the dig early.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_false"))]
    pub minimal: bool,
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks by reference
fn is_false(it: &bool) -> bool {
    !it
}

impl Plan {
    /// The default plan: minimal puzzles without symmetry.
    pub const MINIMAL: Self = Self {
        symmetry: Symmetry::None,
        clues: None,
        uniqueness: Uniqueness::Fast,
        row_clues: None,
        box_clues: None,
        method: DigMethod::OneByOne,
        pattern: None,
        digits: None,
        minimal: false,
    };
}

impl Default for Plan {
    fn default() -> Self {
        Self::MINIMAL
    }
}

impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            symmetry,
            clues,
            uniqueness: _,
            row_clues,
            box_clues,
            method,
            pattern,
            digits,
            minimal,
        } = *self;
        symmetry == other.symmetry
            && clues == other.clues
            && row_clues == other.row_clues
            && box_clues == other.box_clues
            && method == other.method
            && pattern == other.pattern
            && digits == other.digits
            && minimal == other.minimal
    }
}

impl Eq for Plan {}

/// The error for a plan that can't be dug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The range's minimum is above its maximum.
    #[error("the range {min}..{max} of clues is empty: the smaller number comes first")]
    Empty {
        /// The requested minimum number of clues.
        min: u8,
        /// The requested maximum number of clues.
        max: u8,
    },
    /// The range reaches below 17 clues, the minimum of any puzzle (McGuire, Tugemann, Civario 2012).
    #[error("{0} clues are too few: a puzzle with one solution has at least 17")]
    TooFew(u8),
    /// The range reaches above the number of cells of a board.
    #[error("{0} clues are too many: a board has 81 cells")]
    TooMany(u8),
    /// The orbits of the symmetry don't add up to any number of clues in the range.
    #[error("under symmetry {symmetry} no puzzle has {min} to {max} clues")]
    Unreachable {
        /// The requested symmetry.
        symmetry: Symmetry,
        /// The requested minimum number of clues.
        min: u8,
        /// The requested maximum number of clues.
        max: u8,
    },
    /// The minimum number of clues in a row or box is above the maximum.
    #[error("the range {min}..{max} of clues in a {kind} is empty: the smaller number comes first")]
    EmptyHouse {
        /// Rows or boxes.
        kind: HouseKind,
        /// The requested minimum number of clues.
        min: u8,
        /// The requested maximum number of clues.
        max: u8,
    },
    /// The number of clues in a row or box is above the number of its cells.
    #[error("{clues} clues in a {kind} are too many: a {kind} has 9 cells")]
    TooManyInHouse {
        /// Rows or boxes.
        kind: HouseKind,
        /// The requested number of clues.
        clues: u8,
    },
    /// The numbers of clues in rows and boxes don't add up to any total in the range.
    #[error(
        "with {houses} and symmetry {symmetry} no puzzle has {} to {} clues",
        total.min, total.max
    )]
    UnreachableHouses {
        /// The requested symmetry.
        symmetry: Symmetry,
        /// The requested numbers of clues in every row and box.
        houses: HouseClues,
        /// The requested total number of clues.
        total: ClueRange,
    },
    /// The plan requires a symmetry, which a row-limited dig can't produce.
    #[error("dig row-limited makes layouts without symmetry, but symmetry is {0}")]
    LayoutSymmetry(Symmetry),
    /// The plan of a row-limited dig has no range of clues.
    #[error("dig row-limited needs a number of clues: set clues to a range such as 26..28")]
    LayoutClues,
    /// The number of different digits is neither 8 nor 9; no other number is possible.
    #[error("digits {0}: a puzzle with one solution gives 8 or 9 different digits")]
    Digits(u8),
    /// The pattern has fewer clues than any puzzle needs.
    #[error("the pattern has {0} clues: a puzzle with one solution has at least 17")]
    PatternTooFew(usize),
    /// Two rows of a band, or two columns of a stack, have no clues in the pattern, so there is never just one
    /// solution.
    #[error("the pattern has no clue in {} and {}: these could be exchanged in every solution", .0[0], .0[1])]
    PatternOpen([House; 2]),
    /// The pattern contradicts another setting.
    #[error("the pattern contradicts the setting {0}")]
    PatternAgainst(&'static str),
}

impl Plan {
    /// Checks that the plan can be dug.
    ///
    /// # Errors
    /// [`PlanError`] in any of these cases:
    /// - The range of clues is empty, or reaches below 17 or above 81.
    /// - The range for rows or boxes is empty, or reaches above 9.
    /// - The symmetry and the limits for rows and boxes allow none of the clue counts.
    /// - A row-limited dig has a symmetry, or no range of clues.
    /// - The number of digits is neither 8 nor 9.
    /// - The pattern is impossible, or contradicts another setting.
    pub fn check(&self) -> Result<(), PlanError> {
        self.check_clues()?;
        self.check_houses()?;
        if self.method == DigMethod::RowLimited {
            if self.symmetry != Symmetry::None {
                return Err(PlanError::LayoutSymmetry(self.symmetry));
            }
            if self.clues.is_none() {
                return Err(PlanError::LayoutClues);
            }
        }
        match self.digits {
            None | Some(8 | 9) => {}
            Some(other) => return Err(PlanError::Digits(other)),
        }
        self.pattern
            .map_or(Ok(()), |pattern| self.check_pattern(pattern))
    }

    fn check_pattern(&self, pattern: CluePattern) -> Result<(), PlanError> {
        let cells = pattern.cells();
        if cells.len() < FEWEST_CLUES.into() {
            return Err(PlanError::PatternTooFew(cells.len()));
        }
        if let Some(lines) = pattern.open_lines() {
            return Err(PlanError::PatternOpen(lines));
        }
        let mut orbits = self.symmetry.orbits().iter();
        let is_against = [
            (self.method != DigMethod::OneByOne, "dig"),
            // The walk doesn't know beforehand which digit would be left out.
            (self.digits == Some(8), "digits 8"),
            (
                orbits.any(|&orbit| !orbit.is_subset(cells) && !orbit.is_disjoint(cells)),
                "symmetry",
            ),
            (
                self.clues.is_some_and(|range| !range.holds(cells.len())),
                "clues",
            ),
            (!self.house_clues().hold(cells), "row-clues or box-clues"),
        ];
        let found = is_against.into_iter().find(|(is_against, _)| *is_against);
        found.map_or(Ok(()), |(_, option)| Err(PlanError::PatternAgainst(option)))
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

    fn check_houses(&self) -> Result<(), PlanError> {
        let houses = self.house_clues();
        for (kind, ClueRange { min, max }) in houses.ranges() {
            if min > max {
                return Err(PlanError::EmptyHouse { kind, min, max });
            }
            if usize::from(max) > SIDE {
                return Err(PlanError::TooManyInHouse { kind, clues: max });
            }
        }
        let mut counts = self.reachable_clue_counts();
        if counts.any(|clues| clues >= FEWEST_CLUES) {
            return Ok(());
        }
        Err(PlanError::UnreachableHouses {
            symmetry: self.symmetry,
            houses,
            total: self.clues.unwrap_or(ClueRange {
                min: FEWEST_CLUES,
                max: CELLS as u8,
            }),
        })
    }

    /// Returns the plan's ranges of clues for every row and box. A row-limited dig whose plan has no range for rows
    /// gets two to four clues per row.
    pub fn house_clues(&self) -> HouseClues {
        let of_paper =
            || (self.method == DigMethod::RowLimited).then_some(ClueRange { min: 2, max: 4 });
        HouseClues {
            rows: self.row_clues.or_else(of_paper),
            boxes: self.box_clues,
        }
    }

    /// Returns whether the plan requires a pattern or a certain number of different digits, or requires that every clue
    /// is needed.
    pub fn has_looks(&self) -> bool {
        self.pattern.is_some() || self.digits.is_some() || self.minimal
    }

    /// Returns whether a dig can end with a puzzle that does not satisfy the plan.
    pub fn can_miss(&self) -> bool {
        self.clues.is_some() || self.house_clues().is_some() || self.has_looks()
    }

    /// Returns, in ascending order, the clue counts in the plan's range (0 to 81 without a range) that its symmetry and
    /// its limits for rows and boxes allow.
    pub fn reachable_clue_counts(&self) -> impl Iterator<Item = u8> + Clone {
        let everything = ClueRange {
            min: 0,
            max: CELLS as u8,
        };
        let ClueRange { min, max } = self.clues.unwrap_or(everything);
        let symmetry = self.symmetry;
        let totals = self.house_clues().totals(symmetry);
        let in_houses =
            move |clues: u8| totals.checked_shr(clues.into()).is_some_and(|t| t & 1 == 1);
        (min..=max).filter(move |&clues| symmetry.reaches(clues) && in_houses(clues))
    }

    /// Draws the number of clues at which a dig stops: 0 without a range, otherwise one of the
    /// range's reachable counts, all equally likely. The generator is not used if there is only one
    /// such count.
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

    /// Returns whether a puzzle, with `solution` as its only solution, satisfies the plan.
    pub fn admits(&self, puzzle: &Board, solution: &Board) -> bool {
        let clues = puzzle.clues();
        self.clues.is_none_or(|range| range.holds(clues.len()))
            && self.house_clues().hold(clues)
            && self.pattern.is_none_or(|pattern| pattern.cells() == clues)
            && self
                .digits
                .is_none_or(|wanted| digits_of(puzzle) == u32::from(wanted))
            && (!self.minimal || is_minimal(puzzle, solution))
    }
}

/// Returns the number of different digits among the clues.
fn digits_of(puzzle: &Board) -> u32 {
    let digits = puzzle.givens().map(|(_, digit)| digit.index());
    digits
        .fold(0u32, |met, index| met | 1 << index)
        .count_ones()
}

/// Returns whether every clue is needed: without any one of them, there would be another solution.
fn is_minimal(puzzle: &Board, solution: &Board) -> bool {
    let grid = KnownGrid::new(solution);
    let clues = puzzle.clues();
    let mut cells = clues;
    cells.all(|cell| grid.difference_at(cell, clues.without(cell)).is_some())
}
