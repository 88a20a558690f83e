//! Runs jobs that make puzzles and write finished packs. The crate also reads, chooses, filters and verifies
//! puzzles.
//!
//! ```text
//!  number k ──► create ──► dig ──► rate ──► bucket ──►│ line: in number order │──► pack
//!  (seed, k)    full grid  puzzle  rating   level       quotas, repeats, journal    files
//! ```
//!
//! `config` defines jobs, `line` runs them, `pack` writes and reads packs, and `verify` checks packs; `filter` and
//! `select` choose puzzles, `import` reads the puzzle files of other programs, and `disk` writes files that survive
//! kills.
#![deny(missing_docs)]

use sudoku_engine::{bucket, create, dig, grid, layouts, rate, record, seed, solve};

pub mod disk;

pub mod config;
pub mod filter;
pub mod import;
pub mod pack;
pub mod select;
pub mod verify;

pub mod line;
