//! Stands for the channels of `std` in the tests of schedules. They are those of `shuttle`, except that a receiver that
//! is dropped drops the messages that it has not received, as those of `std` do: clients learn by it that the stock is
//! being closed.

use shuttle::sync::mpsc;
use std::sync::mpsc::{RecvError, TryRecvError};

pub use self::EmptiedReceiver as Receiver;
pub use shuttle::sync::mpsc::Sender;

/// Returns the two ends of a channel without a limit.
pub fn channel<T>() -> (Sender<T>, EmptiedReceiver<T>) {
    let (sender, receiver) = mpsc::channel();
    (sender, EmptiedReceiver(receiver))
}

/// The end of a channel that receives, and that drops what is left when it is dropped.
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
