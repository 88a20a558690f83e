//! Answers with puzzles to play on the web page, without their solutions: random puzzles, or the puzzle of
//! the day. Puzzles that are played stay in stock.

use super::app::App;
use super::problem::Problem;
use super::puzzles::PuzzleView;
use super::request::UrlQuery;
use crate::stock::{Item, PlayRequest, PlaySource};
use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Value, json};
use std::hash::{BuildHasher, RandomState};

/// The maximum number of puzzles in one answer.
const MOST: usize = 20;
/// The maximum length of the list of ids that a request excludes, in characters. This leaves room for a thousand ids of
/// eight digits each, with commas between the ids.
const LONGEST_NOT: usize = 8999;
/// The minimum number of digits of an excluded id; ids may be shortened to their first digits. With eight digits, the
/// chance that an excluded id also matches a given other puzzle is one in four billion.
const LEAST_DIGITS: usize = 8;

/// The query of a request for puzzles to play, such as `?level=hard&not=0011aabb,44556677&n=3`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayQuery {
    level: Option<String>,
    scheme: Option<String>,
    #[serde(default)]
    not: String,
    #[serde(default = "one")]
    n: usize,
    day: Option<String>,
}

const fn one() -> usize {
    1
}

/// Answers `GET /api/v1/play`.
pub async fn play(
    State(app): State<App>,
    UrlQuery(query): UrlQuery<PlayQuery>,
) -> Result<impl IntoResponse, Problem> {
    if query.level.as_deref() == Some("") {
        return Err(Problem::bad("level is empty"));
    }
    let day = query.day.as_deref().map(day).transpose()?;
    let request = PlayRequest {
        start: start(day),
        not: unwanted(&query.not)?,
        n: count(query.n)?,
        scheme: query.scheme,
        level: query.level,
        day: day.map(|day| format!("{day}T00:00:00Z")),
        packs: app.rules().settings.play.clone(),
    };
    let stock = app.parts.stock.clone();
    let found = tokio::task::spawn_blocking(move || stock.play(&request)).await??;
    let source = match found.source {
        PlaySource::Packs => "packs",
        PlaySource::Shipped => "shipped",
        PlaySource::Stock => "stock",
    };
    let puzzles: Vec<Value> = found.items.iter().map(unsolved).collect();
    Ok(Json(
        json!({ "schema": 1, "source": source, "puzzles": puzzles }),
    ))
}

/// Returns a puzzle as JSON without its solution.
fn unsolved(item: &Item) -> Value {
    let mut told = json!(PuzzleView::from(item));
    if let Some(fields) = told.as_object_mut() {
        fields.remove("solution");
    }
    told
}

fn count(n: usize) -> Result<usize, Problem> {
    match (1..=MOST).contains(&n) {
        true => Ok(n),
        false => Err(Problem::bad(format!(
            "n is {n}; it must be from 1 to {MOST}"
        ))),
    }
}

fn day(text: &str) -> Result<Date, Problem> {
    let said = || Problem::bad("day must have the form 2026-11-23");
    let day: Date = text.parse().map_err(|_| said())?;
    // The text must be a date only, without a time of day.
    (day.to_string() == text).then_some(day).ok_or_else(said)
}

fn unwanted(text: &str) -> Result<Vec<String>, Problem> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<String> = text.split(',').map(str::to_owned).collect();
    let is_digit = |it: u8| matches!(it, b'0'..=b'9' | b'a'..=b'f');
    let is_id = |it: &String| (LEAST_DIGITS..=32).contains(&it.len()) && it.bytes().all(is_digit);
    match text.len() <= LONGEST_NOT && ids.iter().all(is_id) {
        true => Ok(ids),
        false => Err(Problem::bad(format!(
            "not must be a list of ids separated by commas, at most {LONGEST_NOT} characters, each id with {LEAST_DIGITS} to 32 hexadecimal digits"
        ))),
    }
}

/// Returns the place in the stock where the search for a puzzle begins. The place is random, except for the puzzle
/// of the day. That place depends on the day alone: requests can name the same level in several ways, but all must
/// get the same puzzle.
fn start(day: Option<Date>) -> [u8; 16] {
    let seed = match day {
        Some(day) => day.to_string(),
        // The standard library draws the keys of its hashes from the system.
        None => RandomState::new().hash_one(0).to_string(),
    };
    let mut start = [0; 16];
    start.copy_from_slice(&blake3::hash(seed.as_bytes()).as_bytes()[..16]);
    start
}
