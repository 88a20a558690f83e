//! Watches for the reasons to stop a run before it is done: a signal, or a timeout.

#[cfg(unix)]
use signal_hook::consts::SIGXFSZ;
#[cfg(not(target_family = "wasm"))]
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The cause that stopped a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// Ctrl-C.
    Interrupt,
    /// SIGTERM, as from systemd.
    Terminate,
    /// The time of `--timeout` is over.
    Timeout,
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail like a write to a full disk;
/// otherwise a signal would end the process without a message.
///
/// # Errors
/// If the system refuses the handler.
pub fn outlive_size_limit() -> std::io::Result<()> {
    #[cfg(unix)]
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    Ok(())
}

/// Watches for reasons to stop.
#[derive(Debug, Clone, Default)]
pub struct StopWatch {
    interrupted: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl StopWatch {
    /// Creates a watch that stops after `timeout`, if any, and ignores signals.
    pub fn new(timeout: Option<Duration>) -> Self {
        Self {
            deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            ..Self::default()
        }
    }

    /// Returns this watch with its own timeout.
    #[must_use]
    pub fn within(self, timeout: Option<Duration>) -> Self {
        Self {
            deadline: Self::new(timeout).deadline,
            ..self
        }
    }

    /// Stops everything that uses this watch or a copy of it, as if it were terminated.
    pub fn terminate(&self) {
        self.terminated.store(true, Ordering::Relaxed);
    }

    /// Makes the first SIGINT or SIGTERM a reason to stop at the next block; a second one ends the
    /// process at once, with exit code 130 or 143.
    ///
    /// # Errors
    /// If the system refuses the handlers.
    pub fn on_signals(self) -> std::io::Result<Self> {
        #[cfg(not(target_family = "wasm"))]
        for (signal, noticed) in [(SIGINT, &self.interrupted), (SIGTERM, &self.terminated)] {
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(noticed))?;
            flag::register(signal, Arc::clone(noticed))?;
        }
        Ok(self)
    }

    /// Returns the reason to stop now, if there is one.
    pub fn cause(&self) -> Option<StopCause> {
        if self.interrupted.load(Ordering::Relaxed) {
            Some(StopCause::Interrupt)
        } else if self.terminated.load(Ordering::Relaxed) {
            Some(StopCause::Terminate)
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            Some(StopCause::Timeout)
        } else {
            None
        }
    }
}
