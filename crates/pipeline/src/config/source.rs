//! The source of a job that makes no puzzles itself: a given list, or other packs. A source is
//! identified by its bytes, not by its path.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The source of given puzzles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A list of puzzles as text: candidate k is its entry k, counted from 0.
    List(PuzzleList),
    /// Puzzles taken from finished packs, numbered again from 0 in the order of the choice; a
    /// puzzle's id finds it in the pack that it came from.
    Packs(Choice),
}

/// A list of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleList {
    /// The names of the files, without their folders, in their order.
    pub names: Vec<String>,
    /// The BLAKE3 of all their bytes, one file after the other, in 64 hexadecimal digits.
    pub blake3: String,
    /// Number of entries in them, puzzles or not.
    pub entries: u64,
    /// Number of entries that are not a puzzle with a single solution.
    pub refused: u64,
}

/// A choice of puzzles from packs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The packs, in their order.
    pub packs: Vec<ChosenPack>,
    /// The options that chose, by their names without the dashes.
    pub options: BTreeMap<String, String>,
}

/// A pack that puzzles were taken from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenPack {
    /// The name of its folder.
    pub name: String,
    /// The seal of its manifest.
    pub seal: String,
    /// Number of puzzles taken from it.
    pub taken: u64,
}
