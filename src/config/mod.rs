//! A job as read from `config/*.toml` and the command line, checked before any work is done.

mod job;

pub use job::Job;
