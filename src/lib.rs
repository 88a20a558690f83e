//! Sudoku Factory makes puzzles by the hundred thousand, grades each one the way a person would
//! solve it, and writes balanced packs of five levels.
//!
//! The modules stand in the order in which a puzzle passes through them:
//!
//! ```text
//!  number k ──► create ──► dig ──► rate ──► bucket ──►│ line: in number order │──► pack
//!  (seed, k)    full grid  puzzle  rating   level       quotas, repeats, journal    files
//! ```
//!
//! `disk` writes files that survive kills, `grid` holds the board, `seed` the random numbers,
//! `solve` the searches that say whether a solution is the only one, `config` a whole job, `verify`
//! the proof of a finished pack, `ledger` the record of all published puzzles, `stock` the puzzles
//! that can still be handed out, `shard` the work of many machines, `daemon` the server that is
//! always on, `print` books and pictures, `import` and `export` the formats of other programs,
//! `player` the person who solves, `study` the papers' tables made again, `speed` what this machine
//! can do, and `cli` the command line.
#![deny(missing_docs)]

pub mod disk;
pub mod seed;

pub mod grid;
pub mod import;
pub mod solve;

pub mod bucket;
pub mod create;
pub mod dig;
pub mod rate;

pub mod config;
pub mod filter;
pub mod pack;
pub mod select;
pub mod verify;

pub mod line;
pub mod shard;

pub mod ledger;
pub mod stock;

pub mod print;

pub mod export;

pub mod player;

#[cfg(feature = "serve")]
pub mod daemon;

pub mod speed;
pub mod study;

pub mod cli;
