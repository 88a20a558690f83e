//! Sends messages to systemd: that the server is ready, reads its configuration again, stops, or is alive.
//! Without systemd no messages are sent.

use sd_notify::NotifyState;
use std::time::{Duration, Instant};

/// A sender of messages to the service manager.
#[derive(Debug)]
pub struct Notify {
    /// The time without a message after which systemd restarts the server; `None` if systemd doesn't watch the server.
    patience: Option<Duration>,
    told: Instant,
}

impl Notify {
    /// Returns a sender for the socket that systemd names in the environment.
    pub fn new() -> Self {
        Self {
            patience: sd_notify::watchdog_enabled(),
            told: Instant::now(),
        }
    }

    /// Reports that the server is ready, with a short status text.
    pub fn ready(&self, status: &str) {
        self.say(&[NotifyState::Ready, NotifyState::Status(status)]);
    }

    /// Reports a short status text.
    pub fn status(&self, status: &str) {
        self.say(&[NotifyState::Status(status)]);
    }

    /// Reports that the configuration is being read again; a call of [`ready`](Self::ready) must follow.
    pub fn reloading(&self) {
        // systemd 253 and later needs the time too.
        let time = NotifyState::monotonic_usec_now().ok();
        let states = [Some(NotifyState::Reloading), time];
        self.say(&states.into_iter().flatten().collect::<Vec<_>>());
    }

    /// Reports that the server is about to shut down.
    pub fn stopping(&self) {
        self.say(&[NotifyState::Stopping]);
    }

    /// Reports to systemd that the supervisor is alive, if a third of systemd's time limit has passed since the last
    /// report. Does nothing if systemd doesn't watch the server.
    pub fn alive(&mut self) {
        if let Some(patience) = self.patience
            && self.told.elapsed() >= patience / 3
        {
            self.told = Instant::now();
            self.say(&[NotifyState::Watchdog]);
        }
    }

    fn say(&self, states: &[NotifyState<'_>]) {
        // A service manager that doesn't listen is no reason to stop.
        drop(sd_notify::notify(states));
    }
}
