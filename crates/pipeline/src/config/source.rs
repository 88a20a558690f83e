//! Defines the source of the puzzles for a job that makes none itself: a list or finished packs. The job identifies
//! the source by the bytes of the files, not by their paths.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The source of the puzzles, for a job that makes no puzzles itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A list of puzzles as text. Candidate k is entry k of the list, counted from 0.
    List(PuzzleList),
    /// Puzzles taken from finished packs, renumbered from 0 in the order in which they were chosen. The id of a puzzle
    /// identifies the puzzle in its original pack.
    Packs(Choice),
}

/// A list of puzzles as text, in one or more files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleList {
    /// The names of the files, without their folders, in the order in which they are read.
    pub names: Vec<String>,
    /// The BLAKE3 hash as 64 hexadecimal digits. It covers the reading options that are set (a named format,
    /// `lenient`), and then the bytes of all files in order.
    pub blake3: String,
    /// The number of entries in the files, valid or not.
    pub entries: u64,
    /// The number of entries that are not a puzzle with exactly one solution.
    pub refused: u64,
}

/// A choice of puzzles from packs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The packs from which puzzles were taken, in the order in which the packs are read.
    pub packs: Vec<ChosenPack>,
    /// The command-line options that selected these puzzles, keyed by name without dashes.
    pub options: BTreeMap<String, String>,
}

/// A pack that puzzles were taken from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenPack {
    /// The name of the pack's folder.
    pub name: String,
    /// The seal of the pack's manifest.
    pub seal: String,
    /// The number of puzzles taken from the pack.
    pub taken: u64,
}
