//! Reads the parts of a request (its query, the names in its path, and its body), each with a limit
//! and a one-line error message.

use super::app::App;
use super::codes::Code;
use super::problem::Problem;
use crate::bucket::MOST_LEVELS;
use crate::stock::AHEAD;
use axum::body::{Body, HttpBody};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::de::{DeserializeOwned, Error, MapAccess, Unexpected};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;

/// The query of a request. A query with an unknown parameter is refused.
#[derive(Debug, Clone)]
pub struct UrlQuery<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for UrlQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query.map(|it| Self(it.0)).map_err(Problem::from)
    }
}

/// The parameters in the path of a request, such as a pack's name.
#[derive(Debug, Clone)]
pub struct PathNames<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathNames<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        path.map(|it| Self(it.0)).map_err(Problem::from)
    }
}

/// A query without parameters.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoParameters {}

/// The fields of a JSON object, whatever their names are. An object that has a field twice is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct ObjectFields(pub Map<String, Value>);

impl<'de> Deserialize<'de> for ObjectFields {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> serde::de::Visitor<'de> for FieldsVisitor {
            type Value = ObjectFields;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut input: A) -> Result<ObjectFields, A::Error> {
                let mut fields = Map::new();
                while let Some((name, value)) = input.next_entry::<String, Value>()? {
                    if fields.contains_key(&name) {
                        return Err(Error::custom(format_args!("duplicate field `{name}`")));
                    }
                    fields.insert(name, value);
                }
                Ok(ObjectFields(fields))
            }
        }
        input.deserialize_map(FieldsVisitor)
    }
}

/// A level in a JSON body, given by its name or its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelText(pub String);

impl<'de> Deserialize<'de> for LevelText {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct LevelVisitor;
        impl serde::de::Visitor<'_> for LevelVisitor {
            type Value = LevelText;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(
                    out,
                    "the name of a level, or its number from 1 to {MOST_LEVELS}"
                )
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<LevelText, E> {
                match text.is_empty() {
                    true => Err(E::invalid_value(Unexpected::Str(text), &self)),
                    false => Ok(LevelText(text.to_owned())),
                }
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<LevelText, E> {
                match (1..=MOST_LEVELS as u64).contains(&number) {
                    true => Ok(LevelText(number.to_string())),
                    false => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
                }
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<LevelText, E> {
                let whole = whole_of(number).ok_or_else(|| {
                    let found = Unexpected::Float(number);
                    E::invalid_value(found, &self)
                })?;
                self.visit_u64(u64::try_from(whole).unwrap_or(0))
            }
        }
        input.deserialize_any(LevelVisitor)
    }
}

/// Reads a whole number from JSON. The number 1.0 counts as whole.
///
/// # Errors
/// If the number is not whole, or is too large.
pub fn whole<'de, D: Deserializer<'de>>(input: D) -> Result<i64, D::Error> {
    let number = serde_json::Number::deserialize(input)?;
    let of_float = || number.as_f64().and_then(whole_of);
    let whole = number.as_i64().or_else(of_float);
    whole
        .ok_or_else(|| D::Error::custom(format!("{number} is not a whole number, or is too large")))
}

/// Returns this number as an integer; `None` if it is not whole, or too large for JavaScript to represent exactly.
pub fn whole_of(number: f64) -> Option<i64> {
    let is_whole = number.fract() == 0.0 && number.abs() <= MOST_EXACT as f64;
    is_whole.then_some(number as i64)
}

/// Returns the number of entries that a request asks for, which must be between one and the server's setting `most`. A
/// request without a number (`asked` is `None`) gets `usual` entries, or `most` if that is less.
///
/// # Errors
/// If the number is outside these bounds.
pub fn count(app: &App, asked: Option<i64>, usual: u64) -> Result<u64, Problem> {
    let most = app.rules().settings.most;
    let Some(asked) = asked else {
        return Ok(usual.min(most));
    };
    let said = || format!("n is {asked}; it must be from 1 to {most}");
    match u64::try_from(asked) {
        Ok(n) if (1..=most).contains(&n) => Ok(n),
        // The OpenAPI document allows it, but this server's settings don't.
        Ok(n) if (1..=AHEAD as u64).contains(&n) => Err(Problem::new(Code::Impossible, said())),
        _ => Err(Problem::bad(said())),
    }
}

/// The largest number up to which JavaScript represents every integer exactly.
const MOST_EXACT: u64 = (1 << 53) - 1;

/// Checks that JavaScript can represent a number in a request exactly. No request needs a larger number.
///
/// # Errors
/// 400 if the number is larger than 2⁵³ − 1.
pub fn exact(name: &str, number: u64) -> Result<(), Problem> {
    match number > MOST_EXACT {
        false => Ok(()),
        true => Err(Problem::bad(format!(
            "{name} is {number}; it must be at most {MOST_EXACT}"
        ))),
    }
}

/// Reads the JSON in the body of a request.
///
/// # Errors
/// 415 if the content type is not JSON, 413 if the body is too long, 408 if the body takes too long, 400 if
/// the body breaks off or doesn't have the form of `T`.
pub async fn json<T: DeserializeOwned>(
    app: &App,
    headers: &HeaderMap,
    body: Body,
) -> Result<T, Problem> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|it| it.to_str().ok());
    let kind = kind
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        let said = "the body must be JSON, with Content-Type: application/json";
        return Err(Problem::new(Code::NotJson, said));
    }
    let rules = app.rules();
    let (limit, time) = (rules.settings.body_limit, rules.settings.body_time());
    let too_long = || {
        let said = format!("the body has more than {limit} bytes");
        Problem::new(Code::BodyTooLong, said)
    };
    if body.size_hint().lower() > limit as u64 {
        return Err(too_long());
    }
    let read = tokio::time::timeout(time, bytes_of(body, limit)).await;
    let late = |_| {
        let said = format!("the body took longer than {} s", time.as_secs());
        Problem::new(Code::TooSlow, said)
    };
    let bytes = read.map_err(late)??.ok_or_else(too_long)?;
    // An array would be read as the fields in the order of their declaration.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(Problem::bad("the body is an array; it must be an object"));
    }
    serde_json::from_slice(&bytes).map_err(|error| Problem::bad(format!("the body: {error}")))
}

/// Returns the bytes of a body, or `None` if the body has more than `limit` bytes.
///
/// # Errors
/// 400 if the body breaks off, or its chunks are invalid.
async fn bytes_of(body: Body, limit: usize) -> Result<Option<Vec<u8>>, Problem> {
    let mut body = pin!(body);
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let broken = |error| Problem::bad(format!("the body can't be read: {error}"));
        // Trailers are skipped.
        let Ok(piece) = frame.map_err(broken)?.into_data() else {
            continue;
        };
        if bytes.len() + piece.len() > limit {
            return Ok(None);
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(Some(bytes))
}
