//! Answers requests for the stock of each level, with the bounds between which the shelves keep the stock.

use super::app::App;
use super::problem::Problem;
use super::request::{NoParameters, UrlQuery};
use crate::stock::LevelStock;
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::{Value, json};

/// Returns the stock of each level as JSON, with the level's bounds if a shelf has the level, and a list of all
/// shelves.
pub fn stock_json(app: &App) -> Value {
    let shelves = app.parts.queue.shelves();
    let of_level = |stock: &LevelStock| {
        let mut level = json!({
            "scheme": stock.label.scheme,
            "level": stock.label.level.number(),
            "level_name": stock.label.name,
            "free": stock.free,
            "taken": stock.taken,
        });
        let of_scheme = shelves
            .iter()
            .filter(|shelf| shelf.scheme == stock.label.scheme);
        let mut wanted = of_scheme.flat_map(|shelf| &shelf.levels);
        if let Some(wanted) = wanted.find(|it| it.level == stock.label.name) {
            level["least"] = wanted.least.into();
            level["most"] = wanted.most.into();
        }
        level
    };
    let levels: Vec<Value> = app.parts.stock.free().iter().map(of_level).collect();
    json!({ "schema": 1, "levels": levels, "shelves": shelves })
}

/// Answers `GET /api/v1/stock`.
pub async fn stock(
    State(app): State<App>,
    UrlQuery(NoParameters {}): UrlQuery<NoParameters>,
) -> Result<impl IntoResponse, Problem> {
    Ok(Json(stock_json(&app)))
}
