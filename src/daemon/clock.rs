//! What time it is, by a clock that is handed in: the machine's, or one that a test sets.

use jiff::Timestamp;
use std::sync::{Arc, Mutex, PoisonError};

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A clock that stands still until it is set. Copies are the same clock.
#[derive(Debug, Clone, Default)]
pub struct SetClock(Arc<Mutex<Timestamp>>);

impl SetClock {
    /// A clock that stands at this time.
    pub fn at(time: Timestamp) -> Self {
        Self(Arc::new(Mutex::new(time)))
    }

    /// Sets it, forward or back.
    pub fn set(&self, time: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
