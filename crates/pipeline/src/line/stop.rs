//! Watches for the reasons to stop a run early: a signal, or a timeout.

#[cfg(not(target_family = "wasm"))]
use super::sync::flag;
use super::sync::{AtomicBool, Ordering};
#[cfg(unix)]
use signal_hook::consts::SIGXFSZ;
#[cfg(not(target_family = "wasm"))]
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The cause that stopped a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// The signal SIGINT, which Ctrl-C sends.
    Interrupt,
    /// The signal SIGTERM, which systemd sends, for example.
    Terminate,
    /// The time limit that `--timeout` sets.
    Timeout,
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail like a write to a full disk. Without this call, a signal
/// would end the process without a message.
///
/// # Errors
/// If the system refuses the signal handler.
pub fn outlive_size_limit() -> std::io::Result<()> {
    #[cfg(unix)]
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    Ok(())
}

/// A watch that knows whether a run should stop, and why.
#[derive(Debug, Clone, Default)]
pub struct StopWatch {
    interrupted: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl StopWatch {
    /// Creates a watch that ignores signals and stops a run after `timeout`; `None` for no time limit.
    pub fn new(timeout: Option<Duration>) -> Self {
        Self {
            deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            ..Self::default()
        }
    }

    /// Returns this watch with another timeout, which begins now.
    #[must_use]
    pub fn within(self, timeout: Option<Duration>) -> Self {
        Self {
            deadline: Self::new(timeout).deadline,
            ..self
        }
    }

    /// Stops everything that uses this watch or a copy of it, as the signal SIGTERM would.
    pub fn terminate(&self) {
        self.terminated.store(true, Ordering::Relaxed);
    }

    /// Returns a watch that stops a run before its next block of candidates once SIGINT or SIGTERM has arrived. A
    /// second signal of the same kind ends the process at once, with exit code 130 or 143.
    ///
    /// # Errors
    /// If the system refuses the signal handlers.
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
