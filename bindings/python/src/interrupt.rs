//! Lets Ctrl-C end the wait for a long computation.
//!
//! Python handles Ctrl-C only in its main thread, which must keep checking for it. The engine can't stop in the
//! middle of rating a puzzle, so another thread computes. After Ctrl-C, that thread finishes in the background,
//! and its result is dropped.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The time between two checks for Ctrl-C.
const CHECK: Duration = Duration::from_millis(50);

/// Returns the result of `compute`, which runs on a thread of its own.
///
/// # Errors
/// If Ctrl-C was pressed, or the computation panicked.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    compute: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    // After Ctrl-C there is no receiver.
    thread::spawn(move || sender.send(compute()).ok());
    loop {
        // A receiver can be moved into another function, but not shared with it.
        let (result, back) = py.detach(move || (receiver.recv_timeout(CHECK), receiver));
        receiver = back;
        match result {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the computation panicked"));
            }
        }
    }
}
