//! Sudoku Factory makes puzzles by the hundred thousand, rates how hard each one is for a person, and writes balanced
//! packs of five levels.
//!
//! This crate is the library behind the command `factory`. It re-exports the modules of the other
//! crates, for its tests and for the crate `papers`. To make, solve or rate puzzles in your own
//! program, use `sudoku-engine`.
//!
//! ```text
//!  crates/engine     seed, grid, solve, create, dig, rate, bucket,    a puzzle from a seed and a number;
//!                    layouts, record                                 a record from bytes
//!  crates/pipeline   disk, config, filter, import, pack, select,      packs from a job
//!                    verify, line
//!  crates/print      print, export                                    books and files from packs
//!  src               shard, ledger, stock, scheduled_run, player,     the factory
//!                    daemon, agreement, chart, signing, speed,
//!                    stats, cli, exit
//! ```
//!
//! - `ledger` records all published puzzles, and `stock` hands them out.
//! - `shard` divides a run among many machines, `scheduled_run` runs a scheduled job, and `daemon` is the server.
//! - `player` models a person who solves puzzles.
//! - `speed` measures this machine, and `stats` counts the puzzles of packs.
//! - `chart` draws pictures, and `agreement` compares ratings.
//! - `signing` signs packs and checks their signatures.
//! - `cli` is the command line, and `exit` has its exit codes.
#![deny(missing_docs)]

pub use factory_pipeline::{config, disk, filter, import, line, pack, select, verify};
pub use factory_print::{export, print};
pub use sudoku_engine::{bucket, create, dig, grid, layouts, rate, record, seed, solve};

pub mod shard;

pub mod exit;
pub mod ledger;
pub mod scheduled_run;
pub mod stock;

pub mod player;

#[cfg(feature = "serve")]
pub mod daemon;

pub mod agreement;
pub mod chart;
pub mod signing;
pub mod speed;
pub mod stats;

pub mod cli;
