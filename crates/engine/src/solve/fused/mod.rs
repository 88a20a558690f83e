//! Backtracking that applies human rules after each guess, as in Jiang 2018, for boards of any
//! [`Layout`](crate::grid::Layout).
//!
//! After every guess, the basic human rules run to their fixed point, which is *solved*, *failed* or
//! *undecided*. Only in an undecided position is another guess made, in the cell with the fewest
//! candidates. [`Searcher`] does this (solver A), and also runs the paper's three plain searches.
//!
//! Stuart's level of a puzzle is the smallest number of right guesses after which the basic rules solve
//! it. [`stuart_level`] computes it for 9×9 on bit sets of whole boards, [`Searcher::stuart_level`] for
//! every shape.

mod basic;
mod choice;
mod fill;
mod levels;
mod nine;
mod plain;
mod position;
mod request;
mod rules;
mod search;
mod subsets;

pub use basic::{BasicSet, UnknownBasicSet};
pub use choice::TieBreak;
pub use levels::MOST_GUESSES;
pub use nine::stuart_level;
pub use position::Ending;
pub use request::{Effort, FusedRequest, FusedResult, Solver};
pub use search::Searcher;
