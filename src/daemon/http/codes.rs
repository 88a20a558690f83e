//! The stable codes of problem documents. Programs should check the codes, because the texts may change. Each code
//! has one HTTP status and one title, as RFC 9457 requires.

use axum::http::StatusCode;

/// The kind of a problem that an answer reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    BadRequest,
    BadHost,
    WhichScheme,
    NoToken,
    UnknownToken,
    NotAllowed,
    UnknownHost,
    NotFound,
    UnknownLevel,
    UnknownScheme,
    WrongMethod,
    TooSlow,
    TooFewPuzzles,
    JobEnded,
    NameTaken,
    PackDeleted,
    JobForgotten,
    BodyTooLong,
    NotJson,
    RangeOutside,
    KeyReused,
    Impossible,
    NoHint,
    TooFast,
    TooManyJobs,
    QuotaUsedUp,
    HeadTooLong,
    TooBusy,
    DiskFull,
    Locked,
    Damaged,
    NotRecorded,
    NotReady,
    Starting,
    Stopping,
    Bug,
}

impl Code {
    /// Returns the code's HTTP status, its name, and its title in plain words.
    const fn row(self) -> (u16, &'static str, &'static str) {
        match self {
            Self::BadRequest => (400, "bad-request", "The request is invalid"),
            Self::BadHost => (400, "bad-host", "The request does not name one host"),
            Self::WhichScheme => (400, "which-scheme", "Several schemes have this level"),
            Self::NoToken => (401, "no-token", "A token is needed"),
            Self::UnknownToken => (401, "unknown-token", "The token is not known"),
            Self::NotAllowed => (403, "not-allowed", "The token may not do this"),
            Self::UnknownHost => (403, "unknown-host", "This is not a host name of the server"),
            Self::NotFound => (404, "not-found", "Not found"),
            Self::UnknownLevel => (404, "unknown-level", "There is no such level"),
            Self::UnknownScheme => (404, "unknown-scheme", "There is no such scheme"),
            Self::WrongMethod => (405, "wrong-method", "The path doesn't allow this method"),
            Self::TooSlow => (408, "too-slow", "The body took too long"),
            Self::TooFewPuzzles => (409, "too-few-puzzles", "Too few puzzles are in stock"),
            Self::JobEnded => (409, "job-ended", "The job has ended"),
            Self::NameTaken => (409, "name-taken", "Another pack has this name"),
            Self::PackDeleted => (410, "pack-deleted", "The pack is gone"),
            Self::JobForgotten => (410, "job-forgotten", "The job ended long ago"),
            Self::BodyTooLong => (413, "body-too-long", "The body is too long"),
            Self::NotJson => (415, "not-json", "The body must be JSON"),
            Self::RangeOutside => (416, "range-outside", "The file ends before this range"),
            Self::KeyReused => (422, "key-reused", "The key was used for another request"),
            Self::Impossible => (422, "impossible", "The request can't be fulfilled"),
            Self::NoHint => (422, "no-hint", "There is no hint for this state"),
            Self::TooFast => (429, "too-fast", "Too many requests"),
            Self::TooManyJobs => (429, "too-many-jobs", "Too many jobs are waiting"),
            Self::QuotaUsedUp => (429, "quota-used-up", "The token's quota is used up"),
            Self::HeadTooLong => (431, "head-too-long", "The head of the request is too long"),
            Self::TooBusy => (503, "too-busy", "The server is too busy"),
            Self::DiskFull => (503, "disk-full", "The disk is full"),
            Self::Locked => (503, "locked", "Another process holds the ledger"),
            Self::Damaged => (503, "damaged", "A file of the server is damaged"),
            Self::NotRecorded => (503, "not-recorded", "The change could not be recorded"),
            Self::NotReady => (503, "not-ready", "The server is not ready"),
            Self::Starting => (503, "starting", "The server is starting"),
            Self::Stopping => (503, "stopping", "The server is stopping"),
            Self::Bug => (500, "bug", "The server has a bug"),
        }
    }

    /// Returns the code's name, which never changes.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the code's title in plain words.
    pub const fn title(self) -> &'static str {
        self.row().2
    }

    /// Returns the code's HTTP status.
    pub fn status(self) -> StatusCode {
        StatusCode::from_u16(self.row().0).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}
