//! Sends answers while they are being made. A thread writes an answer piece by piece, no faster than the
//! client reads the pieces.

use super::app::{App, Client};
use super::codes::Code;
use super::limits::{Gauge, GaugeSlot};
use super::problem::Problem;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

/// The approximate number of bytes in one piece of an answer.
const PIECE: usize = 64 * 1024;
/// The maximum number of pieces of an answer that wait for the client.
const PIECES: usize = 4;
/// The factor between the setting `downloads` and the maximum number of large answers that one client may read at
/// the same time.
const READERS: usize = 4;
/// The maximum time that a request waits for a free slot in which its answer can be made.
const SLOT_PATIENCE: Duration = Duration::from_secs(3);
/// The time between two checks for a free slot.
const LOOK: Duration = Duration::from_millis(10);

/// The content type and name of a file that is sent.
#[derive(Debug)]
pub struct File {
    kind: &'static str,
    /// The name under which browsers save the file; `None` if they display it.
    name: Option<String>,
}

impl File {
    /// Returns the content type and name of a file that browsers save under this name.
    pub fn saved(kind: &'static str, name: String) -> Self {
        let name = Some(name);
        Self { kind, name }
    }

    /// Returns an answer with this body. Its headers give the file's content type and, if the file has one, its name.
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

/// The body of an answer, made of pieces that are sent in the order in which they arrive.
#[derive(Debug)]
pub struct Pieces {
    pieces: mpsc::Receiver<io::Result<Bytes>>,
    /// The slot that the answer occupies until it is sent; `None` if it needs no slot.
    _inside: Option<GaugeSlot>,
}

impl Pieces {
    /// Returns the body of an answer, which consists of these pieces. The slot `inside` is released when all pieces are
    /// sent, or when the client has closed the connection.
    pub fn new(pieces: mpsc::Receiver<io::Result<Bytes>>, inside: Option<GaugeSlot>) -> Self {
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

/// A writer that cuts its input into pieces, and waits a limited time for the client to read them. While the writer
/// waits, it gives up its slot, so that other answers can be made.
struct Pipe {
    piece: Vec<u8>,
    to: mpsc::Sender<io::Result<Bytes>>,
    patience: Duration,
    runtime: tokio::runtime::Handle,
    slots: Gauge,
    most: usize,
    slot: Option<GaugeSlot>,
}

impl Pipe {
    fn send(&mut self, piece: io::Result<Bytes>) -> io::Result<()> {
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let piece = match self.to.try_send(piece) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Closed(_)) => return Err(gone()),
            Err(TrySendError::Full(piece)) => piece,
        };
        self.slot = None;
        let sent = tokio::time::timeout(self.patience, self.to.send(piece));
        if !matches!(self.runtime.block_on(sent), Ok(Ok(()))) {
            return Err(gone());
        }
        let until = Instant::now() + self.patience;
        while self.slot.is_none() {
            self.slot = self.slots.enter(self.most);
            if self.slot.is_none() && Instant::now() >= until {
                return Err(gone());
            }
            if self.slot.is_none() {
                std::thread::sleep(LOOK);
            }
        }
        Ok(())
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

/// Returns an answer whose body the function `write` writes. If `write` fails halfway, the connection is closed, so
/// that the client doesn't mistake a partial file for a complete one.
///
/// # Errors
/// 503 if too many answers are being made, or this client is already reading too many large answers.
pub async fn answer(
    app: &App,
    client: &Client,
    file: File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
) -> Result<Response, Problem> {
    let rules = app.rules();
    let most = rules.settings.downloads;
    let reader = app.readers.enter(&client.key, most * READERS);
    let reader = reader.ok_or_else(|| {
        let said = "one client can't download more files at the same time: finish one first";
        Problem::new(Code::TooBusy, said)
    })?;
    let slot = Some(enter(app).await?);
    let (to, pieces) = mpsc::channel(PIECES);
    let mut pipe = Pipe {
        piece: Vec::new(),
        to,
        patience: rules.settings.body_time(),
        runtime: tokio::runtime::Handle::current(),
        slots: app.downloads.clone(),
        most,
        slot,
    };
    let app = app.clone();
    tokio::task::spawn_blocking(move || {
        // A partial answer is an error, which goes to the pipe and so to the client.
        if let Err(error) = write(&mut pipe).and_then(|()| pipe.flush()) {
            if error.kind() != io::ErrorKind::BrokenPipe {
                app.counters.add_damage(&error.to_string());
            }
            drop(pipe.send(Err(error)));
        }
        drop(reader);
    });
    Ok(file.of(Body::new(Pieces::new(pieces, None))))
}

/// Waits for a free slot in which a large answer can be made, and takes the slot.
///
/// # Errors
/// 503 if no slot becomes free in time.
pub async fn enter(app: &App) -> Result<GaugeSlot, Problem> {
    let until = Instant::now() + SLOT_PATIENCE;
    loop {
        if let Some(slot) = app.downloads.enter(app.rules().settings.downloads) {
            return Ok(slot);
        }
        if Instant::now() >= until {
            let said = "too many files are being made: try again in a second";
            return Err(Problem::new(Code::TooBusy, said));
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Waits for a free slot, then does slow work on another thread and returns the result.
///
/// # Errors
/// 503 if no slot becomes free in time, 500 if the work panics, or the error of the work if it fails.
pub async fn made<T: Send + 'static>(
    app: &App,
    make: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let inside = enter(app).await?;
    let making = tokio::task::spawn_blocking(move || {
        let made = make();
        drop(inside);
        made
    });
    making.await?
}
