//! Replaces crossbeam's channel, rayon's thread pool and the signals of the system. The tests of schedules use the
//! replacements, so that the crate `shuttle` decides which thread runs next.
//!
//! A channel behaves like crossbeam's: a full channel blocks its senders, each end learns when the other is gone,
//! and unread messages are dropped with the last receiver.

use super::threads::NoThreads;
use crossbeam_channel::{RecvError, RecvTimeoutError, SendError, TrySendError};
use shuttle::rand::{Rng, thread_rng};
use shuttle::sync::{Condvar, Mutex, MutexGuard};
use shuttle::thread::{Scope, scope, yield_now};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// The probability that a wait for a message has a time limit. Such a wait ends without a message if none has arrived.
const TIMEOUTS: f64 = 0.25;

/// A builder of a pool of threads that the crate `shuttle` schedules.
#[derive(Default)]
pub struct ThreadPoolBuilder;

/// A pool of threads that the crate `shuttle` schedules, with one thread for each task.
pub struct ThreadPool;

/// A scope in which the tasks of a pool are started. All of these tasks end before the scope ends.
pub struct ThreadPoolScope<'scope, 'env>(&'scope Scope<'scope, 'env>);

impl ThreadPoolBuilder {
    pub fn new() -> Self {
        Self
    }

    /// Ignores the number of threads. The pool has one thread for each task, and the pipeline starts as many tasks as
    /// it wants threads.
    pub fn num_threads(self, _: usize) -> Self {
        self
    }

    pub fn build(self) -> Result<ThreadPool, NoThreads> {
        Ok(ThreadPool)
    }
}

impl ThreadPool {
    /// Calls `op` on this thread and waits for the tasks that it started, even if `op` panics.
    pub fn in_place_scope<'env, R>(
        &self,
        op: impl for<'scope> FnOnce(&ThreadPoolScope<'scope, 'env>) -> R,
    ) -> R {
        let ended = scope(|scope| catch_unwind(AssertUnwindSafe(|| op(&ThreadPoolScope(scope)))));
        ended.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl<'scope> ThreadPoolScope<'scope, '_> {
    pub fn spawn(&self, job: impl FnOnce(&Self) + Send + 'scope)
    where
        Self: 'scope,
    {
        let scope = self.0;
        scope.spawn(move || job(&Self(scope)));
    }
}

/// The messages of a channel, and the numbers of its senders and receivers.
struct ChannelState<T> {
    messages: VecDeque<T>,
    room: usize,
    senders: usize,
    receivers: usize,
}

struct Channel<T> {
    state: Mutex<ChannelState<T>>,
    changed: Condvar,
}

impl<T> Channel<T> {
    fn state(&self) -> MutexGuard<'_, ChannelState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes all threads that wait for a change.
    fn change<R>(&self, change: impl FnOnce(&mut ChannelState<T>) -> R) -> R {
        let changed = change(&mut self.state());
        self.changed.notify_all();
        changed
    }

    /// Waits until `attempt` returns a value.
    fn wait_for<R>(&self, mut attempt: impl FnMut(&mut ChannelState<T>) -> Option<R>) -> R {
        let mut state = self.state();
        loop {
            if let Some(done) = attempt(&mut state) {
                drop(state);
                self.changed.notify_all();
                return done;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Returns the two ends of a channel with room for this number of messages, which must be at least 1.
pub fn bounded<T>(room: usize) -> (ChannelSender<T>, ChannelReceiver<T>) {
    let state = ChannelState {
        messages: VecDeque::new(),
        room,
        senders: 1,
        receivers: 1,
    };
    let channel = Arc::new(Channel {
        state: Mutex::new(state),
        changed: Condvar::new(),
    });
    (
        ChannelSender(Arc::clone(&channel)),
        ChannelReceiver(channel),
    )
}

/// The sending end of a channel.
pub struct ChannelSender<T>(Arc<Channel<T>>);

impl<T> ChannelSender<T> {
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        let mut message = Some(message);
        self.0.wait_for(|state| {
            if state.receivers == 0 {
                return message.take().map(|message| Err(SendError(message)));
            }
            let has_room = state.messages.len() < state.room;
            has_room.then(|| {
                state.messages.extend(message.take());
                Ok(())
            })
        })
    }

    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        self.0.change(|state| {
            if state.receivers == 0 {
                return Err(TrySendError::Disconnected(message));
            }
            if state.messages.len() >= state.room {
                return Err(TrySendError::Full(message));
            }
            state.messages.push_back(message);
            Ok(())
        })
    }
}

impl<T> Clone for ChannelSender<T> {
    fn clone(&self) -> Self {
        self.0.change(|state| state.senders += 1);
        Self(Arc::clone(&self.0))
    }
}

impl<T> Drop for ChannelSender<T> {
    fn drop(&mut self) {
        self.0.change(|state| state.senders -= 1);
    }
}

/// The receiving end of a channel.
pub struct ChannelReceiver<T>(Arc<Channel<T>>);

impl<T> ChannelReceiver<T> {
    pub fn is_empty(&self) -> bool {
        self.0.state().messages.is_empty()
    }

    fn recv(&self) -> Result<T, RecvError> {
        self.0.wait_for(|state| match state.messages.pop_front() {
            Some(message) => Some(Ok(message)),
            None => (state.senders == 0).then_some(Err(RecvError)),
        })
    }

    /// Waits for a message. The crate `shuttle` decides at random whether the wait has a time limit. Some waits have no
    /// limit, so that `shuttle` can detect threads that wait for each other forever.
    pub fn recv_timeout(&self, _: Duration) -> Result<T, RecvTimeoutError> {
        if !thread_rng().gen_bool(TIMEOUTS) {
            return self.recv().map_err(|_| RecvTimeoutError::Disconnected);
        }
        yield_now();
        self.0.change(|state| match state.messages.pop_front() {
            Some(message) => Ok(message),
            None if state.senders == 0 => Err(RecvTimeoutError::Disconnected),
            None => Err(RecvTimeoutError::Timeout),
        })
    }
}

impl<'a, T> IntoIterator for &'a ChannelReceiver<T> {
    type Item = T;
    type IntoIter = Box<dyn Iterator<Item = T> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(std::iter::from_fn(|| self.recv().ok()))
    }
}

impl<T> Clone for ChannelReceiver<T> {
    fn clone(&self) -> Self {
        self.0.change(|state| state.receivers += 1);
        Self(Arc::clone(&self.0))
    }
}

impl<T> Drop for ChannelReceiver<T> {
    fn drop(&mut self) {
        let unread = self.0.change(|state| {
            state.receivers -= 1;
            match state.receivers {
                0 => std::mem::take(&mut state.messages),
                _ => VecDeque::new(),
            }
        });
        drop(unread);
    }
}

/// Replaces the functions that set a flag when a signal arrives. The replacements do nothing, since the tests of
/// schedules raise no signals.
pub mod flag {
    use shuttle::sync::atomic::AtomicBool;
    use std::ffi::c_int;
    use std::io;
    use std::sync::Arc;

    pub fn register(_: c_int, _: Arc<AtomicBool>) -> io::Result<()> {
        Ok(())
    }

    pub fn register_conditional_shutdown(_: c_int, _: c_int, _: Arc<AtomicBool>) -> io::Result<()> {
        Ok(())
    }
}
