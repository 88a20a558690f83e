//! Where the puzzles of a job come from that makes none itself: a list that was given, or other
//! packs. A source is known by its bytes, not by where it lay.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where given puzzles come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A list of puzzles as text: candidate k is its entry k, counted from 0.
    List(PuzzleList),
    /// Puzzles taken from finished packs, numbered anew in the order of the choice; a puzzle's id
    /// finds it in the pack that it came from.
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
    /// How many entries they have: puzzles, and what stands in the place of one.
    pub entries: u64,
    /// How many of the entries are no puzzle with a single solution.
    pub refused: u64,
}

/// What was chosen from which packs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The packs, in their order.
    pub packs: Vec<ChosenPack>,
    /// The options that chose, by their names without the dashes.
    pub options: BTreeMap<String, String>,
}

/// A pack of which puzzles were taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenPack {
    /// The name of its folder.
    pub name: String,
    /// The seal of its manifest.
    pub seal: String,
    /// How many puzzles were taken from it.
    pub taken: u64,
}
