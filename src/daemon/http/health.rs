//! The health of the daemon: whether it lives, and whether it is at work.

use super::app::App;
use super::asked::{Asked, Nothing};
use super::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::json;

/// `GET /healthz`
pub async fn healthz(Asked(Nothing {}): Asked<Nothing>) -> Result<impl IntoResponse, Problem> {
    Ok(Json(json!({ "schema": 1, "status": "ok" })))
}

/// `GET /readyz`
pub async fn readyz(
    State(app): State<App>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Result<impl IntoResponse, Problem> {
    let queue = &app.parts.queue;
    match (queue.is_stopping(), queue.is_ready()) {
        (true, _) => Err(Problem::later("the daemon is stopping")),
        (false, false) => Err(Problem::later("the daemon is starting")),
        (false, true) => Ok(Json(json!({ "schema": 1, "status": "ready" }))),
    }
}
