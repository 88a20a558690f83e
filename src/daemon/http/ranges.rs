//! Answers requests for a part of a file (RFC 9110, section 14). A file that is not on the disk is made again for
//! each part. This works because the same address always gives the same bytes.

use super::codes::Code;
use super::conditional::FilePart;
use super::problem::Problem;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use std::io::{self, Write};
use std::ops::Range;

/// Returns the range of bytes of a requested part of a file with this length.
///
/// # Errors
/// 416 for a part outside the file.
pub fn bytes_of(part: &FilePart, length: u64) -> Result<Range<u64>, Problem> {
    match part {
        FilePart::Whole => Ok(0..length),
        FilePart::Bytes(range) => Ok(range.clone()),
        FilePart::Outside => {
            let problem = Problem::new(Code::RangeOutside, format!("the file has {length} bytes"));
            Err(match HeaderValue::try_from(format!("bytes */{length}")) {
                Ok(all) => problem.with_header(header::CONTENT_RANGE, all),
                Err(_) => problem,
            })
        }
    }
}

/// Adds to an answer the headers for the requested part of a file with this length. If the part is a range, and not
/// the whole file, the answer also gets status 206.
pub fn with_range(mut response: Response, part: &FilePart, length: u64) -> Response {
    let mut count = length;
    if let FilePart::Bytes(range) = part {
        count = range.end - range.start;
        let said = format!("bytes {}-{}/{length}", range.start, range.end - 1);
        if let Ok(said) = HeaderValue::try_from(said) {
            response.headers_mut().insert(header::CONTENT_RANGE, said);
        }
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(count));
    in_parts(response)
}

/// Adds to an answer the header `Accept-Ranges`, which says that the file can be requested in parts. The server
/// doesn't compress answers that have this header.
pub fn in_parts(mut response: Response) -> Response {
    let bytes = HeaderValue::from_static("bytes");
    response.headers_mut().insert(header::ACCEPT_RANGES, bytes);
    response
}

/// A writer that only counts the bytes written to it.
#[derive(Debug, Default)]
pub struct ByteCount(pub u64);

impl Write for ByteCount {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer that passes on one range of the bytes written to it.
pub struct PartWriter<'a> {
    out: &'a mut dyn Write,
    part: Range<u64>,
    /// The number of bytes written so far.
    at: u64,
}

impl<'a> PartWriter<'a> {
    /// Returns a writer that passes the bytes in the range `part` on to `out`.
    pub fn new(out: &'a mut dyn Write, part: Range<u64>) -> Self {
        Self { out, part, at: 0 }
    }
}

impl Write for PartWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len() as u64;
        let within = |position: u64| position.saturating_sub(self.at).min(length) as usize;
        let (first, end) = (within(self.part.start), within(self.part.end));
        if first < end {
            self.out.write_all(&bytes[first..end])?;
        }
        self.at += length;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_out_however_it_is_written() {
        let text = b"0123456789";
        for piece in 1..=text.len() {
            for first in 0..=text.len() {
                for end in first..=text.len() {
                    let mut out = Vec::new();
                    let mut writer = PartWriter::new(&mut out, first as u64..end as u64);
                    for piece in text.chunks(piece) {
                        writer.write_all(piece).unwrap();
                    }
                    assert_eq!(out, &text[first..end], "{first}..{end} by {piece}");
                }
            }
        }
    }
}
