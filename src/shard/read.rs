//! Reads the file of a shard chunk by chunk, keeps one chunk in memory, and checks the whole content.

use super::file::{CHUNK, END, HEADER, SCHEMA, ShardHeader};
use crate::line::{Chunk, ResultCounts};
use crate::pack::frame::{FrameError, FrameKind, FrameReader};
use crate::pack::{PackedPuzzle, RecordVersion, codec};
use serde::Deserialize;
use std::io::{self, Read};

/// The number of bytes in a chunk that come before its records.
const COUNTS_BYTES: usize = 15 * 8;

/// The reason why the file of a shard can't be read.
#[derive(Debug)]
pub enum ReadError {
    /// The storage failed.
    Store(io::Error),
    /// The file has changed since it was written, or has an unknown format. The text names the place in the file
    /// and the fault.
    Damaged(String),
}

impl From<FrameError> for ReadError {
    fn from(error: FrameError) -> Self {
        match error {
            FrameError::Read { source, .. } => Self::Store(source),
            error => Self::Damaged(error.to_string()),
        }
    }
}

/// A reader of a shard's file, which reads one chunk at a time.
pub struct ShardReader<R> {
    frames: FrameReader<R>,
    version: RecordVersion,
    header: ShardHeader,
    next: u64,
    chunks: u64,
    records: u64,
}

/// A chunk of a shard's file whose records are not yet decoded.
pub struct RawChunk {
    offset: u64,
    first: u64,
    end: u64,
    counts: ResultCounts,
    version: RecordVersion,
    records: Vec<u8>,
}

impl<R: Read> ShardReader<R> {
    /// Reads the header of a shard's file, and returns a reader of its chunks. `version` is the version of the
    /// records in the chunks.
    ///
    /// # Errors
    /// If the header is missing, invalid or of another format, or the source fails.
    pub fn new(source: R, version: RecordVersion) -> Result<Self, ReadError> {
        /// The part of a shard's header that every version of the file format has: the number of the version.
        #[derive(Deserialize)]
        struct Format {
            schema: u32,
        }

        let mut frames = FrameReader::new(source);
        let refuse = |problem: &str| ReadError::Damaged(format!("byte 0: {problem}"));
        let frame = frames.read()?.ok_or_else(|| refuse("it is empty"))?;
        if frame.kind != HEADER {
            return Err(refuse("it does not begin as a shard does"));
        }
        let json = |error: serde_json::Error| {
            refuse(&error.to_string().replace(char::is_control, "\u{FFFD}"))
        };
        let Format { schema } = serde_json::from_slice(frame.payload).map_err(json)?;
        if schema != SCHEMA {
            return Err(refuse(&format!("it has format {schema}")));
        }
        let header: ShardHeader = serde_json::from_slice(frame.payload).map_err(json)?;
        Ok(Self {
            next: header.first,
            frames,
            version,
            header,
            chunks: 0,
            records: 0,
        })
    }

    /// Returns the header of the shard's file.
    pub fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// Reads the next chunk. Returns `None` at the end of the file, after checking that the file is complete.
    ///
    /// # Errors
    /// If the file is damaged or cut short, or the source fails.
    pub fn next(&mut self) -> Result<Option<RawChunk>, ReadError> {
        let (next, end) = (self.next, self.header.end);
        let begins = self.frames.offset();
        let cut = || ReadError::Damaged(format!("byte {begins}: its end is missing"));
        let (chunks, records, version) = (self.chunks, self.records, self.version);
        let frame = self.frames.read()?.ok_or_else(cut)?;
        let refuse = |problem: &str| ReadError::Damaged(format!("byte {begins}: {problem}"));
        match frame.kind {
            CHUNK => {
                let (count, payload) = (frame.count, frame.payload);
                let parts = payload.split_at_checked(COUNTS_BYTES);
                let size = count.checked_mul(version.bytes() as u64);
                let fits = |(_, records): &(&[u8], &[u8])| size == Some(records.len() as u64);
                let Some((counts, bytes)) = parts.filter(fits) else {
                    return Err(refuse("a chunk's size is not the size that it states"));
                };
                let (first, last, counts): (u64, u64, ResultCounts) =
                    codec::decode(counts).map_err(|error| refuse(&error.to_string()))?;
                if first != next || last <= first || last > end {
                    return Err(refuse("a chunk is not the one that comes next"));
                }
                if counts.candidates() != Some(last - first) {
                    return Err(refuse("a chunk's counts do not match its candidates"));
                }
                self.next = last;
                self.chunks += 1;
                self.records += count;
                Ok(Some(RawChunk {
                    offset: begins,
                    first,
                    end: last,
                    counts,
                    version,
                    records: bytes.to_vec(),
                }))
            }
            END => {
                let totals = [chunks.to_le_bytes(), records.to_le_bytes()].concat();
                if frame.payload != totals || next != end {
                    return Err(refuse("its end states a different number of chunks"));
                }
                match self.frames.read()? {
                    None => Ok(None),
                    Some(_) => Err(refuse("something follows its end")),
                }
            }
            FrameKind(other) => Err(refuse(&format!(
                "a frame of kind {other} doesn't belong here"
            ))),
        }
    }
}

impl RawChunk {
    /// Returns the bytes of each record in the chunk.
    pub fn records(&self) -> impl Iterator<Item = &[u8]> {
        self.records.chunks_exact(self.version.bytes())
    }

    /// Returns one more than the number of the last candidate puzzle in the chunk.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Decodes the records in the chunk.
    ///
    /// # Errors
    /// If a record is invalid, belongs to another chunk or is out of order, or if the chunk has more records than the
    /// counts at its beginning allow.
    pub fn decode<T: PackedPuzzle>(&self) -> Result<Chunk<T>, ReadError> {
        let refuse = |problem: &str| ReadError::Damaged(format!("byte {}: {problem}", self.offset));
        let mut next = self.first;
        let mut left = self.counts.rated;
        let mut kept = Vec::with_capacity(self.records.len() / self.version.bytes());
        for bytes in self.records() {
            let record = T::decode(bytes).map_err(|error| refuse(&error.to_string()))?;
            let (number, of_level) = (record.number(), &mut left[record.level().index()]);
            if number < next || number >= self.end || *of_level == 0 {
                return Err(refuse(&format!("puzzle {number} is out of its place")));
            }
            *of_level -= 1;
            next = number + 1;
            kept.push(record);
        }
        Ok(Chunk {
            first: self.first,
            end: self.end,
            counts: self.counts,
            kept,
        })
    }
}
