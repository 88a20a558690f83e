//! Counts requests and answers.

use super::connections::ConnectionLimit;
use super::limits::Events;
use axum::http::{Method, StatusCode};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The upper bounds of the classes of response times, in seconds.
pub const BUCKETS: [f64; 8] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0];

/// The distribution of the response times of all answers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// The number of answers in each class of [`BUCKETS`]; the last number counts all slower answers.
    pub counts: [u64; BUCKETS.len() + 1],
    /// The sum of all response times in seconds.
    pub sum: f64,
}

/// The kind of an answer: its route, method and status.
type Kind = (String, &'static str, u16);

/// The counts of answers, taken puzzles and refusals since the server started.
#[derive(Debug, Default)]
pub struct Counters {
    answers: Mutex<BTreeMap<Kind, u64>>,
    times: Mutex<Times>,
    /// The number of puzzles that were taken.
    pub taken: AtomicU64,
    /// The count of requests with an unknown token.
    pub wrong_tokens: Events,
    /// The count of answers that failed or broke off because a file is damaged.
    pub damage: Events,
    /// The count of connections that were closed because one address had too many connections.
    of_address: Events,
    /// The count of connections that were closed because there were too many connections in all.
    of_all: Events,
    /// The count of connections that the operating system could not accept.
    pub not_accepted: Events,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Counters {
    /// Counts an answer. `route` is one of the router's routes, so clients can't make the number of
    /// routes grow.
    pub fn count(&self, method: &Method, route: &str, status: StatusCode, time: Duration) {
        let method = match *method {
            Method::GET => "GET",
            Method::HEAD => "HEAD",
            Method::POST => "POST",
            Method::DELETE => "DELETE",
            _ => "other",
        };
        let kind = (route.to_owned(), method, status.as_u16());
        *lock(&self.answers).entry(kind).or_default() += 1;
        let seconds = time.as_secs_f64();
        let at = BUCKETS.iter().position(|end| seconds <= *end);
        let mut times = lock(&self.times);
        times.counts[at.unwrap_or(BUCKETS.len())] += 1;
        times.sum += seconds;
    }

    /// Counts an answer that failed because of a damaged file; `said` describes the damage. Logs the failure, unless
    /// another such failure was logged within the last ten seconds.
    pub fn add_damage(&self, said: &str) {
        if let Some(count) = self.damage.add(Instant::now()) {
            tracing::warn!(error = said, count, "a damaged file was asked for");
        }
    }

    /// Counts puzzles that were taken.
    pub fn add_taken(&self, puzzles: usize) {
        self.taken.fetch_add(puzzles as u64, Ordering::Relaxed);
    }

    /// Returns the count of connections that were closed because of this limit.
    pub fn closed_by(&self, limit: ConnectionLimit) -> &Events {
        match limit {
            ConnectionLimit::Address => &self.of_address,
            ConnectionLimit::All => &self.of_all,
        }
    }

    /// Returns the number of answers of each kind.
    pub fn answers(&self) -> BTreeMap<Kind, u64> {
        lock(&self.answers).clone()
    }

    /// Returns the distribution of the response times.
    pub fn times(&self) -> Times {
        *lock(&self.times)
    }
}
