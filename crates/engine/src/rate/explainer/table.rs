//! The two releases of Sudoku Explainer whose ratings are reproduced, and the order in which techniques without chains
//! are tried.
//! Source: docs/se-specification.md, sections 2 and 10.

use super::hint::SeHint;
use super::{
    aligned, bug, fish, hidden_sets, locking, long_wings, loops, naked_sets, singles, strong_links,
    wings,
};
use crate::grid::{Candidates, CellSet, DigitSet};
use std::fmt;

/// A release of Sudoku Explainer, whose techniques and ratings are reproduced. Ratings by different releases
/// can't be compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeTable {
    /// Release 1.2.1 of 2007, with which the puzzle lists on Sudoku forums were rated.
    #[default]
    V1_2_1,
    /// Release 1.18.1 of 2021 with its default settings, which adds strong links and longer wings. The puzzle bank
    /// of Sudoku Exchange was rated with this release.
    V1_18_1,
}

impl SeTable {
    /// Both releases.
    pub const ALL: [Self; 2] = [Self::V1_2_1, Self::V1_18_1];

    /// Returns the table's name in options and files, such as `se-1.2.1`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1_2_1 => "se-1.2.1",
            Self::V1_18_1 => "se-1.18.1",
        }
    }

    /// Returns the table's name in texts, such as `SE 1.2.1`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::V1_2_1 => "SE 1.2.1",
            Self::V1_18_1 => "SE 1.18.1",
        }
    }
}

/// Displays the table's name in texts, such as `SE 1.2.1`.
impl fmt::Display for SeTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// The cells and digits whose candidates have changed since a technique last found nothing.
pub(super) struct CandidateChanges {
    pub cells: CellSet,
    pub digits: DigitSet,
}

/// A technique of Sudoku Explainer other than chains: its search, and the release that has it.
pub(super) struct Producer {
    /// The only release that has the technique; `None` if both have it.
    pub table: Option<SeTable>,
    pub find: fn(&Candidates, &CandidateChanges) -> Option<SeHint>,
}

/// Makes the [`Producer`] of a technique that both releases have.
const fn both(find: fn(&Candidates, &CandidateChanges) -> Option<SeHint>) -> Producer {
    Producer { table: None, find }
}

const fn old(find: fn(&Candidates, &CandidateChanges) -> Option<SeHint>) -> Producer {
    Producer {
        table: Some(SeTable::V1_2_1),
        find,
    }
}

const fn new(find: fn(&Candidates, &CandidateChanges) -> Option<SeHint>) -> Producer {
    Producer {
        table: Some(SeTable::V1_18_1),
        find,
    }
}

/// The techniques that are tried before chains, in order.
pub(super) static SIMPLE: [Producer; 27] = [
    both(|it, _| singles::hidden_single(it)),
    both(|it, _| locking::direct_locking(it)),
    both(|it, new| hidden_sets::direct_hidden_set(it, new.cells, 2)),
    both(|it, _| singles::naked_single(it)),
    both(|it, new| hidden_sets::direct_hidden_set(it, new.cells, 3)),
    both(|it, new| locking::locking(it, new.cells)),
    both(|it, new| naked_sets::naked_set(it, new.cells, 2)),
    both(|it, new| fish::fish(it, new.digits, 2)),
    both(|it, new| hidden_sets::hidden_set(it, new.cells, 2)),
    both(|it, new| naked_sets::naked_set(it, new.cells, 3)),
    both(|it, new| fish::fish(it, new.digits, 3)),
    both(|it, new| hidden_sets::hidden_set(it, new.cells, 3)),
    new(|it, new| strong_links::strong_links(it, new.digits, 2)),
    both(|it, new| wings::wing(it, new.cells, 2)),
    both(|it, new| wings::wing(it, new.cells, 3)),
    old(|it, _| loops::unique_loop(it, false)),
    new(|it, _| loops::unique_loop(it, true)),
    both(|it, new| naked_sets::naked_set(it, new.cells, 4)),
    both(|it, new| fish::fish(it, new.digits, 4)),
    both(|it, new| hidden_sets::hidden_set(it, new.cells, 4)),
    new(|it, new| strong_links::strong_links(it, new.digits, 3)),
    new(|it, _| long_wings::long_wing(it, 3)),
    both(|it, _| bug::bivalue_grave(it)),
    new(|it, new| strong_links::strong_links(it, new.digits, 4)),
    new(|it, _| long_wings::long_wing(it, 4)),
    both(|it, new| aligned::pair_exclusion(it, new.cells)),
    new(|it, _| long_wings::long_wing(it, 5)),
];
