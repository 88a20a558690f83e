//! Writes and reads frames. A frame is a header and a payload of any kind; the header and the payload have a
//! checksum each.
//!
//! A pack's records and a run's journal are in frames. All integers are little endian:
//!
//! ```text
//! byte 0     4         6      8       16       24              28             32
//!      magic | version | kind | count | length | payload crc32 | header crc32 | payload …
//!      SUDF  | 1       |      |       | bytes  |               | of bytes 0–27|
//! ```
//!
//! Since the header has its own checksum, a length is used only if the header is intact. Even then, memory use grows
//! only with the bytes that actually follow. The payload is interpreted only if its checksum is right.

pub use crate::record::codec::MAX_PAYLOAD;
use crate::record::{RecordError, RecordVersion};
use std::fmt;
use std::io::{self, Read, Write};

/// The maximum number of items that a frame may claim to hold.
pub const MAX_COUNT: u64 = 1 << 20;
/// The number of bytes of a frame's header, which comes before the payload.
pub const HEADER_BYTES: usize = 32;

const MAGIC: [u8; 4] = *b"SUDF";
const VERSION: u16 = 1;

/// The kind of a frame's contents. Kinds below 16 belong to packs, all other kinds to other files with frames, such
/// as the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameKind(pub u16);

impl FrameKind {
    /// Records of version 1, one after the other; the frame's count is the number of records.
    pub const RECORDS: Self = Self(1);
    /// The end of a file of records. The payload is the total number of records, as eight bytes.
    pub const END: Self = Self(2);
    /// Records of version 2.
    pub const RECORDS_2: Self = Self(3);
    /// Records of a layout other than 9×9; the manifest states the layout, on which the size of a record depends.
    pub const LAYOUT_RECORDS: Self = Self(4);

    /// Returns the kind of the frames that hold records of a version.
    pub const fn of_records(version: RecordVersion) -> Self {
        match version {
            RecordVersion::One => Self::RECORDS,
            RecordVersion::Two => Self::RECORDS_2,
            RecordVersion::Layout { .. } => Self::LAYOUT_RECORDS,
        }
    }

    /// Returns the version of the 9×9 records in frames of this kind; `None` for frames without 9×9 records.
    pub(super) fn record_version(self) -> Option<RecordVersion> {
        let mut all = RecordVersion::ALL.into_iter();
        all.find(|version| Self::of_records(*version) == self)
    }
}

impl fmt::Display for FrameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kind {}", self.0)
    }
}

