//! Tests the stock under many schedules. A schedule is an order in which threads take their steps. `.ci/schedules`
//! runs these tests; in all other builds this crate is empty.
//!
//! The crate includes the source of the factory's modules `ledger` and `stock`, so that the rest of the factory
//! need not be built again.

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
