//! The answer to a request that failed: a problem document (RFC 9457) with a stable code and one line of
//! text.

use super::codes::Code;
use crate::stock::{StockError, StockFault, TakeError, chain};
use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use tokio::task::JoinError;

/// An answer that reports an error.
#[derive(Debug)]
pub struct Problem(Box<ProblemParts>);

#[derive(Debug)]
struct ProblemParts {
    code: Code,
    said: String,
    more: Map<String, Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    /// Returns an answer with this code and text. Answers of status 429 and 503 say that the client may repeat the
    /// request after one second (`Retry-After`).
    pub fn new(code: Code, said: impl Into<String>) -> Self {
        let problem = Self(Box::new(ProblemParts {
            code,
            said: said.into(),
            more: Map::new(),
            headers: Vec::new(),
        }));
        match code.status().as_u16() {
            429 | 503 => problem.with_header(header::RETRY_AFTER, HeaderValue::from_static("1")),
            _ => problem,
        }
    }

    /// Returns an answer with status 400.
    pub fn bad(said: impl Into<String>) -> Self {
        Self::new(Code::BadRequest, said)
    }

    /// Returns an answer with status 404.
    pub fn missing(said: impl Into<String>) -> Self {
        Self::new(Code::NotFound, said)
    }

    /// Returns an answer with status 503, which says that the server is about to shut down.
    pub fn stopping() -> Self {
        Self::new(Code::Stopping, "the server is stopping")
    }

    /// Returns an answer with status 401, which says that a valid token is needed. One of its headers offers
    /// `Basic` authentication, so that browsers ask for the token.
    pub fn no_token(code: Code, said: &'static str) -> Self {
        let ask = HeaderValue::from_static;
        Self::new(code, said)
            .with_header(header::WWW_AUTHENTICATE, ask("Bearer"))
            .with_header(
                header::WWW_AUTHENTICATE,
                ask("Basic realm=\"factory\", charset=\"UTF-8\""),
            )
    }

    /// Returns this answer with one more header.
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.headers.push((name, value));
        self
    }

    /// Returns this answer with a header that says after how many seconds the client may repeat the request.
    pub fn retry_after(mut self, seconds: i64) -> Self {
        self.0
            .headers
            .retain(|(name, _)| name != header::RETRY_AFTER);
        self.with_header(header::RETRY_AFTER, HeaderValue::from(seconds))
    }

    /// Returns this answer with one more field in its document.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.more.insert(name.to_owned(), value.into());
        self
    }

    /// Returns the problem document of RFC 9457 as JSON.
    pub fn document(&self) -> Value {
        let ProblemParts {
            code, said, more, ..
        } = &*self.0;
        let said = said.replace(['\n', '\r'], " ");
        let mut document = json!({
            "schema": 1,
            "type": format!("urn:problem-type:sudoku-factory:{}", code.name()),
            "title": code.title(),
            "status": code.status().as_u16(),
            "detail": &said,
            "code": code.name(),
            // The only field in the first releases.
            "error": &said,
        });
        more.iter()
            .for_each(|(name, value)| document[name] = value.clone());
        document
    }
}

/// The description of a damaged file. It is attached to an answer, so that the function `guard`, which every answer
/// passes through, can record the damage.
#[derive(Debug, Clone)]
pub struct DamageText(pub String);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let document = Json(self.document());
        let mut response = (self.0.code.status(), document).into_response();
        if self.0.code == Code::Damaged {
            let said = DamageText(self.0.said.clone());
            response.extensions_mut().insert(said);
        }
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        for (name, value) in self.0.headers {
            response.headers_mut().append(name, value);
        }
        response
    }
}

/// Converts an error of work on another thread into an answer. A panic is reported as a bug. If the work was cancelled,
/// the answer says that the server is about to shut down.
impl From<JoinError> for Problem {
    fn from(error: JoinError) -> Self {
        match error.is_panic() {
            true => Self::new(
                Code::Bug,
                "the server failed while it made the answer: this is a bug",
            ),
            false => Self::stopping(),
        }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        let said = rejection.body_text();
        // The library's own words come before the error.
        let said = said.strip_prefix("Failed to deserialize query string: ");
        Self::bad(format!("the query: {}", said.unwrap_or("it can't be read")))
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Self {
        Self::bad(rejection.body_text())
    }
}

impl From<StockFault> for Code {
    fn from(fault: StockFault) -> Self {
        match fault {
            StockFault::DiskFull => Self::DiskFull,
            StockFault::Locked => Self::Locked,
            StockFault::Damaged => Self::Damaged,
            StockFault::Other => Self::NotRecorded,
        }
    }
}

impl From<StockError> for Problem {
    fn from(error: StockError) -> Self {
        let code = match &error {
            StockError::UnknownLevel { .. } => Code::UnknownLevel,
            StockError::UnknownScheme { .. } => Code::UnknownScheme,
            StockError::WhichScheme { .. } => Code::WhichScheme,
            StockError::Closed => Code::Stopping,
            other => StockFault::of(other).into(),
        };
        Self::new(code, chain(&error))
    }
}

impl From<crate::pack::PackError> for Problem {
    fn from(error: crate::pack::PackError) -> Self {
        Self::new(StockFault::of(&error).into(), chain(&error))
    }
}

impl From<TakeError> for Problem {
    fn from(error: TakeError) -> Self {
        let said = error.to_string();
        match error {
            TakeError::Level(error) => error.into(),
            TakeError::Short { free, .. } => {
                Self::new(Code::TooFewPuzzles, said).with("free", free)
            }
            TakeError::QuotaUsedUp { left, seconds, .. } => Self::new(Code::QuotaUsedUp, said)
                .with("left", left)
                .retry_after(seconds),
            TakeError::AboveQuota { .. } => Self::new(Code::Impossible, said),
            TakeError::OtherRequest => Self::new(Code::KeyReused, said),
            TakeError::PackGone { .. } => Self::new(Code::PackDeleted, said),
            TakeError::Failed { fault, .. } => Self::new(fault.into(), said),
            TakeError::Closed => Self::new(Code::Stopping, said),
        }
    }
}
