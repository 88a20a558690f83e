//! Sends server-sent events when jobs or the stock change. There are at most five events per second of each kind.
//! During silence, comments are sent so that proxies keep the connection open.

use super::app::App;
use super::codes::Code;
use super::jobs::jobs_json;
use super::problem::Problem;
use super::request::{NoParameters, UrlQuery};
use super::shelves::stock_json;
use super::stream::Pieces;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use std::io;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// The minimum time between two events of the same kind.
const PAUSE: Duration = Duration::from_millis(200);
/// The maximum time to wait for a change of the jobs before the stock is checked.
const LOOK: Duration = Duration::from_secs(1);
/// The time without an event after which a comment is sent, so that proxies keep the connection open.
const BEAT: Duration = Duration::from_secs(15);

type Sender = mpsc::Sender<io::Result<Bytes>>;

/// Answers `GET /api/v1/events`.
pub async fn events(
    State(app): State<App>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<Response, Problem> {
    let inside = app.followers.enter(app.rules().settings.followers);
    let inside = inside
        .ok_or_else(|| Problem::new(Code::TooBusy, "too many clients follow the events already"))?;
    let (sender, pieces) = mpsc::channel(4);
    tokio::spawn(follow(app, sender));
    let mut response = Body::new(Pieces::new(pieces, Some(inside))).into_response();
    let kind = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    // A proxy that buffers answers would hold events back.
    let straight = HeaderValue::from_static("no");
    response.headers_mut().insert("x-accel-buffering", straight);
    Ok(response)
}

/// Sends the state of jobs and stock, first at once and then after each change, until the client disconnects or the
/// server shuts down.
async fn follow(app: App, to: Sender) {
    let mut changes = app.parts.queue.changes();
    let (mut jobs, mut stock) = (Value::Null, Value::Null);
    let mut told = Instant::now();
    while !to.is_closed() {
        changes.mark_unchanged();
        let mut is_silent = true;
        for (name, last, now) in [
            ("jobs", &mut jobs, jobs_json(&app)),
            ("stock", &mut stock, stock_json(&app)),
        ] {
            if *last != now {
                is_silent = false;
                if !send(&app, &to, format!("event: {name}\ndata: {now}\n\n")).await {
                    return;
                }
                *last = now;
            }
        }
        if is_silent && told.elapsed() >= BEAT {
            is_silent = false;
            if !send(&app, &to, ": still here\n\n".to_owned()).await {
                return;
            }
        }
        if !is_silent {
            told = Instant::now();
        }
        if app.parts.queue.is_stopping() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
        if let Ok(Err(_)) = timeout(LOOK, changes.changed()).await {
            return;
        }
    }
}

/// Sends an event to a client. Returns `false` if the client disconnected, or did not read earlier events within
/// the time that the setting `body_seconds` allows.
async fn send(app: &App, to: &Sender, event: String) -> bool {
    let time = app.rules().settings.body_time();
    matches!(timeout(time, to.send(Ok(event.into()))).await, Ok(Ok(())))
}
