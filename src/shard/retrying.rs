//! A store that repeats requests that failed for a temporary reason. The pause before each repeat is longer than
//! the last. Without repeats, a shard that took minutes to make could be lost.

use super::error::refuses;
use super::store::Store;
use crate::disk::AtomicFile;
use std::io::{self, ErrorKind, Read};
use std::thread;
use std::time::Duration;

/// The maximum number of attempts for each request. If half of all attempts fail at random, one request in 256
/// fails.
const TRIES: u32 = 8;

/// A store that repeats a request after a temporary failure. Each pause is twice as long as the pause before it. The
/// last is 64 times as long as the first.
#[derive(Debug, Clone)]
pub struct RetryingStore<S> {
    store: S,
    pause: Duration,
}

impl<S: Store> RetryingStore<S> {
    /// Returns a store that repeats failed requests to `store`, with the time `pause` before the first retry.
    pub fn new(store: S, pause: Duration) -> Self {
        Self { store, pause }
    }

    fn ask<T>(&self, mut question: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        let mut pause = self.pause;
        for _ in 1..TRIES {
            match question() {
                Err(error) if may_pass(error.kind()) => thread::sleep(pause),
                answer => return answer,
            }
            pause *= 2;
        }
        question()
    }
}

/// Returns whether a request that failed with an error of this kind may succeed within seconds.
fn may_pass(kind: ErrorKind) -> bool {
    !refuses(kind) && !matches!(kind, ErrorKind::NotFound | ErrorKind::StorageFull)
}

impl<S: Store> Store for RetryingStore<S> {
    fn list(&self, folder: &str, visit: &mut dyn FnMut(&str)) -> io::Result<()> {
        self.ask(|| self.store.list(folder, visit))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        self.ask(|| self.store.open(name))
    }

    fn aside(&self, work: &str) -> io::Result<AtomicFile> {
        self.ask(|| self.store.aside(work))
    }

    fn clear(&self, work: &str) {
        self.store.clear(work);
    }

    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()> {
        self.ask(|| self.store.publish(file, name))
    }

    fn place(&self, name: &str) -> String {
        self.store.place(name)
    }
}
