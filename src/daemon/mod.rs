//! The server: runs jobs at set times, keeps shelves (stocks of puzzles) full, and hands out puzzles over HTTP. It
//! is one process, and killing the process loses nothing.
//!
//! `docs/daemon.md` describes it in full.

mod clock;
mod config;
mod error;
mod first_start;
mod health;
pub mod http;
mod http_server;
mod job_queue;
mod job_settings;
mod job_table;
mod log;
mod memory;
mod notify;
pub mod page;
mod records;
mod runner;
mod schedule;
mod shelf;
mod signals;
mod start;
mod supervise;
mod view;
mod watch;

pub use clock::{Clock, SetClock, SystemClock};
pub use config::{DaemonPlan, PlannedJob};
pub use error::DaemonError;
pub use first_start::ConfigOrigin;
pub use health::{Health, Obstacle};
pub use job_queue::JobQueue;
pub use job_settings::{JobSettingsError, SharedJobSettings};
pub use job_table::{Check, JobRefusal, JobWork, QueuedJob, TakenJob};
pub use log::LogFormat;
pub use records::JobRecord;
pub use runner::ExitCode;
pub use schedule::{Schedule, Timetable};
pub use shelf::{Bounds, Inventory, Shelf};
pub use start::{ServerArgs, lock_output, run};
pub use supervise::Supervisor;
pub use view::{Cause, JobState, JobView, LevelView, NextRun, ShelfLevel, ShelfState, ShelfView};
