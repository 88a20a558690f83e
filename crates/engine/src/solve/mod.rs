//! The judges, which find out whether a board has no solution, one, or several.
//!
//! Three of them share nothing, so that each can check the others: [`search`] is the fast one that
//! the factory asks while it digs, [`lexical`] is the papers' backtracking, [`exact_cover`] proves
//! finished packs. [`naive`] is the oracle of the tests. [`fused`] is Jiang 2018's search, for
//! boards of any size, and Stuart's levels; [`backtrack`] is the search of Huang 2015 to the
//! letter. [`named`] has all searches by their names.

pub mod backtrack;
mod bands;
pub mod exact_cover;
pub mod fused;
mod goal;
mod guess;
mod lanes;
pub mod lexical;
pub(crate) mod many;
#[doc(hidden)]
pub mod naive;
pub mod named;
pub mod search;
mod simd;
pub(crate) mod words;
