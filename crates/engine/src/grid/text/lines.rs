//! Reads the lines of a text one after another in bounded memory.

use std::io::{self, BufRead, Read};

/// The maximum number of bytes in a line, without its line end; a longer line is reported and
/// skipped.
pub const LINE_LIMIT: usize = 4096;

/// The lines of a source.
#[derive(Debug)]
pub struct TextLines<R> {
    source: R,
    limit: usize,
    buffer: Vec<u8>,
    /// The number of the last line read, counted from 1.
    pub(super) number: u64,
}

impl<R: BufRead> TextLines<R> {
    /// Makes a reader of lines of at most [`LINE_LIMIT`] bytes.
    pub(super) fn new(source: R) -> Self {
        Self::with_limit(source, LINE_LIMIT)
    }

    /// Makes a reader of lines of at most `limit` bytes.
    pub fn with_limit(source: R, limit: usize) -> Self {
        Self {
            source,
            limit,
            buffer: Vec::new(),
            number: 0,
        }
    }

    /// Reads the next line, and returns its number and the line without its end. A line that is longer than the limit
    /// is returned as an `Err`. `None` means the end of the text.
    pub fn read(&mut self) -> io::Result<Option<NumberedLine<'_>>> {
        self.buffer.clear();
        // Two more than the limit, because a line end has one byte or two.
        let limit = self.limit as u64 + 2;
        let read = (&mut self.source)
            .take(limit)
            .read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let mut bytes = self.buffer.as_slice();
        match bytes.strip_suffix(b"\n") {
            Some(line) => bytes = line.strip_suffix(b"\r").unwrap_or(line),
            None if read as u64 == limit => {
                self.source.skip_until(b'\n')?;
            }
            None => {}
        }
        if self.number == 1 {
            bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        }
        let fits = bytes.len() <= self.limit;
        Ok(Some((
            self.number,
            if fits { Ok(bytes) } else { Err(TooLong) },
        )))
    }
}

/// A line's number, counted from 1, and the line.
pub type NumberedLine<'a> = (u64, Result<&'a [u8], TooLong>);

/// The error for a line that is longer than the limit.
#[derive(Debug, Clone, Copy)]
pub struct TooLong;
