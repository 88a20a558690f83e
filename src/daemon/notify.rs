//! What systemd is told: ready, reloading, stopping, and that the supervisor is alive. Nothing, and
//! to nobody, where the daemon was started otherwise.

use sd_notify::NotifyState;
use std::time::{Duration, Instant};

/// The line to the service manager.
#[derive(Debug)]
pub struct Notify {
    /// After so long without a word it thinks that all is not well.
    patience: Option<Duration>,
    told: Instant,
}

impl Notify {
    /// As the environment says.
    pub fn new() -> Self {
        Self {
            patience: sd_notify::watchdog_enabled(),
            told: Instant::now(),
        }
    }

    /// At work, and what it does in a few words.
    pub fn ready(&self, status: &str) {
        self.say(&[NotifyState::Ready, NotifyState::Status(status)]);
    }

    /// What it does.
    pub fn status(&self, status: &str) {
        self.say(&[NotifyState::Status(status)]);
    }

    /// About to read the configuration again; [`ready`](Self::ready) is to follow.
    pub fn reloading(&self) {
        // systemd 253 and later wants the time with it.
        let time = NotifyState::monotonic_usec_now().ok();
        let states = [Some(NotifyState::Reloading), time];
        self.say(&states.into_iter().flatten().collect::<Vec<_>>());
    }

    /// About to end.
    pub fn stopping(&self) {
        self.say(&[NotifyState::Stopping]);
    }

    /// The supervisor is alive; told three times before systemd would think otherwise.
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
