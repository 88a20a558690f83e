//! Runs a long computation that Ctrl-C can leave.
//!
//! Python notices Ctrl-C only in the thread that called us, and the engine's ratings can't be stopped within a puzzle.
//! So another thread computes. After Ctrl-C it finishes in the background, and its result is dropped.

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
