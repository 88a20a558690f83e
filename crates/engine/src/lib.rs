//! Makes, solves and rates Sudoku puzzles: full grids, puzzles with one solution, and ratings that
//! follow the steps of a person.
//!
//! The modules are in the order in which a puzzle passes through them:
//!
//! ```text
//! (seed, k) ──► create ──► dig ──► rate ──► bucket
//!               full grid  puzzle  rating   level
//! ```
//!
//! `grid` holds the board, `seed` the random generator, and `solve` the searches that prove that a
//! solution is the only one. The crate opens no file, starts no thread and reads no clock: a puzzle is
//! a function of its seed and its number.
//!
//! ```
//! use sudoku_engine::{create, dig, rate, seed::Generator, solve::search};
//!
//! let mut rng = Generator::for_candidate(1, 0);
//! let grid = create::full_grid(&create::Method::Diagonal, &mut rng).grid;
//! let dug = dig::dig(&grid, &dig::Plan::default(), &mut rng);
//! assert_eq!(search::count(&dug.puzzle, 2), 1);
//! let rating = rate::Rater::new(&rate::Preset::default()).rate(&dug.puzzle, &dug.solution);
//! assert!(rating.difficulty >= 1.0);
//! ```
#![deny(missing_docs)]

pub mod grid;
pub mod seed;
pub mod solve;

pub mod create;
pub mod dig;

pub mod rate;

pub mod bucket;
