//! The answer to a request that failed: a status, and one line of text in JSON.

use crate::stock::{StockError, TakeError, chain};
use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

/// An answer that reports an error.
#[derive(Debug)]
pub struct Problem(Box<Inner>);

#[derive(Debug)]
struct Inner {
    status: StatusCode,
    said: String,
    more: Map<String, Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    /// Returns an answer with this status and text.
    pub fn new(status: StatusCode, said: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            status,
            said: said.into(),
            more: Map::new(),
            headers: Vec::new(),
        }))
    }

    /// Returns an answer with status 400.
    pub fn bad(said: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, said)
    }

    /// Returns an answer with status 404.
    pub fn missing(said: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, said)
    }

    /// Returns an answer with status 503: the request may work later.
    pub fn later(said: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, said)
            .with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// Returns an answer with status 429: the client is too fast.
    pub fn too_fast() -> Self {
        Self::too_fast_for("too many requests: wait a second")
    }

    /// Returns an answer with status 429 and this text.
    pub fn too_fast_for(said: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, said)
            .with_header(header::RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// Returns an answer with status 401: a token is needed. Browsers ask for it then, if the way
    /// they know has a line of its own.
    pub fn no_token(said: &'static str) -> Self {
        let ask = HeaderValue::from_static;
        Self::new(StatusCode::UNAUTHORIZED, said)
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

    /// Returns this answer with one more field.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.more.insert(name.to_owned(), value.into());
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Inner {
            status,
            said,
            more: mut object,
            headers,
        } = *self.0;
        object.insert("schema".to_owned(), 1.into());
        object.insert("error".to_owned(), said.replace(['\n', '\r'], " ").into());
        let mut response = (status, Json(object)).into_response();
        for (name, value) in headers {
            response.headers_mut().append(name, value);
        }
        response
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::bad(rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Self {
        Self::bad(rejection.body_text())
    }
}

impl From<StockError> for Problem {
    fn from(error: StockError) -> Self {
        match error {
            StockError::UnknownLevel { .. } | StockError::WhichScheme { .. } => {
                Self::bad(error.to_string())
            }
            other => Self::later(chain(&other)),
        }
    }
}

impl From<crate::pack::PackError> for Problem {
    fn from(error: crate::pack::PackError) -> Self {
        Self::later(chain(&error))
    }
}

impl From<TakeError> for Problem {
    fn from(error: TakeError) -> Self {
        let said = error.to_string();
        match error {
            TakeError::Level(error) => error.into(),
            TakeError::Short { free, .. } => {
                Self::new(StatusCode::CONFLICT, said).with("free", free)
            }
            TakeError::OtherRequest => Self::new(StatusCode::UNPROCESSABLE_ENTITY, said),
            _ => Self::later(said),
        }
    }
}
