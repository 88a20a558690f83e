//! Writes and reads the contents of a `.pack` file, which are records in frames.
//!
//! Every frame of records is full, except perhaps the last, so the bytes depend only on the records. An end frame
//! states the total number of records. If a file was cut between two frames, the end frame is missing. So the
//! reader notices the cut without the manifest.

use super::frame::{self, FrameError, FrameKind, FrameReader, HEADER_BYTES};
use crate::record::{PackedPuzzle, Record, RecordError, RecordVersion};
use std::io::{self, Read, Write};
use std::ops::Range;

/// The number of records in a full frame.
pub const RECORDS_PER_FRAME: usize = 256;

/// Returns the number of bytes of a full frame with its header.
pub(super) const fn full_frame_bytes(version: RecordVersion) -> u64 {
    (HEADER_BYTES + RECORDS_PER_FRAME * version.bytes()) as u64
}

/// A writer that puts records into frames and holds at most one frame in memory.
#[derive(Debug)]
pub struct RecordWriter<W> {
    out: W,
    version: RecordVersion,
    payload: Vec<u8>,
    total: u64,
}

impl<W: Write> RecordWriter<W> {
    /// Creates a writer of records of one version. The writer passes one frame at a time to `out`.
    pub fn new(out: W, version: RecordVersion) -> Self {
        Self {
            out,
            version,
            payload: Vec::with_capacity(RECORDS_PER_FRAME * version.bytes()),
            total: 0,
        }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If the record's version is not the writer's, and the errors of `out`.
    pub fn push(&mut self, record: &impl PackedPuzzle) -> io::Result<()> {
        if record.version() != self.version {
            let (number, wanted) = (record.number(), self.version.number());
            let problem = format!("puzzle {number} has other ratings than version {wanted}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        record
            .encode_into(&mut self.payload)
            .map_err(io::Error::other)?;
        self.total += 1;
        if self.payload.len() == RECORDS_PER_FRAME * self.version.bytes() {
            self.write_frame()?;
        }
        Ok(())
    }

    /// Returns the number of records added.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Writes the remaining records and the last frame. Returns `out`, which is not flushed.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.payload.is_empty() {
            self.write_frame()?;
        }
        frame::write_frame(&mut self.out, FrameKind::END, 1, &self.total.to_le_bytes())?;
        Ok(self.out)
    }

    fn write_frame(&mut self) -> io::Result<()> {
        let count = (self.payload.len() / self.version.bytes()) as u64;
        frame::write_frame(
            &mut self.out,
            FrameKind::of_records(self.version),
            count,
            &self.payload,
        )?;
        self.payload.clear();
        Ok(())
    }
}

/// A reader of the records of a `.pack` file that holds at most one frame in memory.
///
/// An invalid record yields an error, and reading continues with the next record; an error in a frame is the last item.
/// All records of a file have the same version.
#[derive(Debug)]
pub struct RecordReader<R> {
    frames: FrameReader<R>,
    /// The version of the records; `None` until the first frame has been read, unless the version was given.
    version: Option<RecordVersion>,
    frame_offset: u64,
    /// The byte range of the records that have not been returned yet, within the frame's payload.
    left: Range<usize>,
    total: u64,
    ended: bool,
}

impl<R: Read> RecordReader<R> {
    /// Creates a reader of 9×9 records that starts at the source's current position. Many reads are short, so a
    /// file should be wrapped in a `BufReader`.
    pub fn new(source: R) -> Self {
        Self {
            frames: FrameReader::new(source),
            version: None,
            frame_offset: 0,
            left: 0..0,
            total: 0,
            ended: false,
        }
    }

    /// Returns a reader for a source that begins with frame number `frame` of its file, counted from 0. All earlier
    /// frames are full, and all records have the version `version`.
    pub(super) fn from_frame(source: R, frame: u64, version: RecordVersion) -> Self {
        Self {
            frames: FrameReader::at(source, frame * full_frame_bytes(version)),
            version: Some(version),
            frame_offset: 0,
            left: 0..0,
            total: frame * RECORDS_PER_FRAME as u64,
            ended: false,
        }
    }

