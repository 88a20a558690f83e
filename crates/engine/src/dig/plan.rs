//! Plans: the puzzles that a dig is asked for, and the check that they are possible.

use super::{CluePattern, ClueRange, DigMethod, FEWEST_CLUES, HouseClues, Symmetry};
use crate::grid::{Board, CELLS, House, HouseKind, SIDE};
use crate::seed::Generator;
use crate::solve::search::KnownGrid;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The judge that proves a solution to be the only one. Both judges give the same puzzles.
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

/// The error of a text that names no judge.
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

/// The plan of a dig: the properties that its puzzle shall have. The default is a minimal puzzle
/// without symmetry.
///
/// Fields that are newer than the first packs are left out of files if they are not set: the
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
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan {
    /// The symmetry of the cells with clues.
    pub symmetry: Symmetry,
    /// The number of clues at which to stop; with `None` the dig goes on until no clue can go.
    pub clues: Option<ClueRange>,
    /// The judge that is asked. It does not change the puzzle: plans that differ in it are equal,
    /// and no file records it.
    #[serde(skip)]
    pub uniqueness: Uniqueness,
    /// The number of clues that every row may have. No row is dug below the fewest; a puzzle that
    /// ends with more than the most in some row is not within the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_clues: Option<ClueRange>,
    /// The number of clues that every box may have, in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub box_clues: Option<ClueRange>,
    /// The method of digging.
    #[serde(default, skip_serializing_if = "DigMethod::is_default")]
    pub method: DigMethod,
    /// The cells that have clues, every one of them and no others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<CluePattern>,
    /// The number of different digits that are given: 8 or 9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<u8>,
    /// `true` if every single clue must be needed, also where symmetry or a range ends the dig
    /// early.
    #[serde(default, skip_serializing_if = "is_false")]
    pub minimal: bool,
}

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

/// The error of a plan that cannot be dug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The range's ends are the wrong way round.
    #[error("the range {min}..{max} of clues is empty: the smaller number comes first")]
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
    /// The symmetry's orbits don't add up to any of the counts.
    #[error("under symmetry {symmetry} no puzzle has {min} to {max} clues")]
    Unreachable {
        /// The symmetry asked for.
        symmetry: Symmetry,
        /// The fewest clues asked for.
        min: u8,
        /// The most clues asked for.
        max: u8,
    },
    /// The ends of the rows' or boxes' range are the wrong way round.
    #[error("the range {min}..{max} of clues in a {kind} is empty: the smaller number comes first")]
    EmptyHouse {
        /// Rows or boxes.
        kind: HouseKind,
        /// The fewest asked for.
        min: u8,
        /// The most asked for.
        max: u8,
    },
    /// There are no more cells in a row or box.
    #[error("{clues} clues in a {kind} are too many: a {kind} has 9 cells")]
    TooManyInHouse {
        /// Rows or boxes.
        kind: HouseKind,
        /// The clues asked for.
        clues: u8,
    },
    /// The clues of nine such rows or boxes don't add up to any of the counts.
    #[error(
        "with {houses} and symmetry {symmetry} no puzzle has {} to {} clues",
        total.min, total.max
    )]
    UnreachableHouses {
        /// The symmetry asked for.
        symmetry: Symmetry,
        /// The clues asked for in every row and box.
        houses: HouseClues,
        /// The clues asked for in all.
        total: ClueRange,
    },
    /// A random layout has no symmetry.
    #[error("--dig row-limited makes layouts without symmetry, but --symmetry is {0}")]
    LayoutSymmetry(Symmetry),
    /// A random layout needs its number of clues beforehand.
    #[error("--dig row-limited needs a number of clues, such as --clues 26..28")]
    LayoutClues,
    /// A number of different digits that no puzzle has.
    #[error("--digits {0}: a puzzle with one solution gives 8 or 9 different digits")]
    Digits(u8),
    /// A pattern with so few clues that no puzzle has them.
    #[error("the pattern has {0} clues: a puzzle with one solution has at least 17")]
    PatternTooFew(usize),
    /// A pattern that can't have a single solution.
    #[error("the pattern has no clue in {} and {}: these could be exchanged in every solution", .0[0], .0[1])]
    PatternOpen([House; 2]),
    /// A pattern that is not what other options ask for.
    #[error("the pattern contradicts {0}")]
    PatternAgainst(&'static str),
}

impl Plan {
    /// Checks that the plan can be dug at all.
    ///
    /// # Errors
    /// If a range is empty or reaches below 17 or above 81 (in a row or box, above 9), if no count
    /// is left that symmetry, rows and boxes can reach, if the method lacks what it needs, or if
    /// the pattern or the number of digits is impossible.
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
            (self.method != DigMethod::OneByOne, "--dig"),
            // Which digit would be left out, the walk doesn't know beforehand.
            (self.digits == Some(8), "--digits 8"),
            (
                orbits.any(|&orbit| !orbit.is_subset(cells) && !orbit.is_disjoint(cells)),
                "--symmetry",
            ),
            (
                self.clues.is_some_and(|range| !range.holds(cells.len())),
                "--clues",
            ),
            (
                !self.house_clues().hold(cells),
                "--row-clues or --box-clues",
            ),
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

    /// Returns the numbers of clues that every row and box may have: those of the plan, and two to
    /// four in every row for a row-limited layout without a range of rows.
    pub fn house_clues(&self) -> HouseClues {
        let of_paper =
            || (self.method == DigMethod::RowLimited).then_some(ClueRange { min: 2, max: 4 });
        HouseClues {
            rows: self.row_clues.or_else(of_paper),
            boxes: self.box_clues,
        }
    }

    /// Returns whether the plan asks for an appearance that a dig can miss, besides numbers of
    /// clues.
    pub fn has_looks(&self) -> bool {
        self.pattern.is_some() || self.digits.is_some() || self.minimal
    }

    /// Returns whether a dig can end with a puzzle that is not within the plan.
    pub fn can_miss(&self) -> bool {
        self.clues.is_some() || self.house_clues().is_some() || self.has_looks()
    }

    /// Returns the clue counts of the plan's range (without one, of 0 to 81) that its symmetry, its
    /// rows and its boxes can reach, ascending.
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

    /// Draws the number of clues at which a dig stops: 0 without a range, else one of the range's
    /// reachable counts, all equally likely. The generator is not used if there is only one.
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

    /// Returns whether a puzzle with this only solution is within the plan.
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

/// Counts the different digits that are given.
fn digits_of(puzzle: &Board) -> u32 {
    let digits = puzzle.givens().map(|(_, digit)| digit.index());
    digits
        .fold(0u32, |met, index| met | 1 << index)
        .count_ones()
}

/// Returns whether every clue is needed: without it there would be another solution.
fn is_minimal(puzzle: &Board, solution: &Board) -> bool {
    let grid = KnownGrid::new(solution);
    let clues = puzzle.clues();
    let mut cells = clues;
    cells.all(|cell| grid.difference_at(cell, clues.without(cell)).is_some())
}
