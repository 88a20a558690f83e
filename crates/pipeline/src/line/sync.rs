//! The threads, channels, flags and signals of the pipeline. They are the real ones, except in the tests of schedules
//! (`cfg(shuttle)`, see `.ci/schedules`): there `shuttle` decides at every step which thread goes on, so that a test
//! can try thousands of orders.
//!
//! `pipeline`, `worker`, `stop` and `quota_flags` name nothing else that threads share or wait for. The clock of a timeout
//! is the real one.

#[cfg(not(all(shuttle, test)))]
pub use crossbeam_channel::{Receiver, Sender, bounded};
#[cfg(not(all(shuttle, test)))]
pub use rayon::ThreadPoolBuilder;
#[cfg(not(any(target_family = "wasm", all(shuttle, test))))]
pub use signal_hook::flag;
#[cfg(not(all(shuttle, test)))]
pub use std::{
    sync::atomic::{AtomicBool, AtomicU16},
    thread::sleep,
};

#[cfg(all(shuttle, test))]
pub use super::shuttled::{
    ChannelReceiver as Receiver, ChannelSender as Sender, ThreadPoolBuilder, bounded, flag,
};
#[cfg(all(shuttle, test))]
pub use shuttle::{
    sync::atomic::{AtomicBool, AtomicU16},
    thread::sleep,
};

// Those of shuttle are the same types.
pub use crossbeam_channel::RecvTimeoutError;
pub use std::sync::atomic::Ordering;
