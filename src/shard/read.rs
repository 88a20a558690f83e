//! Reads a shard, chunk by chunk, in memory bounded by one, and believes nothing that it says.

use super::file::{CHUNK, END, HEADER, Header, SCHEMA};
use crate::line::{Chunk, Counts};
use crate::pack::frame::{FrameError, FrameReader, Kind};
use crate::pack::{RECORD_BYTES, Record, codec};
use serde::Deserialize;
use std::io::{self, Read};

/// Bytes before the records of a chunk.
const COUNTS_BYTES: usize = 15 * 8;

/// Why a shard can't be read on.
#[derive(Debug)]
pub enum ReadError {
    /// The storage failed.
    Store(io::Error),
    /// The file isn't as it was written: where, and what is wrong.
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

/// A shard's file, read as far as its chunks were asked for.
pub struct ShardReader<R> {
    frames: FrameReader<R>,
    header: Header,
    next: u64,
    chunks: u64,
    records: u64,
}

/// A chunk whose records are still bytes.
pub struct RawChunk {
    offset: u64,
    first: u64,
    end: u64,
    counts: Counts,
    records: Vec<u8>,
}

impl<R: Read> ShardReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If there is none, or the source fails.
    pub fn new(source: R) -> Result<Self, ReadError> {
        /// What every format has.
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
        let json = |error: serde_json::Error| refuse(&error.to_string());
        let Format { schema } = serde_json::from_slice(frame.payload).map_err(json)?;
        if schema != SCHEMA {
            return Err(refuse(&format!("it has format {schema}")));
        }
        let header: Header = serde_json::from_slice(frame.payload).map_err(json)?;
        Ok(Self {
            next: header.first,
            frames,
            header,
            chunks: 0,
            records: 0,
        })
    }

    /// What the shard belongs to.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next chunk; `None` at the end of the file, which is where it should be then.
    ///
    /// # Errors
    /// If the file is damaged or cut short, or the source fails.
    pub fn next(&mut self) -> Result<Option<RawChunk>, ReadError> {
        let (next, end) = (self.next, self.header.end);
        let begins = self.frames.offset();
        let cut = || ReadError::Damaged(format!("byte {begins}: its end is missing"));
        let (chunks, records) = (self.chunks, self.records);
        let frame = self.frames.read()?.ok_or_else(cut)?;
        let refuse = |problem: &str| ReadError::Damaged(format!("byte {begins}: {problem}"));
        match frame.kind {
            CHUNK => {
                let (count, payload) = (frame.count, frame.payload);
                if payload.len() as u64 != COUNTS_BYTES as u64 + count * RECORD_BYTES as u64 {
                    return Err(refuse("a chunk has another size than it claims"));
                }
                let (counts, bytes) = payload.split_at(COUNTS_BYTES);
                let (first, last, counts): (u64, u64, Counts) =
                    codec::decode(counts).map_err(|error| refuse(&error.to_string()))?;
                if first != next || last <= first || last > end {
                    return Err(refuse("a chunk is not the one that comes next"));
                }
                if counts.candidates() != Some(last - first) {
                    return Err(refuse("a chunk counts other candidates than it has"));
                }
                self.next = last;
                self.chunks += 1;
                self.records += count;
                Ok(Some(RawChunk {
                    offset: begins,
                    first,
                    end: last,
                    counts,
                    records: bytes.to_vec(),
                }))
            }
            END => {
                let totals = [chunks.to_le_bytes(), records.to_le_bytes()].concat();
                if frame.payload != totals || next != end {
                    return Err(refuse("its end counts other chunks than there are"));
                }
                match self.frames.read()? {
                    None => Ok(None),
                    Some(_) => Err(refuse("something follows its end")),
                }
            }
            Kind(other) => Err(refuse(&format!(
                "a frame of kind {other} doesn't belong here"
            ))),
        }
    }
}

impl RawChunk {
    /// The bytes of each record.
    pub fn records(&self) -> impl Iterator<Item = &[u8]> {
        self.records.chunks_exact(RECORD_BYTES)
    }

    /// The number behind the chunk's last.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The chunk with its records.
    ///
    /// # Errors
    /// If they are none, of other candidates, out of order, or more than were counted.
    pub fn decode(&self) -> Result<Chunk, ReadError> {
        let refuse = |problem: &str| ReadError::Damaged(format!("byte {}: {problem}", self.offset));
        let mut next = self.first;
        let mut left = self.counts.rated;
        let mut kept = Vec::with_capacity(self.records.len() / RECORD_BYTES);
        for bytes in self.records() {
            let record = Record::decode(bytes).map_err(|error| refuse(&error.to_string()))?;
            let of_level = &mut left[record.level.index()];
            if record.number < next || record.number >= self.end || *of_level == 0 {
                let number = record.number;
                return Err(refuse(&format!("puzzle {number} is out of its place")));
            }
            *of_level -= 1;
            next = record.number + 1;
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
