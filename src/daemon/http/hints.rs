//! Hints for any state of play, in the form of `factory hint --json`.

use super::app::App;
use super::codes::Code;
use super::problem::Problem;
use super::request::{NoParameters, UrlQuery, json};
use crate::grid::{Board, Cell, Digit, DigitSet};
use crate::rate::hints::{Hint, HintLevel, Language, Play, PlayError};
use crate::rate::techniques::TechniqueLadder;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

/// The body of a request for a hint.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub struct HintRequest {
    state: String,
    givens: Option<String>,
    candidates: Option<Vec<String>>,
    #[serde(default)]
    level: HintLevel,
    #[serde(default)]
    language: Language,
    #[serde(default = "yes")]
    uniqueness_techniques: bool,
}

const fn yes() -> bool {
    true
}

/// `POST /api/v1/hint`
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
        // A client that hangs up doesn't end the search, so the search itself holds the place.
        let _inside = inside;
        asked.answer(&play)
    });
    sought.await.map_err(|error| match error.is_panic() {
        true => Problem::new(Code::Bug, "the search for a hint failed: this is a bug"),
        false => Problem::stopping(),
    })?
}

impl HintRequest {
    /// Returns the state of play.
    fn play(&self) -> Result<Play, Problem> {
        let wrong = |name: &str, what: &dyn ToString| {
            Problem::new(Code::NoHint, format!("{name}: {}", what.to_string()))
        };
        let mut play: Play = self.state.parse().map_err(|it| wrong("state", &it))?;
        if let Some(givens) = &self.givens {
            let givens: Board = givens.parse().map_err(|it| wrong("givens", &it))?;
            play.givens = Some(givens);
        }
        if self.candidates.is_some() && play.candidates.is_some() {
            let said = "the state has candidates of its own: remove the field candidates";
            return Err(wrong("candidates", &said));
        }
        if let Some(noted) = &self.candidates {
            let noted = candidates(noted)
                .map_err(|it| Problem::bad(format!("the body: candidates: {it}")))?;
            play.candidates = Some(noted);
        }
        Ok(play)
    }

    fn answer(&self, play: &Play) -> Result<Response, Problem> {
        let mut ladder = TechniqueLadder::people();
        if !self.uniqueness_techniques {
            ladder = ladder.without_uniqueness();
        }
        let hint = Hint::new(play, &ladder)?.in_language(self.language);
        Ok(Json(json!(hint.object(self.level))).into_response())
    }
}

/// Reads the pencil marks of 81 cells; an empty text says that none are noted.
fn candidates(noted: &[String]) -> Result<Vec<(Cell, DigitSet)>, String> {
    if noted.len() != 81 {
        return Err(format!("{} cells, not 81", noted.len()));
    }
    let marked = Cell::all().zip(noted).filter(|it| !it.1.is_empty());
    let read = |(cell, digits): (Cell, &String)| {
        let digit = |letter: char| {
            let digit = letter.to_digit(10).and_then(|it| u8::try_from(it).ok());
            digit.and_then(Digit::new)
        };
        let digits: Option<DigitSet> = digits.chars().map(digit).collect();
        let digits = digits.ok_or_else(|| format!("{cell}: digits from 1 to 9 only"))?;
        Ok((cell, digits))
    };
    marked.map(read).collect()
}

impl From<PlayError> for Problem {
    fn from(error: PlayError) -> Self {
        Self::new(Code::NoHint, error.to_string())
    }
}
