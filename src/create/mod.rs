//! Full grids, made at random.

use serde::{Deserialize, Serialize};

/// How full grids are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Paper 1: the three boxes of the diagonal at random, the rest by a search that tries digits
    /// in random order.
    Diagonal,
    /// Paper 1 to the letter: all completions of the three boxes (about 140,000) are enumerated
    /// and one is drawn.
    DiagonalAll,
    /// Paper 2: this many random cells (11 in the paper) with random legal digits, completed by
    /// search, tried again until solvable.
    LasVegas {
        /// Cells filled before the search starts, 1 to 81.
        seed_cells: u8,
    },
}