/// The reason why a file of frames can't be read any further. Offsets count bytes from the start of the file to the
/// first byte of the frame, or of the record for [`FrameError::Record`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The file ends within a frame.
    #[error("byte {offset}: the file ends within this frame: it was cut short")]
    CutShort {
        /// The offset of the frame.
        offset: u64,
    },
    /// No frame begins where a frame should begin.
    #[error("byte {offset}: no frame begins here: the file is damaged or none of this program")]
    NoFrame {
        /// The offset at which a frame should begin.
        offset: u64,
    },
    /// The frame has a version that this program doesn't know.
    #[error(
        "byte {offset}: the frame has version {found}, this program reads {VERSION}: read it with the program's release that wrote it"
    )]
    Version {
        /// The offset of the frame.
        offset: u64,
        /// The frame's version.
        found: u16,
    },
    /// The header fails its checksum.
    #[error("byte {offset}: the frame's header fails its checksum: the file is damaged")]
    Header {
        /// The offset of the frame.
        offset: u64,
    },
    /// The frame claims more items than a frame may hold.
    #[error(
        "byte {offset}: the frame claims {count} records, at most {MAX_COUNT} are allowed: the file is damaged or hostile"
    )]
    Count {
        /// The offset of the frame.
        offset: u64,
        /// The claimed number of items.
        count: u64,
    },
    /// The frame claims more bytes than a frame may hold.
    #[error(
        "byte {offset}: the frame claims {length} bytes, at most {MAX_PAYLOAD} are allowed: the file is damaged or hostile"
    )]
    Length {
        /// The offset of the frame.
        offset: u64,
        /// The claimed length in bytes.
        length: u64,
    },
    /// The payload fails its checksum.
    #[error("byte {offset}: the frame's payload fails its checksum: the file is damaged")]
    Payload {
        /// The offset of the frame.
        offset: u64,
        /// The offset of the first byte after the frame.
        end: u64,
    },
    /// The frame's kind doesn't belong in this file.
    #[error("byte {offset}: a frame of {found} does not belong here")]
    Kind {
        /// The offset of the frame.
        offset: u64,
        /// The frame's kind.
        found: FrameKind,
    },
    /// The length of the payload does not fit the number of records in the frame.
    #[error("byte {offset}: the frame claims {count} records in {length} bytes, which cannot be")]
    Size {
        /// The offset of the frame.
        offset: u64,
        /// The claimed number of records.
        count: u64,
        /// The length of the payload in bytes.
        length: u64,
    },
    /// The bytes of a record are not a valid record.
    #[error("record {record} at byte {offset}: {problem}")]
    Record {
        /// The offset of the record.
        offset: u64,
        /// The record's place in the file, counted from 1.
        record: u64,
        /// The problem with the record.
        problem: RecordError,
    },
    /// The file ends without the last frame, which states the number of records.
    #[error("byte {offset}: the frame that ends the file is missing: it was cut short")]
    NoEnd {
        /// The offset at which the last frame should begin.
        offset: u64,
    },
    /// The last frame states a wrong number of records.
    #[error("byte {offset}: the file's end counts {claimed} records, there are {found}")]
    Total {
        /// The offset of the last frame.
        offset: u64,
        /// The number of records that the last frame states.
        claimed: u64,
        /// The number of records in the file.
        found: u64,
    },
    /// Bytes follow the last frame, which should end the file.
    #[error("byte {offset}: something follows the frame that ends the file")]
    Trailing {
        /// The offset of the bytes after the last frame.
        offset: u64,
    },
    /// The file or other source of the frames can't be read.
    #[error("byte {offset}: cannot be read")]
    Read {
        /// The offset of the frame.
        offset: u64,
        /// The operating system's error.
        source: io::Error,
    },
}

/// Writes one frame: its header, then the unchanged payload.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if the count exceeds [`MAX_COUNT`] or the payload exceeds [`MAX_PAYLOAD`], and the
/// errors of `out`.
pub fn write_frame(
    out: &mut impl Write,
    kind: FrameKind,
    count: u64,
    payload: &[u8],
) -> io::Result<()> {
    let length = payload.len() as u64;
    if count > MAX_COUNT || length > MAX_PAYLOAD {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("a frame holds no {count} items in {length} bytes"),
        ));
    }
    let mut header = [0; HEADER_BYTES];
    header[..4].copy_from_slice(&MAGIC);
    header[4..6].copy_from_slice(&VERSION.to_le_bytes());
    header[6..8].copy_from_slice(&kind.0.to_le_bytes());
    header[8..16].copy_from_slice(&count.to_le_bytes());
    header[16..24].copy_from_slice(&length.to_le_bytes());
    header[24..28].copy_from_slice(&crc32fast::hash(payload).to_le_bytes());
    let checksum = crc32fast::hash(&header[..28]);
    header[28..].copy_from_slice(&checksum.to_le_bytes());
    out.write_all(&header)?;
    out.write_all(payload)
}

/// A frame with valid checksums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The frame's offset in the file.
    pub offset: u64,
    /// The kind of the frame's contents.
    pub kind: FrameKind,
    /// The number of items that the frame claims to hold.
    pub count: u64,
    /// The bytes of the items.
    pub payload: &'a [u8],
}

/// A reader that returns frames one after the other, with memory use bounded by [`MAX_PAYLOAD`].
#[derive(Debug)]
pub struct FrameReader<R> {
    source: R,
    offset: u64,
    buffer: Vec<u8>,
}

