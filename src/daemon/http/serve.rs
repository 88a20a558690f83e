//! Accepts the connections of the HTTP server and answers their requests, with time limits for each connection.
//!
//! This module uses hyper directly, because `axum::serve` waits for slow clients forever.

use super::app::App;
use super::connections::{ConnectionLimit, OpenConnection};
use super::guard::Peer;
use super::limits::ClientKey;
use super::settings::Rules;
use super::timed_stream::{LONGEST_HEAD, MOST_HEADERS, TimedStream};
use super::{Parts, routes};
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower_service::Service;

/// The time that answers in progress get to finish when the server shuts down.
const GRACE: Duration = Duration::from_secs(1);
/// The pause after a connection that could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers the requests that arrive at `listener`, until the future `shutdown` completes. Unfinished answers then get
/// one more second.
///
/// # Errors
/// If the listener doesn't know its own address.
pub async fn serve(
    parts: Parts,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let is_local = listener.local_addr()?.ip().is_loopback();
    let app = App::new(parts, is_local);
    let router = routes(app.clone());
    let (closing, is_closing) = watch::channel(false);
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    let untold = app.counters.not_accepted.add(std::time::Instant::now());
                    if let Some(count) = untold {
                        tracing::warn!(%error, count, "connections can't be accepted");
                    }
                    sleep(PAUSE).await;
                    continue;
                }
            },
        };
        let (router, is_closing) = (router.clone(), is_closing.clone());
        let open = admit(&app, peer.ip());
        connections.spawn(answer(
            router,
            stream,
            peer.ip(),
            app.rules(),
            is_closing,
            open,
        ));
    }
    drop(listener);
    closing.send_replace(true);
    let all = async { while connections.join_next().await.is_some() {} };
    drop(timeout(GRACE, all).await);
    Ok(())
}

/// Counts a new connection, and closes older connections if there are too many. The limit for one address does not
/// apply to a proxy, because many clients are behind it.
fn admit(app: &App, peer: IpAddr) -> OpenConnection {
    let rules = app.rules();
    let settings = &rules.settings;
    let key = (!settings.proxies.contains(&peer)).then(|| ClientKey::from(peer));
    let (most, each) = (settings.connections, settings.connections_per_address);
    let (open, limit) = app.connections.admit(key, most, each);
    if let Some(limit) = limit
        && let Some(count) = app.counters.closed_by(limit).add(std::time::Instant::now())
    {
        let why = match limit {
            ConnectionLimit::Address => "one address has too many",
            ConnectionLimit::All => "there are too many",
        };
        tracing::warn!(address = %peer, count, why, "connections were closed to make room");
    }
    open
}

/// Answers the requests on one connection until the connection is closed.
async fn answer(
    router: Router,
    stream: TcpStream,
    peer: IpAddr,
    rules: Arc<Rules>,
    mut is_closing: watch::Receiver<bool>,
    open: OpenConnection,
) {
    // Answers are complete when they are written, so waiting for more data would only delay them.
    drop(stream.set_nodelay(true));
    let service = hyper::service::service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let (answer, sent) = (router.clone().call(request), open.answer());
        async move { answer.await.map(|response| response.map(sent)) }
    });
    let stream = TimedStream::new(stream, rules.settings.body_time());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(rules.settings.header_time())
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let closed = tokio::select! {
        closed = &mut connection => Some(closed),
        () = open.closed() => return,
        _ = is_closing.changed() => None,
    };
    let closed = match closed {
        Some(closed) => closed,
        None => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = closed {
        tracing::debug!(%error, "a connection broke off");
    }
}
