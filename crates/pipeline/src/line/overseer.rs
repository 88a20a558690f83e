//! Hooks for a program that runs jobs itself: it receives the progress of a run and can stop it.
//! Without them a run reports on standard error, and signals stop it.

use super::stop::StopWatch;
use super::tally::Tally;
use crate::config::Job;
use std::fmt;
use std::sync::Arc;

/// Receives the progress of a run. It is called by the thread that collects, so slow methods slow
/// the run.
pub trait Observer: Send + Sync {
    /// Receives the current counts, at most ten times a second and once at the end.
    fn advance(&self, job: &Job, tally: &Tally);

    /// Receives a message for people.
    fn notice(&self, text: &str);
}

/// The observer of a run and the watch that stops it.
#[derive(Clone)]
pub struct Overseer {
    /// The watch that stops the run; signals don't.
    pub stop: StopWatch,
    /// The receiver of progress and messages.
    pub observer: Arc<dyn Observer>,
}

impl fmt::Debug for Overseer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Overseer")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}
