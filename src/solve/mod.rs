//! The judges: has a board no solution, one, or several?
//!
//! Three that share nothing, so that each can check the others: [`search`] is the fast one that
//! the factory asks while it digs, [`lexical`] is the papers' backtracking, [`exact_cover`] proves
//! finished packs. [`naive`] is the oracle of the tests. [`fused`] is paper 4's search, for boards of
//! any size, and Stuart's levels.

mod bands;
pub mod exact_cover;
pub mod fused;
mod guess;
pub mod lexical;
#[doc(hidden)]
pub mod naive;
pub mod search;
mod simd;
