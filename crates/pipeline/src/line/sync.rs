//! Provides the threads, channels, flags and signals of the pipeline.
//!
//! The tests of schedules (`cfg(shuttle)`, see `.ci/schedules`) use replacements for them. With these, the crate
//! `shuttle` decides at every step which thread runs next, so a test can try thousands of orders.
//!
//! The threads of `pipeline`, `worker`, `stop` and `quota_flags` communicate only through this module. Timeouts
//! always use the real clock.

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
