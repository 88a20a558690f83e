//! The HTTP interface of the server: answers requests about puzzles, packs, jobs and the state of the server.
//!
//! Every request first passes the guard, which checks limits, tokens and host names. The module that is named
//! after the subject of the request then answers it. Every error is a problem document with one line of text.
//! `assets/openapi.json` describes the interface for programs, `docs/http.md` for people.

mod app;
mod codes;
pub(super) mod conditional;
mod connections;
mod counters;
mod downloads;
mod events;
mod file_digests;
mod guard;
mod health;
mod hints;
mod histogram;
mod jobs;
mod limits;
mod metrics;
mod pack_files;
mod packs;
mod play;
mod problem;
mod puzzles;
mod ranges;
mod request;
mod serve;
mod settings;
mod shelves;
mod stream;
mod takes;
mod timed_stream;
mod tokens;

pub use app::Parts;
pub use guard::Peer;
pub use serve::serve;
pub use settings::{HttpSettings, HttpSettingsError, Rules};
pub use tokens::{Token, TokenError, Tokens};

use super::page;
use app::App;
use axum::Router;
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// The OpenAPI description of the interface, for programs.
pub const OPENAPI: &str = include_str!("../../../assets/openapi.json");

/// Returns the router that answers all requests, without a listener. `is_local` is `true` if only this machine can
/// reach the server; reading then needs no token. Each request must carry the [`Peer`] that it comes from.
pub fn router(parts: Parts, is_local: bool) -> Router {
    routes(App::new(parts, is_local))
}

fn routes(app: App) -> Router {
    let puzzles = Router::new()
        .route("/api/v1/puzzles", get(puzzles::look))
        .route("/api/v1/puzzles/take", post(takes::take))
        .route("/api/v1/takes", get(takes::takes))
        .route("/api/v1/puzzles/{id}", get(puzzles::one_puzzle))
        .route("/api/v1/puzzles/{id}/steps", get(puzzles::steps))
        .route("/api/v1/play", get(play::play))
        .route("/api/v1/hint", post(hints::hint))
        .route("/api/v1/stock", get(shelves::stock));
    let packs = Router::new()
        .route("/api/v1/packs", get(packs::all))
        .route("/api/v1/packs/{name}", get(packs::one_pack))
        .route("/api/v1/packs/{name}/puzzles", get(packs::puzzles))
        .route("/api/v1/packs/{name}/files/{file}", get(pack_files::file))
        .route(
            "/api/v1/packs/{name}/export/{format}",
            get(downloads::export_pack),
        )
        .route("/api/v1/packs/{name}/stats.html", get(downloads::stats))
        .route("/api/v1/packs/{name}/book.pdf", get(downloads::book_pdf));
    let jobs = Router::new()
        .route("/api/v1/jobs", get(jobs::all).merge(post(jobs::submit)))
        .route(
            "/api/v1/jobs/{id}",
            get(jobs::one_job).merge(delete(jobs::cancel)),
        )
        .route("/api/v1/events", get(events::events));
    let whole = Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(metrics::metrics))
        .route("/openapi.json", get(openapi));
    puzzles
        .merge(packs)
        .merge(jobs)
        .merge(whole)
        .merge(page::router())
        .fallback(guard::nothing_here)
        .method_not_allowed_fallback(guard::not_this_way)
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .layer(CompressionLayer::new().compress_when(is_worth_it()))
        .with_state(app)
}

/// Returns the rule that decides which answers are compressed. Small answers are not compressed. Neither are
/// images, PDF files, streams of events, and files that can be requested in parts.
fn is_worth_it() -> impl Predicate {
    let is_whole = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        !headers.contains_key(header::ACCEPT_RANGES)
    };
    SizeAbove::new(1024)
        .and(NotForContentType::SSE)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("application/pdf"))
        .and(is_whole)
}

/// Answers `GET /openapi.json`.
async fn openapi() -> ([(header::HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}
