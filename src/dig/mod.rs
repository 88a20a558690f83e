//! Digging: from a full grid to a puzzle with one solution.

use serde::{Deserialize, Serialize};

/// Which cells are blanked together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// Every cell for itself.
    None,
    /// A half turn: what newspapers print.
    Rotate180,
    /// A quarter turn.
    Rotate90,
    /// Left and right are mirror images.
    MirrorHorizontal,
    /// Top and bottom are mirror images.
    MirrorVertical,
    /// Mirrored in the diagonal from the top left.
    Diagonal,
    /// Mirrored in the diagonal from the top right.
    AntiDiagonal,
    /// All eight turns and mirror images of the square.
    Full,
}

/// Which judge proves that a solution is the only one. Both give the same puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Uniqueness {
    /// The fast search.
    Fast,
    /// The papers' pair of backtracking searches, ascending and descending.
    Reverse,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Plan {
    /// Which cells go together.
    pub symmetry: Symmetry,
    /// Where to stop; `None` digs on until no clue can go.
    pub clues: Option<ClueRange>,
    /// Which judge is asked.
    pub uniqueness: Uniqueness,
}
