//! Limits the number of open connections, in all and for each address. Every new connection is accepted, but at a
//! limit an older one is closed.
//!
//! At the limit of an address, a connection of this address is closed. At the limit for all connections, one of
//! the address with the most connections is closed. Idle connections are closed before busy ones. So nobody can
//! keep other clients out by holding connections open. A proxy has no limit of its own, and its connections are
//! closed only if there are no others.

use super::limits::ClientKey;
use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::sync::Notify;

/// A handle to the table of all open connections. All copies of a handle share one table.
#[derive(Debug, Clone, Default)]
pub struct Connections(Arc<Mutex<ConnectionTable>>);

#[derive(Debug, Default)]
struct ConnectionTable {
    next: u64,
    open: HashMap<u64, ConnectionEntry>,
    counts: HashMap<ClientKey, usize>,
}

#[derive(Debug)]
struct ConnectionEntry {
    /// The client; `None` for a proxy, which has many clients behind it.
    key: Option<ClientKey>,
    /// The time when the connection was opened, or when its last answer ended.
    since: Instant,
    /// The number of requests that are being answered.
    busy: usize,
    close: Arc<Notify>,
}

/// The limit that forced a connection to close.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionLimit {
    /// One address has too many connections.
    Address,
    /// There are too many connections in all.
    All,
}

/// An open connection, counted until this value is dropped.
#[derive(Debug)]
pub struct OpenConnection {
    table: Connections,
    number: u64,
    close: Arc<Notify>,
}

/// A request that is being answered, counted until this value is dropped.
#[derive(Debug)]
struct ActiveRequest {
    table: Connections,
    number: u64,
}

impl Connections {
    /// Accepts a connection, and closes older connections so that at most `most` are open in all, and at most
    /// `most_each` for the client `key`. A `key` of `None` is a proxy, to which only `most` applies. Returns the new
    /// connection and, if an older connection was closed, the limit that required this.
    pub fn admit(
        &self,
        key: Option<ClientKey>,
        most: usize,
        most_each: usize,
    ) -> (OpenConnection, Option<ConnectionLimit>) {
        let mut table = self.lock();
        let mut limit = None;
        let of_it = |table: &ConnectionTable| {
            let count = key.as_ref().and_then(|key| table.counts.get(key));
            count.copied().unwrap_or(0)
        };
        while of_it(&table) >= most_each.max(1) && table.close_one(key.as_ref()) {
            limit = Some(ConnectionLimit::Address);
        }
        while table.open.len() >= most.max(1) {
            let greatest = table.counts.iter().max_by_key(|(_, count)| **count);
            let greatest = greatest.map(|(key, _)| key.clone());
            if !table.close_one(greatest.as_ref()) {
                break;
            }
            limit = Some(ConnectionLimit::All);
        }
        let number = table.next;
        table.next += 1;
        if let Some(key) = &key {
            *table.counts.entry(key.clone()).or_default() += 1;
        }
        let close = Arc::new(Notify::new());
        let entry = ConnectionEntry {
            key,
            since: Instant::now(),
            busy: 0,
            close: Arc::clone(&close),
        };
        table.open.insert(number, entry);
        drop(table);
        let open = OpenConnection {
            table: self.clone(),
            number,
            close,
        };
        (open, limit)
    }

    /// Returns the number of open connections.
    pub fn count(&self) -> usize {
        self.lock().open.len()
    }

    fn lock(&self) -> MutexGuard<'_, ConnectionTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionTable {
    /// Closes a connection of the client with this key, or of a proxy if `key` is `None`. Prefers idle connections,
    /// and among them the one that has been idle longest. Returns whether a connection was closed.
    fn close_one(&mut self, key: Option<&ClientKey>) -> bool {
        let own = self.open.iter().filter(|(_, it)| it.key.as_ref() == key);
        let first = own.min_by_key(|(_, it)| (it.busy > 0, it.since));
        let Some(number) = first.map(|(number, _)| *number) else {
            return false;
        };
        self.remove(number);
        true
    }

    fn remove(&mut self, number: u64) {
        let Some(entry) = self.open.remove(&number) else {
            return;
        };
        entry.close.notify_one();
        if let Some(key) = entry.key
            && let Some(count) = self.counts.get_mut(&key)
        {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key);
            }
        }
    }
}

impl OpenConnection {
    /// Waits until the connection must be closed to make room for new connections.
    pub async fn closed(&self) {
        self.close.notified().await;
    }

    /// Counts a request, and returns a function that keeps the request counted until the body of its answer
    /// is sent.
    pub fn answer(&self) -> impl FnOnce(Body) -> Body + Send + use<> {
        if let Some(entry) = self.table.lock().open.get_mut(&self.number) {
            entry.busy += 1;
        }
        let request = ActiveRequest {
            table: self.table.clone(),
            number: self.number,
        };
        move |body| {
            Body::new(CountedBody {
                body,
                _request: request,
            })
        }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.table.lock().remove(self.number);
    }
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        if let Some(entry) = self.table.lock().open.get_mut(&self.number) {
            entry.busy -= 1;
            entry.since = Instant::now();
        }
    }
}

/// The body of an answer, which keeps its connection busy until the body is sent.
#[derive(Debug)]
struct CountedBody {
    body: Body,
    _request: ActiveRequest,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn key(n: u8) -> Option<ClientKey> {
        Some(ClientKey::from(IpAddr::from([10, 0, 0, n])))
    }

    #[test]
    fn the_newest_is_let_in_and_an_idle_one_makes_room() {
        let connections = Connections::default();
        let (first, _) = connections.admit(key(1), 9, 2);
        let answered = first.answer();
        let (_second, limit) = connections.admit(key(1), 9, 2);
        assert_eq!(limit, None);
        // The first connection is being answered, so the second is closed.
        let (_third, limit) = connections.admit(key(1), 9, 2);
        assert_eq!(
            (limit, connections.count()),
            (Some(ConnectionLimit::Address), 2)
        );
        assert!(connections.lock().open.contains_key(&first.number));
        drop(answered);
        drop(first);
        assert_eq!(connections.count(), 1);
    }

    #[test]
    fn who_has_most_makes_room_for_others() {
        let connections = Connections::default();
        let many: Vec<OpenConnection> = (0..5).map(|_| connections.admit(key(1), 6, 9).0).collect();
        let (polite, _) = connections.admit(key(2), 6, 9);
        let (proxy, limit) = connections.admit(None, 6, 1);
        assert_eq!(limit, Some(ConnectionLimit::All));
        let table = connections.lock();
        assert!(!table.open.contains_key(&many[0].number));
        assert!(table.open.contains_key(&polite.number));
        assert!(table.open.contains_key(&proxy.number));
        drop(table);
        drop((many, polite, proxy));
        assert_eq!(connections.count(), 0);
        assert!(connections.lock().counts.is_empty());
    }
}
