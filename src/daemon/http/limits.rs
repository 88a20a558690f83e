//! Limits how many requests the server answers at the same time, in all and for each client, and how many requests
//! each client can send per second.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A count of the current users of a resource. All copies of a gauge share one count.
#[derive(Debug, Clone, Default)]
pub struct Gauge(Arc<AtomicUsize>);

/// One user of a [`Gauge`], counted until this value is dropped.
#[derive(Debug)]
pub struct GaugeSlot(Arc<AtomicUsize>);

impl Gauge {
    /// Counts one more user and returns the user's slot, or `None` if there are already `most` users.
    pub fn enter(&self, most: usize) -> Option<GaugeSlot> {
        let inside = GaugeSlot(Arc::clone(&self.0));
        // A user too many is subtracted again when `inside` is dropped.
        (self.0.fetch_add(1, Ordering::Relaxed) < most).then_some(inside)
    }

    /// Returns the number of users.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for GaugeSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The number of current uses of a resource by each client. All copies share these numbers.
#[derive(Debug, Clone, Default)]
pub struct UseCounts(Arc<Mutex<HashMap<ClientKey, usize>>>);

/// One use of a resource by a client, counted until this value is dropped.
#[derive(Debug)]
pub struct ClientUse {
    counts: UseCounts,
    key: ClientKey,
}

impl UseCounts {
    /// Counts one more use by a client. Returns `None` if the client already has `most` uses. One use is allowed
    /// even if `most` is 0.
    pub fn enter(&self, key: &ClientKey, most: usize) -> Option<ClientUse> {
        let mut counts = self.lock();
        let count = counts.get(key).copied().unwrap_or(0);
        (count < most.max(1)).then(|| {
            counts.insert(key.clone(), count + 1);
            ClientUse {
                counts: self.clone(),
                key: key.clone(),
            }
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ClientKey, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ClientUse {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        match counts.get_mut(&self.key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(counts.remove(&self.key)),
        }
    }
}

/// The minimum time between two log lines about one kind of event.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// A counter for one kind of event that any client can cause. It also counts the events since the last log line.
#[derive(Debug, Default)]
pub struct Events {
    all: AtomicU64,
    untold: Mutex<(Option<Instant>, u64)>,
}

impl Events {
    /// Counts an event. Returns the number of events since the last log line, or `None` if it is too early for the next
    /// line.
    pub fn add(&self, now: Instant) -> Option<u64> {
        self.all.fetch_add(1, Ordering::Relaxed);
        let mut untold = self.untold.lock().unwrap_or_else(PoisonError::into_inner);
        untold.1 += 1;
        let is_time = |told: Instant| now.saturating_duration_since(told) >= LINE_EVERY;
        untold.0.is_none_or(is_time).then(|| {
            untold.0 = Some(now);
            std::mem::take(&mut untold.1)
        })
    }

    /// Returns the number of events.
    pub fn count(&self) -> u64 {
        self.all.load(Ordering::Relaxed)
    }
}

/// The key under which a client's requests are counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ClientKey {
    /// The holder of a token.
    Token(String),
    /// The address of a client without a token. For IPv6 this is only the first half of the address, because one
    /// household usually has all addresses that begin with the same half.
    Address(u128),
}

impl ClientKey {
    /// Returns the key of a client without a token at this address.
    pub fn from(address: IpAddr) -> Self {
        Self::Address(match address {
            IpAddr::V4(it) => u128::from(it.to_bits()),
            IpAddr::V6(it) => it.to_bits() >> 64 << 64,
        })
    }
}

/// The maximum number of clients whose request rates are remembered. The clients with the fewest recent
/// requests are forgotten first.
const MOST_CLIENTS: usize = 4096;

/// The number of requests that each client may still send now. This number grows with time, up to the number of
/// requests that are allowed in one second.
#[derive(Debug, Default)]
pub struct Rates(Mutex<HashMap<ClientKey, (f64, Instant)>>);

impl Rates {
    /// Returns whether a client may send one more request at the time `now`, if `rate` requests per second are allowed.
    /// If so, the request is counted.
    pub fn allow(&self, key: &ClientKey, rate: u32, now: Instant) -> bool {
        let most = f64::from(rate);
        let left_at = |(left, since): (f64, Instant)| {
            (left + most * now.saturating_duration_since(since).as_secs_f64()).min(most)
        };
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = clients.get(key).map_or(most, |it| left_at(*it));
        if clients.len() >= MOST_CLIENTS && !clients.contains_key(key) {
            clients.retain(|_, it| left_at(*it) < most);
            if clients.len() >= MOST_CLIENTS {
                clients.retain(|_, it| left_at(*it) < 0.5 * most);
            }
            if clients.len() >= MOST_CLIENTS {
                clients.clear();
            }
        }
        let is_allowed = left >= 1.0;
        let left = if is_allowed { left - 1.0 } else { left };
        match clients.get_mut(key) {
            Some(known) => *known = (left, now),
            None => drop(clients.insert(key.clone(), (left, now))),
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauge_counts_who_is_inside() {
        let gauge = Gauge::default();
        let first = gauge.enter(2).unwrap();
        let second = gauge.enter(2).unwrap();
        assert!(gauge.enter(2).is_none());
        drop(first);
        assert_eq!(gauge.count(), 1);
        let third = gauge.enter(2);
        assert!(third.is_some());
        drop((second, third));
        assert_eq!(gauge.count(), 0);
    }

    #[test]
    fn a_rate_is_kept_for_each_client() {
        let rates = Rates::default();
        let begin = Instant::now();
        let key = |n: u32| ClientKey::from(IpAddr::from(n.to_be_bytes()));
        let allowed = |n, at| {
            (0..100)
                .filter(|_| rates.allow(&key(n), 10, begin + at))
                .count()
        };
        assert_eq!(allowed(1, Duration::ZERO), 10);
        assert_eq!(allowed(1, Duration::from_millis(500)), 5);
        assert_eq!(allowed(2, Duration::from_millis(500)), 10);
        assert_eq!(allowed(1, Duration::from_secs(100)), 10);
        // However many clients there are, no more are remembered.
        for n in 0..3 * MOST_CLIENTS as u32 {
            assert!(rates.allow(&key(n + 10), 10, begin));
        }
        assert!(rates.0.lock().unwrap().len() <= MOST_CLIENTS);
    }

    #[test]
    fn shares_end_and_events_are_told_now_and_then() {
        let (counts, events) = (UseCounts::default(), Events::default());
        let key = ClientKey::Token("shop".to_owned());
        let share = counts.enter(&key, 1).unwrap();
        assert!(counts.enter(&key, 1).is_none());
        drop(share);
        assert!(counts.lock().is_empty());
        let begin = Instant::now();
        assert_eq!(events.add(begin), Some(1));
        assert_eq!(events.add(begin), None);
        assert_eq!(events.add(begin + LINE_EVERY), Some(2));
        assert_eq!(events.count(), 3);
    }

    #[test]
    fn a_household_is_one_client() {
        let of = |text: &str| ClientKey::from(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
    }
}
