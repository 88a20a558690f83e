//! The judges, which determine whether a board has no solution, one, or several.
//!
//! [`search`] is fast, and is used while digging. [`lexical`] is the backtracking of Huang 2015 with a look-ahead.
//! [`exact_cover`] is used to verify finished packs. These three judges share no code, so that each can check the
//! others. [`layout_cover`] is used to verify packs of layouts other than 9×9, with boards of up to 16×16.
//!
//! [`naive`] checks the judges in tests. [`fused`] is the search of Jiang 2018 for boards of any size, and
//! computes Stuart's levels. [`backtrack`] follows the search of Huang 2015 exactly. [`named`] offers the searches
//! by name.

pub mod backtrack;
mod bands;
pub mod exact_cover;
pub mod fused;
pub(crate) mod goal;
mod guess;
mod lanes;
pub mod layout_cover;
pub mod lexical;
pub(crate) mod many;
#[doc(hidden)]
pub mod naive;
pub mod named;
pub mod search;
mod simd;
mod spread;
mod words;
