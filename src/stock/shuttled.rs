//! Replaces the channels of `std` in the tests of thread schedules. In `std`, a dropped receiver drops the
//! messages that it has not received. The crate `shuttle` keeps these messages, so this module's receiver drops
//! them itself. A client whose message is dropped learns that the stock is being closed.

use shuttle::sync::mpsc;
use std::sync::mpsc::{RecvError, TryRecvError};

pub use self::EmptiedReceiver as Receiver;
pub use shuttle::sync::mpsc::Sender;

/// Returns the two ends of a channel that can hold any number of items.
pub fn channel<T>() -> (Sender<T>, EmptiedReceiver<T>) {
    let (sender, receiver) = mpsc::channel();
    (sender, EmptiedReceiver(receiver))
}

/// The receiving end of a channel. Dropping it also drops the items that are still in the channel.
pub struct EmptiedReceiver<T>(mpsc::Receiver<T>);

impl<T> EmptiedReceiver<T> {
    pub fn recv(&self) -> Result<T, RecvError> {
        self.0.recv()
    }

    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        self.0.try_recv()
    }
}

impl<T> Drop for EmptiedReceiver<T> {
    fn drop(&mut self) {
        // Between the last look and the end of this receiver no other thread goes on.
        while !std::thread::panicking() && self.try_recv().is_ok() {}
    }
}
