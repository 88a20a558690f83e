//! Makes, solves and rates Sudoku puzzles: full grids, puzzles with one solution, and ratings that follow the
//! steps by which people solve puzzles.
//!
//! ```
//! use sudoku_engine::{Generator, Method, Plan, Preset, Rater, count, dig, full_grid};
//!
//! let mut rng = Generator::for_candidate(1, 0);
//! let grid = full_grid(&Method::Diagonal, &mut rng).grid;
//! let dug = dig(&grid, &Plan::MINIMAL, &mut rng);
//! assert_eq!(count(&dug.puzzle, 2), 1);
//! let rating = Rater::new(&Preset::default()).rate(&dug.puzzle, &dug.solution);
//! assert!(rating.difficulty >= 1.0);
//! ```
//!
//! The crate opens no files, starts no threads and reads no clock: a puzzle is a function of its seed and
//! its number.
//!
//! | to | use |
//! |---|---|
//! | read and write a puzzle | [`Board`], its cells, digits and houses, [`Candidates`] |
//! | solve it, prove that its solution is the only one | [`solve()`], [`count`] |
//! | make one | [`Generator`], [`full_grid`], [`dig()`] by a [`Plan`] |
//! | recognize it when turned or relabelled | [`Canonical`], [`PuzzleId`] |
//! | rate it by Wu's fourteen rules | [`Rater`] |
//! | rate it as HoDoKu does, by up to 61 techniques | [`TechniqueSolver`], [`TechniqueLadder`] |
//! | rate it as Sudoku Explainer does | [`Explainer`] |
//! | say how long people take | [`Timer`] |
//! | give it a level | [`Scheme`] |
//! | read it from the bytes of a pack | [`Record`] |
//! | make one of another size, or with other houses | [`layouts::LayoutMaker`] with the kit of a [`grid::Layout`] |
//! | explain it step by step | [`Play::check`] and [`hint`] for one step, [`technique_steps`] for the whole path |
//!
//! These names, and the types that they take and return, are the crate's public interface and are stable. Some of
//! the types, such as `solve::search::Solutions`, are only in the crate's modules. Everything else in the modules
//! may change; `cargo doc --all-features` shows them. The modules follow the order of the pipeline:
//!
//! ```text
//! (seed, k) ──► create ──► dig ──► rate ──► bucket
//!               full grid  puzzle  rating   level
//! ```
#![deny(missing_docs)]
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]

#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod grid;
#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod seed;
#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod solve;

#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod create;
#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod dig;

#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod rate;

#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod bucket;

#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod layouts;

#[cfg(feature = "serde")]
#[cfg_attr(not(feature = "modules"), doc(hidden))]
pub mod record;

#[doc(inline)]
pub use bucket::{Level, Scheme};
#[doc(inline)]
pub use create::{Method, full_grid};
#[doc(inline)]
pub use dig::{Dug, Plan, Symmetry, dig};
#[doc(inline)]
pub use grid::text::TextError;
#[doc(inline)]
pub use grid::{
    Board, Candidates, Canonical, Cell, CellSet, Digit, DigitSet, House, PuzzleId, Transform,
};
#[doc(inline)]
pub use rate::explainer::{Explainer, SeRating};
#[doc(inline)]
pub use rate::hints::{Play, TechniqueStep, hint, technique_steps};
#[doc(inline)]
pub use rate::techniques::{Technique, TechniqueLadder, TechniqueSolver};
#[doc(inline)]
pub use rate::{Minutes, Preset, Rater, Rating, Rule, Step, Timer};
#[cfg(feature = "serde")]
#[doc(inline)]
pub use record::{Record, RecordError};
#[doc(inline)]
pub use seed::Generator;
#[doc(inline)]
pub use solve::search::{count, solve};
