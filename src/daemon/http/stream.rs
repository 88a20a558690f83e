//! Answers that are made while they are sent: written by a thread of their own, a piece at a time,
//! no faster than the client reads.

use super::app::App;
use super::limits::Inside;
use super::problem::Problem;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;

/// Number of bytes of a piece, approximately.
const PIECE: usize = 64 * 1024;
/// Number of pieces that wait for the client.
const PIECES: usize = 4;

/// The type and name of a file that is sent.
#[derive(Debug)]
pub struct File {
    kind: &'static str,
    /// The name under which browsers save it; `None` for a file that they show.
    name: Option<String>,
}

impl File {
    /// Returns the headers of a file to be saved under this name.
    pub fn saved(kind: &'static str, name: String) -> Self {
        let name = Some(name);
        Self { kind, name }
    }

    /// Puts the headers of this file on an answer.
    pub fn of(self, body: impl IntoResponse) -> Response {
        let mut response = body.into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let saved = self.name.map(|name| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_. ".contains(c);
            let name: String = name
                .chars()
                .map(|c| if plain(c) { c } else { '_' })
                .collect();
            HeaderValue::try_from(format!("attachment; filename=\"{name}\""))
        });
        if let Some(Ok(saved)) = saved {
            headers.insert(header::CONTENT_DISPOSITION, saved);
        }
        response
    }
}

/// The pieces of an answer, as they come.
#[derive(Debug)]
pub struct Pieces {
    pieces: mpsc::Receiver<io::Result<Bytes>>,
    /// The user of a [`Gauge`](super::limits::Gauge), counted as long as the answer is sent.
    _inside: Option<Inside>,
}

impl Pieces {
    /// Returns an answer of these pieces; `inside` is dropped when all are sent, or the reader has
    /// gone.
    pub fn new(pieces: mpsc::Receiver<io::Result<Bytes>>, inside: Option<Inside>) -> Self {
        Self {
            pieces,
            _inside: inside,
        }
    }
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let piece = self.pieces.poll_recv(context);
        piece.map(|piece| piece.map(|bytes| bytes.map(Frame::data)))
    }
}

/// A writer that cuts what is written into pieces, and waits for the client for a limited time.
struct Pipe {
    piece: Vec<u8>,
    to: mpsc::Sender<io::Result<Bytes>>,
    patience: Duration,
    runtime: tokio::runtime::Handle,
}

impl Pipe {
    fn send(&self, piece: io::Result<Bytes>) -> io::Result<()> {
        let sent = tokio::time::timeout(self.patience, self.to.send(piece));
        match self.runtime.block_on(sent) {
            Ok(Ok(())) => Ok(()),
            _ => Err(io::Error::from(io::ErrorKind::BrokenPipe)),
        }
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = std::mem::take(&mut self.piece);
        self.send(Ok(piece.into()))
    }
}

/// Returns an answer that `write` writes. If it fails half-way, the connection is broken off, so
/// that half a file is not taken for a whole one.
///
/// # Errors
/// 503 if too much is being made at once.
pub fn answer(
    app: &App,
    file: File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
) -> Result<Response, Problem> {
    let rules = app.rules();
    let inside = enter(app)?;
    let (to, pieces) = mpsc::channel(PIECES);
    let mut pipe = Pipe {
        piece: Vec::new(),
        to,
        patience: rules.settings.body_time(),
        runtime: tokio::runtime::Handle::current(),
    };
    tokio::task::spawn_blocking(move || {
        // Half of it is not an answer: the error goes to the pipe, and so to the client.
        if let Err(error) = write(&mut pipe).and_then(|()| pipe.flush()) {
            drop(pipe.send(Err(error)));
        }
        drop(inside);
    });
    Ok(file.of(Body::new(Pieces::new(pieces, None))))
}

/// Counts one more large answer, unless too many are made already.
///
/// # Errors
/// 503 if there is none.
pub fn enter(app: &App) -> Result<Inside, Problem> {
    let entered = app.downloads.enter(app.rules().settings.downloads);
    entered.ok_or_else(|| Problem::later("others are being served just now: try again in a second"))
}
