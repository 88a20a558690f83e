//! The judges: has a board no solution, one, or several?
//!
//! Three that share nothing, so that each can check the others: [`search`] is the fast one that
//! the factory asks while it digs, [`lexical`] is the papers' backtracking, [`exact_cover`] proves
//! finished packs. [`naive`] is the oracle of the tests.

mod bands;
pub mod exact_cover;
mod guess;
pub mod lexical;
#[doc(hidden)]
pub mod naive;
pub mod search;
mod simd;
