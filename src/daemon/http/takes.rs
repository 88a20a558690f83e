//! Answers requests to take puzzles, and requests for the list of a client's takes.

use super::app::{App, Client};
use super::codes::Code;
use super::problem::Problem;
use super::puzzles::{PuzzlesView, SolutionQuery};
use super::request::{LevelText, UrlQuery, count, exact, json, whole};
use crate::ledger::PastTake;
use crate::stock::{self, Request};
use axum::Json;
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json as value};
use std::time::Duration;

/// The maximum number of characters in an idempotency key.
const LONGEST_KEY: usize = 200;
/// The maximum time for the ledger to record a request to take puzzles. After this time, the request is answered with
/// an error.
const PATIENCE: Duration = Duration::from_secs(30);
/// The header that marks the answer to a repeated request.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// The body of a request to take puzzles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Take {
    level: LevelText,
    scheme: Option<String>,
    #[serde(default = "one", deserialize_with = "whole")]
    n: i64,
}

const fn one() -> i64 {
    1
}

/// Answers `POST /api/v1/puzzles/take`.
pub async fn take(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    UrlQuery(SolutionQuery { solution }): UrlQuery<SolutionQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let who = client.who_takes()?;
    let key = key(&headers)?;
    let asked: Take = json(&app, &headers, body).await?;
    if app.parts.queue.is_stopping() {
        let said = "the server is stopping: nothing was taken";
        return Err(Problem::new(Code::Stopping, said));
    }
    let asked = stock::LevelRequest {
        n: count(&app, Some(asked.n), 1)?,
        scheme: asked.scheme,
        level: asked.level.0,
    };
    let (answer, answered) = tokio::sync::oneshot::channel();
    let level = asked.level.clone();
    let request = Request {
        client: who.to_owned(),
        key,
        asked,
        quota: client.token.as_ref().and_then(|token| token.quota),
    };
    let tell = Box::new(move |taken| drop(answer.send(taken)));
    app.parts.stock.take_then(request, tell);
    let answered = tokio::time::timeout(PATIENCE, answered).await;
    let late = |_| {
        let said = "this takes too long: it is safe to send the same request again";
        Problem::new(Code::TooBusy, said)
    };
    let closed = |_| Problem::from(stock::TakeError::Closed);
    let taken = answered.map_err(late)?.map_err(closed)?;
    let health = app.parts.queue.health();
    if let Err(stock::TakeError::Failed { fault, said }) = &taken {
        health.begin((*fault).into(), said);
    }
    let taken = taken?;
    if !taken.is_again {
        health.note_take();
        app.counters.add_taken(taken.items.len());
        tracing::info!(client = who, level, n = taken.items.len(), "taken");
    }
    let puzzles = taken.items.iter().map(|it| solution.view_of_taken(it));
    let puzzles = PuzzlesView::from(puzzles.collect::<Vec<_>>());
    let mut response = Json(puzzles).into_response();
    if taken.is_again {
        let mark = HeaderValue::from_static("true");
        response.headers_mut().insert(REPLAYED, mark);
    }
    Ok(response)
}

fn key(headers: &HeaderMap) -> Result<String, Problem> {
    let mut given = headers.get_all("idempotency-key").iter();
    let key = given
        .next()
        .and_then(|key| key.to_str().ok())
        .map(str::trim);
    match key {
        Some(key) if !key.is_empty() && key.len() <= LONGEST_KEY && given.next().is_none() => {
            Ok(key.to_owned())
        }
        _ => {
            let said = format!(
                "exactly one Idempotency-Key header of 1 to {LONGEST_KEY} plain characters is needed: the same key gives the same puzzles"
            );
            Err(Problem::bad(said))
        }
    }
}

/// The query of a request for a list of takes (earlier requests that took puzzles), such as `?before=17&n=10`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakesQuery {
    before: Option<u64>,
    n: Option<i64>,
}

/// A take (an earlier request that took puzzles) as JSON.
#[derive(Debug, Serialize)]
struct TakeView {
    number: u64,
    at: String,
    key: String,
    asked: Value,
    ids: Vec<String>,
}

impl From<PastTake> for TakeView {
    fn from(take: PastTake) -> Self {
        Self {
            number: take.number,
            at: take.at,
            key: take.key,
            asked: serde_json::from_str(&take.asked).unwrap_or_default(),
            ids: take.ids.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Answers `GET /api/v1/takes`.
pub async fn takes(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    UrlQuery(asked): UrlQuery<TakesQuery>,
) -> Result<impl IntoResponse, Problem> {
    let who = client.who_takes()?.to_owned();
    let most = count(&app, asked.n, 10)?;
    exact("before", asked.before.unwrap_or(0))?;
    let stock = app.parts.stock.clone();
    let found = tokio::task::spawn_blocking(move || stock.takes_of(&who, asked.before, most + 1));
    let (mut takes, (total, puzzles)) = found.await??;
    let is_end = takes.len() as u64 <= most;
    takes.truncate(most as usize);
    let last = takes.last().map(|it| it.number).filter(|_| !is_end);
    let next = last.map(|last| format!("/api/v1/takes?before={last}&n={most}"));
    let takes: Vec<TakeView> = takes.into_iter().map(TakeView::from).collect();
    let told = value!({
        "schema": 1, "total": total, "puzzles": puzzles, "takes": takes, "next": next,
    });
    Ok(Json(told))
}