    /// Returns the source of the records.
    pub(super) fn source(&self) -> &R {
        self.frames.source()
    }

    /// Returns the bytes of the next record, for callers that need only some of the bytes; `None` at the end of the
    /// file.
    pub(super) fn next_bytes(&mut self) -> Option<Result<&[u8], FrameError>> {
        match self.fill() {
            None => None,
            Some(Err(error)) => Some(Err(error)),
            Some(Ok(())) => {
                let place = self.pass_record();
                Some(Ok(&self.frames.payload()[place]))
            }
        }
    }

    /// Skips the next record of the current frame and returns the record's byte range in the payload.
    fn pass_record(&mut self) -> Range<usize> {
        let start = self.left.start;
        self.left.start += self.version.unwrap_or_default().bytes();
        self.total += 1;
        start..self.left.start
    }

    /// Reads the next record of the current frame.
    fn take_record<T>(
        &mut self,
        decode: impl FnOnce(&[u8]) -> Result<T, RecordError>,
    ) -> Result<T, FrameError> {
        let place = self.pass_record();
        let bytes = &self.frames.payload()[place.clone()];
        decode(bytes).map_err(|problem| FrameError::Record {
            offset: self.frame_offset + (HEADER_BYTES + place.start) as u64,
            record: self.total,
            problem,
        })
    }

    /// Makes sure that a record is in memory, reading the next frame if needed; `None` at the end of the file.
    fn fill(&mut self) -> Option<Result<(), FrameError>> {
        if self.ended {
            return None;
        }
        if !self.left.is_empty() {
            return Some(Ok(()));
        }
        match self.read_frame() {
            Ok(true) => Some(Ok(())),
            Ok(false) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }

    /// Reads the next frame. Returns `true` if the frame holds records, and `false` if it is the frame that ends the
    /// file.
    fn read_frame(&mut self) -> Result<bool, FrameError> {
        let Some(frame) = self.frames.read()? else {
            let offset = self.frames.offset();
            return Err(FrameError::NoEnd { offset });
        };
        let (offset, kind, count) = (frame.offset, frame.kind, frame.count);
        let length = frame.payload.len() as u64;
        let size = FrameError::Size {
            offset,
            count,
            length,
        };
        let version = match self.version {
            Some(version) => Some(version).filter(|&it| FrameKind::of_records(it) == kind),
            None => kind.record_version(),
        };
        match (kind, version) {
            (_, Some(version)) => {
                if count == 0 || length != count * version.bytes() as u64 {
                    return Err(size);
                }
                self.version = Some(version);
                self.frame_offset = offset;
                self.left = 0..frame.payload.len();
                Ok(true)
            }
            (FrameKind::END, _) if count == 1 => {
                let total = frame.payload.try_into().map_err(|_| size)?;
                self.check_end(offset, u64::from_le_bytes(total))?;
                Ok(false)
            }
            (FrameKind::END, _) => Err(size),
            (found, _) => Err(FrameError::Kind { offset, found }),
        }
    }

    fn check_end(&mut self, offset: u64, claimed: u64) -> Result<(), FrameError> {
        let found = self.total;
        if claimed != found {
            return Err(FrameError::Total {
                offset,
                claimed,
                found,
            });
        }
        let offset = self.frames.offset();
        match self.frames.read() {
            Ok(None) => Ok(()),
            Err(error @ FrameError::Read { .. }) => Err(error),
            Ok(Some(_)) | Err(_) => Err(FrameError::Trailing { offset }),
        }
    }
}

impl<R: Read> Iterator for RecordReader<R> {
    type Item = Result<Record, FrameError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_of()
    }
}

impl<R: Read> RecordReader<R> {
    /// Returns the next record, of 9×9 or another layout; `None` at the end of the file.
    pub(super) fn next_of<T: PackedPuzzle>(&mut self) -> Option<Result<T, FrameError>> {
        let filled = self.fill()?;
        Some(filled.and_then(|()| self.take_record(T::decode)))
    }
}
