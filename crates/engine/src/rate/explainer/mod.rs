//! The rating of Sudoku Explainer 1.2.1 (Nicolas Juillerat, 2006-07): ER, EP and ED.
//!
//! Written from a description of what the program does, not from its source. The order of every
//! search is part of the rating, its quirks too; `docs/se.md` says what the numbers mean.

mod aligned;
mod bug;
mod chains;
mod closure;
mod explain;
mod fish;
mod forcing;
mod gone;
mod hidden_sets;
mod hint;
mod inside;
mod links;
mod locking;
mod loop_sets;
mod loops;
mod naked_sets;
mod nested;
mod order;
mod singles;
mod solver;
mod step;
mod wings;

pub use hint::SeTechnique;
pub use solver::{Er, Explainer, SeRating};
pub use step::{SeChain, SeNode, SeStep};
