//! Hooks for a program that runs jobs itself: it receives the progress of a run and can stop it.
//! Without them a run reports on standard error, and signals stop it.

use super::stop::StopWatch;
use super::tally::Tally;
use crate::config::Job;

/// Receives the progress of a run. It is called by the thread that collects, so slow methods slow
/// the run.
pub trait RunHooks: Send + Sync {
    /// Receives the current counts, at most ten times a second and once at the end.
    fn advance(&self, job: &Job, tally: &Tally);

    /// Receives a message for people.
    fn notice(&self, text: &str);

    /// Returns the watch that stops the run; signals don't. Nothing stops it by default.
    fn stop(&self) -> StopWatch {
        StopWatch::default()
    }
}
