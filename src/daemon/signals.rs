//! Handles signals: SIGTERM and SIGINT end the server, and SIGHUP makes the server read its configuration
//! again. The handlers only set flags, which the supervisor checks several times a second.

use super::error::DaemonError;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The flags that signal handlers set. All copies share the flags.
#[derive(Debug, Clone, Default)]
pub struct Signals {
    end: Arc<AtomicBool>,
    reload: Arc<AtomicBool>,
}

impl Signals {
    /// Installs signal handlers and returns the flags that they set. A second SIGTERM or SIGINT ends the process
    /// immediately. Like any other kill, this damages no files.
    ///
    /// # Errors
    /// If the operating system refuses the handlers.
    pub fn of_process() -> Result<Self, DaemonError> {
        let signals = Self::default();
        let register = || -> std::io::Result<()> {
            for signal in [SIGINT, SIGTERM] {
                let end = &signals.end;
                flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(end))?;
                flag::register(signal, Arc::clone(end))?;
            }
            // A limit on file sizes must fail the write, not end the process.
            flag::register(SIGXFSZ, Arc::default())?;
            flag::register(SIGHUP, Arc::clone(&signals.reload)).map(drop)
        };
        match register() {
            Ok(()) => Ok(signals),
            Err(source) => Err(DaemonError::System {
                what: "watch for signals".to_owned(),
                source,
            }),
        }
    }

    /// Returns whether a signal has asked the server to shut down.
    pub fn is_end(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }

    /// Returns whether a signal has asked the server to read its configuration again. Later calls return `false` until
    /// the next such signal.
    pub fn is_reload(&self) -> bool {
        self.reload.swap(false, Ordering::Relaxed)
    }
}
