//! Rates puzzles as Sudoku Explainer (Nicolas Juillerat, 2006-07) does: computes ER, EP and ED, by the table of
//! release 1.2.1 or of release 1.18.1 (2021).
//!
//! Written from a description of the program's behaviour (docs/se-specification.md), not from its source code. The
//! order of every search is part of the rating, and so are the program's quirks. The program calls its searches hint
//! producers.
//! `docs/se.md` explains the numbers.

mod aligned;
mod bug;
mod chains;
mod closure;
mod explain;
mod fish;
mod forcing;
mod hidden_sets;
mod hint;
mod inside;
mod links;
mod locking;
mod long_wings;
mod loop_sets;
mod loops;
mod naked_sets;
mod nested;
mod order;
mod removed_candidates;
mod rules;
mod singles;
mod solver;
mod step;
mod strong_links;
mod table;
mod wings;

pub use hint::SeTechnique;
pub use solver::{Er, Explainer, SeRating};
pub use step::{SeChain, SeNode, SeStep};
pub use table::SeTable;
