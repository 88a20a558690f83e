//! Whoever runs jobs in a process of its own making: told how far a run is, and able to stop it.
//! Without one a run tells people on standard error, and signals stop it.

use super::stop::StopWatch;
use super::tally::Tally;
use crate::config::Job;
use std::fmt;
use std::sync::Arc;

/// Told how far a run is. It is called by the thread that collects: what takes long slows the run.
pub trait Observer: Send + Sync {
    /// What is counted now, at most ten times a second and once at the end.
    fn advance(&self, job: &Job, tally: &Tally);

    /// Something that people should know.
    fn notice(&self, text: &str);
}

/// Whoever looks after a run.
#[derive(Clone)]
pub struct Overseer {
    /// What stops the run; signals don't.
    pub stop: StopWatch,
    /// Who is told.
    pub observer: Arc<dyn Observer>,
}

impl fmt::Debug for Overseer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Overseer")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}
