//! Solves boards of any [`Layout`](crate::grid::Layout) by backtracking with human rules after each guess (Jiang
//! 2018).
//!
//! After every guess, the basic human rules are applied until nothing changes. The position is then solved, failed
//! or undecided ([`Ending`]). Another guess is made only in an undecided position, in the cell with the fewest
//! candidates. [`Searcher`] does this (solver A of the paper), and also runs the paper's three plain searches.
//!
//! Stuart's level of a puzzle is the smallest number of right guesses after which the basic rules solve it.
//! [`stuart_level`] computes it quickly for 9×9, and [`Searcher::stuart_level`] for every shape.

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
