//! The shop that is always open: jobs by the clock, shelves that are kept full, and HTTP for all
//! who want puzzles. One process, which loses nothing when it is killed.
//!
//! `docs/daemon.md` tells the whole.

mod board;
mod clock;
pub mod http;
pub mod page;
mod view;
mod wall;

pub use board::{Board, Check, Refused, Taken};
pub use clock::{Clock, SetClock, SystemClock};
pub use view::{Cause, JobView, LevelView, NextRun, ShelfLevel, ShelfState, ShelfView, State};
pub use wall::Work;
