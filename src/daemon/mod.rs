//! The server: jobs by the clock, shelves that are kept full, and puzzles by HTTP. One process,
//! which loses nothing when it is killed.
//!
//! `docs/daemon.md` describes it in full.

mod clock;
mod config;
mod error;
pub mod http;
mod http_server;
mod instance_lock;
mod inventory;
mod job_queue;
mod job_table;
mod log;
mod memory;
mod notify;
mod orders;
pub mod page;
mod queue_sync;
mod runner;
mod schedule;
mod shelf;
mod signals;
mod start;
mod supervise;
mod view;

pub use clock::{Clock, SetClock, SystemClock};
pub use config::{Plan, Planned};
pub use error::DaemonError;
pub use instance_lock::InstanceLock;
pub use inventory::Inventory;
pub use job_queue::{Check, JobQueue, Refused, Taken};
pub use job_table::Work;
pub use log::LogFormat;
pub use orders::{OrderError, Orders};
pub use runner::ExitCode;
pub use schedule::{Schedule, Timetable};
pub use shelf::{Bounds, Shelf};
pub use start::{Start, run};
pub use supervise::Supervisor;
pub use view::{Cause, JobView, LevelView, NextRun, ShelfLevel, ShelfState, ShelfView, State};
