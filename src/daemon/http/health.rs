//! Answers requests for the health of the server: `/healthz` and `/readyz`.

use super::app::App;
use super::codes::Code;
use super::problem::Problem;
use super::request::{NoParameters, UrlQuery};
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::{Value, json};

/// Answers `GET /healthz`, which says that the server is alive.
pub async fn healthz(
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<impl IntoResponse, Problem> {
    Ok(Json(json!({ "schema": 1, "status": "ok" })))
}

/// Answers `GET /readyz`, which says whether the server can hand out puzzles and run jobs.
pub async fn readyz(
    State(app): State<App>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<impl IntoResponse, Problem> {
    let queue = &app.parts.queue;
    if queue.is_stopping() {
        return Err(Problem::stopping());
    }
    if !queue.is_ready() {
        return Err(Problem::new(Code::Starting, "the server is starting"));
    }
    let obstacles = queue.health().obstacles();
    if obstacles.is_empty() {
        return Ok(Json(json!({ "schema": 1, "status": "ready" })));
    }
    let said: Vec<&str> = obstacles.iter().map(|(_, said)| said.as_str()).collect();
    let causes = obstacles
        .iter()
        .map(|(obstacle, said)| json!({ "code": obstacle.name(), "detail": said }));
    let causes: Vec<Value> = causes.collect();
    Err(Problem::new(Code::NotReady, said.join("; ")).with("causes", causes))
}
