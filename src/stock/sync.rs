//! The threads, channels and locks of the stock. Normally they are those of `std`. In the tests of thread
//! schedules (`cfg(shuttle)`, see `.ci/schedules`), the crate `shuttle` decides at every step which thread goes
//! on. So a test can try thousands of orders.

#[cfg(not(all(shuttle, test)))]
pub use std::{
    sync::{Mutex, MutexGuard, RwLock, mpsc},
    thread::{Builder, JoinHandle},
};

#[cfg(all(shuttle, test))]
pub(super) use super::shuttled as mpsc;
#[cfg(all(shuttle, test))]
pub use shuttle::{
    sync::{Mutex, MutexGuard, RwLock},
    thread::{Builder, JoinHandle},
};

use std::io;
use std::sync::PoisonError;

/// Locks a mutex, even if a thread panicked while it held the lock. Values are only replaced as a whole, so no
/// value is half written.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a thread with this name.
///
/// # Errors
/// If the system refuses the thread.
pub fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    Builder::new().name(name.to_owned()).spawn(run)
}
