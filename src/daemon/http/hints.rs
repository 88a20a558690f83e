//! Answers with hints for any state of play, in the form of `factory hint --json`.

use super::app::App;
use super::codes::Code;
use super::problem::Problem;
use super::request::{NoParameters, UrlQuery, json};
use crate::rate::hints::{HintRequest, HintRequestError};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Answers `POST /api/v1/hint`.
pub async fn hint(
    State(app): State<App>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: HintRequest = json(&app, &headers, body).await?;
    let play = asked.play()?;
    let Some(inside) = app.hints.enter(app.rules().settings.hints) else {
        return Err(Problem::new(
            Code::TooBusy,
            "too many hints are being searched for: try again",
        ));
    };
    let sought = tokio::task::spawn_blocking(move || {
        // A client that disconnects doesn't end the search, so the search itself holds the slot.
        let _inside = inside;
        let hint = asked.hint(&play).map_err(HintRequestError::from)?;
        Ok(Json(json!(hint.object(asked.level))).into_response())
    });
    sought.await?
}

impl From<HintRequestError> for Problem {
    fn from(error: HintRequestError) -> Self {
        match error {
            HintRequestError::Marks(_) => Self::bad(format!("the body: {error}")),
            _ => Self::new(Code::NoHint, error.to_string()),
        }
    }
}
