//! The stream of a connection, with a limit on the time that it waits for a slow client.
//!
//! This module also replaces hyper's answer to a request whose headers can't be read. Hyper sends this answer
//! without a body, and no handler sees the request. The replacement is a problem document, as for every error.

use super::codes::Code;
use super::problem::Problem;
use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

/// The maximum length of a request's first line and headers together, in bytes.
pub const LONGEST_HEAD: usize = 16 * 1024;
/// The maximum number of headers in a request.
pub const MOST_HEADERS: usize = 64;

/// The stream of a connection, with a limit on the time that the client takes to read.
pub struct TimedStream {
    stream: TcpStream,
    patience: Duration,
    /// The time limit, set while data waits to be written.
    waits: Option<Pin<Box<Sleep>>>,
    /// The answer that replaces hyper's own refusal of a request, and the number of its bytes already written.
    refusal: Option<(Vec<u8>, usize)>,
}

impl TimedStream {
    /// Returns a stream that waits for its client at most `patience`.
    pub const fn new(stream: TcpStream, patience: Duration) -> Self {
        Self {
            stream,
            patience,
            waits: None,
            refusal: None,
        }
    }

    /// Returns the result of a write, or an error if the write took longer than the time limit.
    fn judge<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        ready!(self.poll_patience(context));
        Poll::Ready(Err(io::Error::from(io::ErrorKind::TimedOut)))
    }

    /// Waits until the time limit is over. The time is counted from the first call after the last completed write.
    fn poll_patience(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let until = Instant::now() + self.patience;
        let waits = self
            .waits
            .get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
        waits.as_mut().poll(context)
    }

    /// Writes an answer with a problem document in place of `head`, which is hyper's own refusal of a request. Returns
    /// the length of `head`.
    fn poll_refuse(&mut self, context: &mut Context<'_>, head: &[u8]) -> Poll<io::Result<usize>> {
        let (said, written) = self.refusal.get_or_insert_with(|| (with_document(head), 0));
        while *written < said.len() {
            let stream = Pin::new(&mut self.stream);
            *written += ready!(stream.poll_write(context, &said[*written..]))?;
        }
        Poll::Ready(Ok(head.len()))
    }

    /// Reads and discards the rest of a refused request, until the client stops sending or the time limit is over. If
    /// the stream were closed before this, the client could lose the refusal.
    fn poll_forget(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.poll_patience(context).is_ready() {
            return Poll::Ready(Ok(()));
        }
        let mut bytes = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut bytes);
            let read = ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer));
            // How the client ended makes no difference any more.
            if read.is_err() || buffer.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

/// Returns whether `head` is hyper's own refusal of a request. Such an answer has status 400 or 431 and no content
/// type.
fn is_bare_refusal(head: &[u8]) -> bool {
    (head.starts_with(b"HTTP/1.1 400 ") || head.starts_with(b"HTTP/1.1 431 "))
        && head.ends_with(b"\r\n\r\n")
        && !head.windows(14).any(|it| it == b"\r\ncontent-type")
}

/// Adds a problem document to `head`, which is hyper's own refusal of a request. Returns the complete answer.
fn with_document(head: &[u8]) -> Vec<u8> {
    let head = String::from_utf8_lossy(head);
    let problem = if head.contains(" 431 ") {
        let said = format!(
            "the path and headers have more than {LONGEST_HEAD} bytes, or there are more than {MOST_HEADERS} headers"
        );
        Problem::new(Code::HeadTooLong, said)
    } else {
        Problem::bad("this is not a request of HTTP/1.1")
    };
    let document = problem.document().to_string();
    let length = document.len();
    let lines = head.lines().filter(|line| !line.is_empty());
    let mut said: String = lines
        .filter(|line| !line.starts_with("content-length"))
        .map(|line| format!("{line}\r\n"))
        .collect();
    said += &format!(
        "content-type: application/problem+json\r\ncontent-length: {length}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n\r\n{document}"
    );
    said.into_bytes()
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if is_bare_refusal(bytes) {
            let refused = self.poll_refuse(context, bytes);
            return self.judge(refused, context);
        }
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let (last, before) = pieces
            .split_last()
            .map_or((&[][..], pieces), |(last, before)| (last, before));
        if is_bare_refusal(last) && before.is_empty() {
            return self.poll_write(context, last);
        }
        let pieces = if is_bare_refusal(last) {
            before
        } else {
            pieces
        };
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        match self.refusal {
            Some(_) => self.poll_forget(context),
            None => Poll::Ready(Ok(())),
        }
    }
}
