//! The machine's clock, and a clock that tests set.

use jiff::Timestamp;
use std::sync::{Arc, Mutex, PoisonError};

/// A source of the current time.
pub trait Clock: Send + Sync {
    /// Returns the current time.
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

/// A clock for tests, which stands still until a test sets it. All copies of a clock show the same time.
#[derive(Debug, Clone, Default)]
pub struct SetClock(Arc<Mutex<Timestamp>>);

impl SetClock {
    /// Returns a clock that is set to this time.
    pub fn at(time: Timestamp) -> Self {
        Self(Arc::new(Mutex::new(time)))
    }

    /// Sets the clock to this time, which may be earlier or later than its present time.
    pub fn set(&self, time: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
