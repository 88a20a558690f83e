//! Gives a second opinion on the ratings, the canonical form and the id of a puzzle.
//!
//! This crate uses none of the other crates, so a mistake would have to be made twice to go unnoticed. It was
//! written from docs/rating.md, docs/pack-format.md and Wu 2012, without reading the engine's source. Where the
//! documents were not precise, the program was run to find out what it does, and the documents were made precise.
//!
//! The code is slow and plainly written. Sets are lists and tables of `bool`. Each rule has a file of its own, or
//! shares it with the same rule of another size.
//!
//! | to | call |
//! |---|---|
//! | read a puzzle of 81 characters | [`read`] |
//! | count its solutions, check one | [`solutions`], [`solves`] |
//! | find its canonical form and its id | [`canonical`], [`id`] |
//! | rate it by the fourteen rules | [`rate`], as an [`Interpretation`] says |
//! | measure its blanks and its freedom, and grade it by both | [`blanks`], [`freedom`], [`grade`] |
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod canonical;
mod grid;
mod interpretation;
mod measures;
mod pencilmarks;
mod rating;
mod rules;
mod solutions;

pub use canonical::{CanonicalPair, canonical, id};
pub use grid::{Grid, read, write};
pub use interpretation::{Counted, Interpretation, RuleTurn, WingPlaces, WuRule};
pub use measures::{blanks, freedom, grade};
pub use rating::{SecondOpinion, difficulty, rate, rate_as_given};
pub use solutions::{solutions, solves};
