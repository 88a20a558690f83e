//! Writes the file of a shard. Like packs and journals, it consists of frames, which are blocks with checksums: a
//! header, chunks with the kept puzzles, and an end.
//!
//! ```text
//! kind 18  header   JSON: plan, program, index, range, allowance
//! kind 19  chunk    first, end, counts (15 numbers of 64 bits), then the kept records; the frame's
//!                   count is their number
//! …
//! kind 20  end      number of chunks and number of records (2 numbers of 64 bits)
//! ```
//!
//! The candidate numbers at which chunks end are fixed, so a shard has the same bytes on every machine.

use crate::disk::AtomicFile;
use crate::line::{KeptRecords, ResultCounts, Tally};
use crate::pack::codec;
use crate::pack::frame::{self, FrameKind};
use serde::{Deserialize, Serialize};
use std::io::{self, BufWriter, Write};

pub(super) const HEADER: FrameKind = FrameKind(18);
pub(super) const CHUNK: FrameKind = FrameKind(19);
pub(super) const END: FrameKind = FrameKind(20);

/// The version of the file format that this program writes.
pub(super) const SCHEMA: u32 = 1;

/// The header of a shard's file: the plan and the program that the shard belongs to, and its range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The version of the file's format; currently always 1.
    pub schema: u32,
    /// The BLAKE3 digest of the plan, in hexadecimal digits.
    pub plan: String,
    /// The version and fingerprint of the program that made the shard.
    pub program: String,
    /// The shard's index in the plan.
    pub index: u64,
    /// The number of the shard's first candidate puzzle.
    pub first: u64,
    /// One more than the number of the shard's last candidate puzzle.
    pub end: u64,
    /// The number of puzzles of each level that the shard keeps beyond the quota.
    pub allowance: u64,
}

/// A writer of a shard's file. It takes one block of candidate puzzles at a time, and keeps one chunk in memory.
#[derive(Debug)]
pub struct ShardWriter {
    out: HashedFile,
    chunk: u64,
    first: u64,
    counted: ResultCounts,
    latest: Tally,
    /// The bytes of the chunk's records, and the count of the records.
    kept: (Vec<u8>, u64),
    chunks: u64,
    records: u64,
}

/// A shard whose file is completely written but not yet published under its name.
#[derive(Debug)]
pub struct FinishedShard {
    /// The file with the shard.
    pub file: AtomicFile,
    /// The BLAKE3 digest of the file's bytes.
    pub hash: blake3::Hash,
    /// The number of puzzles that the shard keeps.
    pub records: u64,
}

impl ShardWriter {
    /// Starts a shard's file. Each chunk, except for the last, has at least `chunk` candidate puzzles.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn new(file: AtomicFile, header: &ShardHeader, chunk: u64) -> io::Result<Self> {
        let mut out = HashedFile {
            file: BufWriter::new(file),
            hasher: blake3::Hasher::new(),
        };
        frame::write_frame(&mut out, HEADER, 1, &serde_json::to_vec(header)?)?;
        Ok(Self {
            out,
            chunk,
            first: header.first,
            counted: ResultCounts::default(),
            latest: Tally {
                used: header.first,
                ..Tally::default()
            },
            kept: (Vec::new(), 0),
            chunks: 0,
            records: 0,
        })
    }

    /// Adds the puzzles of a block to the shard. `tally` has the counts over the shard's candidate puzzles up to the
    /// end of the block. The file is written in chunks, each of which holds whole blocks.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add(&mut self, kept: &KeptRecords, tally: &Tally) -> io::Result<()> {
        let (bytes, records) = &mut self.kept;
        *records += kept.encode_into(bytes).map_err(io::Error::other)?;
        self.latest = *tally;
        if tally.used - self.first >= self.chunk {
            self.write_chunk()?;
        }
        Ok(())
    }

    /// Writes the last chunk and the end frame, and returns the finished shard.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn finish(mut self) -> io::Result<FinishedShard> {
        if self.latest.used > self.first {
            self.write_chunk()?;
        }
        let totals = [self.chunks.to_le_bytes(), self.records.to_le_bytes()];
        frame::write_frame(&mut self.out, END, 1, &totals.concat())?;
        let hash = self.out.hasher.finalize();
        let file = self.out.file.into_inner();
        Ok(FinishedShard {
            file: file.map_err(io::IntoInnerError::into_error)?,
            hash,
            records: self.records,
        })
    }

    fn write_chunk(&mut self) -> io::Result<()> {
        let counted = ResultCounts::of(&self.latest);
        let end = self.latest.used;
        let (bytes, records) = std::mem::take(&mut self.kept);
        let counts = (self.first, end, counted.since(&self.counted));
        let mut payload = Vec::new();
        codec::encode_into(&counts, &mut payload).map_err(io::Error::other)?;
        payload.extend(bytes);
        frame::write_frame(&mut self.out, CHUNK, records, &payload)?;
        self.records += records;
        self.chunks += 1;
        self.first = end;
        self.counted = counted;
        Ok(())
    }
}

/// A file whose bytes are hashed as they are written.
#[derive(Debug)]
struct HashedFile {
    file: BufWriter<AtomicFile>,
    hasher: blake3::Hasher,
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
