//! Sudoku Factory makes puzzles by the hundred thousand, grades each one the way a person would
//! solve it, and writes balanced packs of five levels.
//!
//! This crate is the library behind the command `factory`. It re-exports the modules of the other
//! crates, for its tests and for the crate `papers`. To make, solve or rate puzzles in your own
//! program, use `sudoku-engine`.
//!
//! ```text
//!  crates/engine     seed, grid, solve, create, dig, rate, bucket,    a puzzle from a seed and a number;
//!                    record                                          a record from bytes
//!  crates/pipeline   disk, config, filter, import, pack, select,      packs from a job
//!                    verify, line
//!  crates/print      print, export                                    books and files from packs
//!  src               shard, ledger, stock, night, player, daemon,     the factory
//!                    speed, stats, cli
//! ```
//!
//! `ledger` is the record of all published puzzles, `stock` the puzzles that can still be handed out,
//! `shard` the work of many machines, `night` a scheduled run, `daemon` the server that is always on, `player` the person who
//! solves, `speed` how fast this machine is, `stats` packs in numbers and pictures, `chart` and `agreement`
//! what draws and compares them, and `cli` the command line.
#![deny(missing_docs)]

pub use factory_pipeline::{config, disk, filter, import, line, pack, select, verify};
pub use factory_print::{export, print};
pub use sudoku_engine::{bucket, create, dig, grid, rate, record, seed, solve};

pub mod shard;

pub mod exit;
pub mod ledger;
pub mod night;
pub mod stock;

pub mod player;

#[cfg(feature = "serve")]
pub mod daemon;

pub mod agreement;
pub mod chart;
pub mod speed;
pub mod stats;

pub mod cli;
