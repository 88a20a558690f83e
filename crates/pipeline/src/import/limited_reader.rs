//! Limits the size of a table row or an XML tag, which parsers hold in memory as a whole. Reading a larger row or tag
//! is an error.

use std::io::{self, BufRead, Read};

/// A source of bytes that counts lines, and that returns an error after [`LONGEST`] bytes unless its limit is reset.
#[derive(Debug)]
pub(super) struct LimitedReader<R> {
    source: R,
    left: usize,
    /// The number of lines that have ended so far.
    pub(super) lines: u64,
}

/// The maximum number of bytes of a record or a tag, a limit that [`LimitedReader`] enforces.
pub(super) const LONGEST: usize = 1 << 18;

impl<R: BufRead> LimitedReader<R> {
    pub(super) const fn new(source: R) -> Self {
        Self {
            source,
            left: LONGEST,
            lines: 0,
        }
    }

    /// Resets the limit, so that another [`LONGEST`] bytes can be read.
    pub(super) const fn fill(&mut self) {
        self.left = LONGEST;
    }

    /// Returns whether the limit has been reached. If so, reading fails, and a parser reports an I/O error.
    pub(super) const fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Skips the rest of the source.
    pub(super) fn pass_over(&mut self) -> io::Result<()> {
        io::copy(&mut self.source, &mut io::sink()).map(drop)
    }
}

impl<R: BufRead> BufRead for LimitedReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let bytes = self.source.fill_buf()?;
        Ok(&bytes[..bytes.len().min(self.left)])
    }

    fn consume(&mut self, amount: usize) {
        if let Ok(bytes) = self.source.fill_buf() {
            let used = &bytes[..amount.min(bytes.len())];
            self.lines += used.iter().filter(|&&byte| byte == b'\n').count() as u64;
        }
        self.left = self.left.saturating_sub(amount);
        self.source.consume(amount);
    }
}

impl<R: BufRead> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}