impl<R: Read> FrameReader<R> {
    /// Creates a reader of frames that starts at the source's current position. Many reads are short, such as the
    /// reads of headers, so a file should be wrapped in a `BufReader`.
    pub fn new(source: R) -> Self {
        Self {
            source,
            offset: 0,
            buffer: Vec::new(),
        }
    }

    /// Returns a reader of frames for a source that starts `offset` bytes into its file, at the beginning of a frame.
    pub(super) fn at(source: R, offset: u64) -> Self {
        Self {
            offset,
            ..Self::new(source)
        }
    }

    /// Returns the offset of the next frame, which is the end of the last frame that was read completely.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the source of the frames.
    pub(super) fn source(&self) -> &R {
        &self.source
    }

    /// Returns the payload of the last frame read.
    pub(super) fn payload(&self) -> &[u8] {
        &self.buffer
    }

    /// Reads the next frame; `None` at the end of the file.
    ///
    /// # Errors
    /// If the source can't be read, or no complete and valid frame begins at [`FrameReader::offset`]. The offset
    /// stays the same, so the caller can cut off an incomplete last frame there. Don't call this function again
    /// after an error.
    pub fn read(&mut self) -> Result<Option<Frame<'_>>, FrameError> {
        let offset = self.offset;
        let held = self.fill(HEADER_BYTES as u64)?;
        if held == 0 {
            return Ok(None);
        }
        let header: [u8; HEADER_BYTES] = self.buffer.as_slice().try_into().map_err(|_| {
            let begins = self.buffer.iter().zip(MAGIC).all(|(&b, m)| b == m);
            if begins {
                FrameError::CutShort { offset }
            } else {
                FrameError::NoFrame { offset }
            }
        })?;
        let (kind, count, length, checksum) = read_header(&header, offset)?;
        if self.fill(length)? < length {
            return Err(FrameError::CutShort { offset });
        }
        if crc32fast::hash(&self.buffer) != checksum {
            let end = offset + HEADER_BYTES as u64 + length;
            return Err(FrameError::Payload { offset, end });
        }
        self.offset += HEADER_BYTES as u64 + length;
        Ok(Some(Frame {
            offset,
            kind,
            count,
            payload: &self.buffer,
        }))
    }

    /// Fills the buffer with the next `length` bytes, or with all remaining bytes if there are fewer. Returns the
    /// number of bytes read. The buffer grows with the bytes read, not with `length`.
    fn fill(&mut self, length: u64) -> Result<u64, FrameError> {
        self.buffer.clear();
        (&mut self.source)
            .take(length)
            .read_to_end(&mut self.buffer)
            .map(|read| read as u64)
            .map_err(|source| FrameError::Read {
                offset: self.offset,
                source,
            })
    }
}

/// Reads the kind, the count, the length and the payload's checksum from the header of a frame.
fn read_header(
    header: &[u8; HEADER_BYTES],
    offset: u64,
) -> Result<(FrameKind, u64, u64, u32), FrameError> {
    if header[..4] != MAGIC {
        return Err(FrameError::NoFrame { offset });
    }
    let found = u16::from_le_bytes(field(header, 4));
    if found != VERSION {
        return Err(FrameError::Version { offset, found });
    }
    if crc32fast::hash(&header[..28]) != u32::from_le_bytes(field(header, 28)) {
        return Err(FrameError::Header { offset });
    }
    let count = u64::from_le_bytes(field(header, 8));
    if count > MAX_COUNT {
        return Err(FrameError::Count { offset, count });
    }
    let length = u64::from_le_bytes(field(header, 16));
    if length > MAX_PAYLOAD {
        return Err(FrameError::Length { offset, length });
    }
    let kind = FrameKind(u16::from_le_bytes(field(header, 6)));
    Ok((kind, count, length, u32::from_le_bytes(field(header, 24))))
}

fn field<const N: usize>(header: &[u8; HEADER_BYTES], at: usize) -> [u8; N] {
    std::array::from_fn(|byte| header[at + byte])
}
