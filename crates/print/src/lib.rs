//! Prints packs, and exports them to other programs: `print` makes books, calendars and pictures and checks them
//! before they go to press, and `export` writes the formats of other programs.
#![deny(missing_docs)]

use factory_pipeline::{pack, select};
use sudoku_engine::{bucket, grid, rate};

pub mod export;
pub mod print;
