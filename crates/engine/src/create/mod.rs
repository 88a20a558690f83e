//! Makes random full grids; [`Method::Additive`] also makes the puzzle that determines the grid.
//!
//! Every method except [`Method::Lexical`] can make every full grid, but no method makes all grids with the same
//! probability.
//!
//! - [`Method::DiagonalAll`] draws the three boxes of the diagonal evenly from their (9!)³ fillings. It then draws
//!   one of the filling's completions, all equally likely. Fillings have different numbers of completions (about
//!   140,000 on average), so a grid is likelier if its diagonal boxes have few.
//! - [`Method::Diagonal`] draws the boxes likewise, but has a second bias. It completes them by a search in random
//!   digit order, in which a grid is likelier if few other grids are on the same branches.
//! - [`Method::LasVegas`] has this second bias for all cells, since it draws no boxes.
//! - [`Method::Additive`] favours grids that many small sets of clues determine.
//! - [`Method::Lexical`] makes the forms of one grid only, all of them equally likely.

mod additive;
mod complete;
mod diagonal;
mod equivalent;
mod las_vegas;
mod lexical;

use crate::grid::{Board, CellSet};
use crate::seed::Generator;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

pub use equivalent::equivalents;
pub use las_vegas::pattern;

/// A method of making full grids.
///
/// ```
/// use sudoku_engine::{Generator, Method, full_grid};
/// for method in Method::ALL {
///     let made = full_grid(&method, &mut Generator::for_candidate(1, 0));
///     assert!(made.grid.is_full_grid());
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Method {
    /// Wu 2012: the three boxes of the diagonal are random, and the rest is completed by a search
    /// that tries digits in random order.
    Diagonal,
    /// Wu 2012, exactly as in the paper: all completions of the three boxes (about 140,000) are enumerated, and one is
    /// drawn.
    DiagonalAll,
    /// Huang 2015: some random cells (11 in the paper) get random legal digits, and a search fills all other cells; new
    /// patterns are tried until one is solvable.
    LasVegas {
        /// The number of cells filled before the search starts, 1 to [`Method::MOST_SEED_CELLS`].
        seed_cells: u8,
    },
    /// Wang 2009: random clues are added until there is exactly one solution.
    Additive,
    /// Huang 2015: backtracking from an empty grid, smallest digit first, always gives the same grid. The result is a
    /// random form of that grid.
    Lexical,
}

impl Method {
    /// All methods; the Las Vegas method has the 11 seed cells of Huang 2015.
    pub const ALL: [Self; 5] = [
        Self::Diagonal,
        Self::DiagonalAll,
        Self::LasVegas {
            seed_cells: Self::SEED_CELLS,
        },
        Self::Additive,
        Self::Lexical,
    ];

    /// The number of seed cells of Huang 2015.
    pub const SEED_CELLS: u8 = 11;

    /// The largest useful number of seed cells for the Las Vegas method. The share of random patterns
    /// that can be completed falls from 0.99 at 11 cells to 0.31 at 25, 0.02 at 30, and 2 in 10,000
    /// at 40.
    pub const MOST_SEED_CELLS: u8 = 30;

    /// Checks that the method's settings can be used.
    ///
    /// # Errors
    /// If the Las Vegas method has no seed cell, or more than [`Method::MOST_SEED_CELLS`]. Even then, [`full_grid`]
    /// would end: after every 1000 patterns without success, it fills one cell fewer.
    pub fn check(&self) -> Result<(), SeedCellsError> {
        match *self {
            Self::LasVegas { seed_cells } if !(1..=Self::MOST_SEED_CELLS).contains(&seed_cells) => {
                Err(SeedCellsError(seed_cells))
            }
            _ => Ok(()),
        }
    }

    /// Returns the name used in options and job files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diagonal => "diagonal",
            Self::DiagonalAll => "diagonal-all",
            Self::LasVegas { .. } => "las-vegas",
            Self::Additive => "additive",
            Self::Lexical => "lexical",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not the name of a method of making full grids.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no method of making full grids is called {0:?}; there are diagonal, diagonal-all, las-vegas, additive, lexical"
)]
pub struct UnknownMethod(String);

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(text: &str) -> Result<Self, UnknownMethod> {
        let found = Self::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| UnknownMethod(text.to_owned()))
    }
}

/// The error for a number of seed cells that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("las-vegas fills 1 to {most} cells before it searches, not {0}", most = Method::MOST_SEED_CELLS)]
pub struct SeedCellsError(u8);

/// A full grid, and how it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreatedGrid {
    /// The grid, always full and legal.
    pub grid: Board,
    /// The cells with which a dig of the grid can start, since their digits determine the grid. These are all 81
    /// cells, unless the method found the grid by solving a puzzle.
    pub clues: CellSet,
    /// The number of patterns that the Las Vegas method tried, the last of which was solvable; 1 for
    /// the other methods.
    pub attempts: u32,
}

/// Makes a full grid. The result depends only on the method and the generator's state. No call runs forever.
///
/// ```
/// use sudoku_engine::{create, seed::Generator};
/// let mut rng = Generator::for_candidate(1, 0);
/// assert!(create::full_grid(&create::Method::Diagonal, &mut rng).grid.is_full_grid());
/// ```
pub fn full_grid(method: &Method, rng: &mut Generator) -> CreatedGrid {
    let once = |grid| CreatedGrid {
        grid,
        clues: CellSet::ALL,
        attempts: 1,
    };
    match *method {
        Method::Diagonal => once(diagonal::any(rng)),
        Method::DiagonalAll => once(diagonal::evenly(rng)),
        Method::LasVegas { seed_cells } => {
            let (grid, attempts) = las_vegas::full_grid(seed_cells, rng);
            CreatedGrid {
                attempts,
                ..once(grid)
            }
        }
        Method::Additive => {
            let (grid, clues) = additive::puzzle(rng);
            CreatedGrid {
                clues,
                ..once(grid)
            }
        }
        Method::Lexical => once(lexical::full_grid(rng)),
    }
}
