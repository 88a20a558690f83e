//! Tests of the stock under many schedules of its threads. `.ci/schedules` runs them; all other builds of this crate are
//! empty.
//!
//! The crate takes in the source of the factory's rooms `ledger` and `stock`, so that neither books, the command line
//! nor the tools of other tests are built once more.

#[cfg(all(shuttle, test))]
use factory_pipeline::{config, disk, line, pack};
#[cfg(all(shuttle, test))]
use sudoku_engine::{bucket, grid};

#[cfg(all(shuttle, test))]
#[path = "../../src/ledger/mod.rs"]
pub mod ledger;
#[cfg(all(shuttle, test))]
#[path = "../../src/stock/mod.rs"]
pub mod stock;

#[cfg(test)]
#[cfg(shuttle)]
#[path = "../../crates/pipeline/src/line/explore.rs"]
mod explore;
#[cfg(test)]
#[cfg(shuttle)]
mod place;
#[cfg(test)]
#[cfg(shuttle)]
mod takes;
