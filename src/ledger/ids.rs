//! The file of ids: every event of a ledger. It is only ever appended to, so that a new ledger can
//! be made from it even if the packs are gone.
//!
//! It is made of the [frames](crate::pack::frame) that packs are made of, each under its own
//! checksums. An event is a frame that says what happened (eight bytes with the number of ids, then
//! JSON) and, behind it, frames with the ids, sixteen bytes each, at most 65,536 a frame.

use super::error::{LedgerError, file_error};
use crate::grid::PuzzleId;
use crate::pack::frame::{self, FrameError, FrameReader, Kind};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

/// A pack was published: its row.
pub const PACK: Kind = Kind(32);
const IDS: Kind = Kind(33);
/// Puzzles were shipped, in this order.
pub const SHIPPED: Kind = Kind(34);
/// A shipment was taken back.
pub const UNSHIPPED: Kind = Kind(35);
/// Puzzles were retired.
pub const RETIRED: Kind = Kind(36);

const ID_BYTES: usize = 16;
const IDS_PER_FRAME: usize = 1 << 16;

/// Something that happened to a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The kind of event.
    pub kind: Kind,
    /// Its details, as JSON.
    pub header: String,
    /// The puzzles.
    pub ids: Vec<PuzzleId>,
}

/// Appends events at byte `at`, and cuts off what a kill left behind that. Returns the length of
/// the file, which is synced.
///
/// # Errors
/// If it can't be written, or is shorter than `at`.
pub fn append(path: &Path, at: u64, events: &[Event]) -> Result<u64, LedgerError> {
    let fails = |source| file_error(path, source);
    let mut options = OpenOptions::new();
    let file = options.create(true).truncate(false).write(true).open(path);
    let mut file = file.map_err(fails)?;
    let length = file.metadata().map_err(fails)?.len();
    if length < at {
        return Err(LedgerError::Damaged {
            path: path.to_owned(),
            problem: format!("its end is missing from byte {length} on"),
        });
    }
    file.set_len(at).map_err(fails)?;
    file.seek(SeekFrom::Start(at)).map_err(fails)?;
    let mut out = BufWriter::new(file);
    let written = events.iter().try_for_each(|event| write(event, &mut out));
    written.and_then(|()| out.flush()).map_err(fails)?;
    out.get_ref().sync_all().map_err(fails)?;
    out.stream_position().map_err(fails)
}

fn write(event: &Event, out: &mut impl Write) -> io::Result<()> {
    let mut payload = (event.ids.len() as u64).to_le_bytes().to_vec();
    payload.extend(event.header.as_bytes());
    frame::write_frame(out, event.kind, 1, &payload)?;
    for ids in event.ids.chunks(IDS_PER_FRAME) {
        let bytes: Vec<u8> = ids.iter().flat_map(|id| *id.bytes()).collect();
        frame::write_frame(out, IDS, ids.len() as u64, &bytes)?;
    }
    Ok(())
}

/// The state of the end of a file of ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// The last event is complete.
    Whole,
    /// The last event was cut short at this byte, as a kill does.
    Cut(u64),
}

/// Passes every event from byte `at` on to `take`, in order.
///
/// # Errors
/// If the file can't be read or is damaged, and what `take` returns.
pub fn for_each(
    path: &Path,
    at: u64,
    mut take: impl FnMut(Event) -> Result<(), LedgerError>,
) -> Result<Tail, LedgerError> {
    let fails = |source| file_error(path, source);
    let mut file = File::open(path).map_err(fails)?;
    file.seek(SeekFrom::Start(at)).map_err(fails)?;
    let mut frames = FrameReader::new(BufReader::new(file));
    loop {
        let begins = at + frames.offset();
        match next(&mut frames) {
            Ok(Some(event)) => take(event)?,
            Ok(None) => return Ok(Tail::Whole),
            Err(FrameError::CutShort { .. } | FrameError::NoEnd { .. }) => {
                return Ok(Tail::Cut(begins));
            }
            Err(FrameError::Read { source, .. }) => return Err(fails(source)),
            Err(error) => {
                return Err(LedgerError::Damaged {
                    path: path.to_owned(),
                    problem: format!("after byte {begins}: {error}"),
                });
            }
        }
    }
}

fn next(frames: &mut FrameReader<impl io::Read>) -> Result<Option<Event>, FrameError> {
    let Some(frame) = frames.read()? else {
        return Ok(None);
    };
    let (offset, kind) = (frame.offset, frame.kind);
    let wrong = FrameError::Kind {
        offset,
        found: kind,
    };
    let Some((count, header)) = frame.payload.split_first_chunk() else {
        return Err(wrong);
    };
    if ![PACK, SHIPPED, UNSHIPPED, RETIRED].contains(&kind) {
        return Err(wrong);
    }
    let count = u64::from_le_bytes(*count);
    let header = String::from_utf8_lossy(header).into_owned();
    let mut ids = Vec::new();
    while (ids.len() as u64) < count {
        let offset = frames.offset();
        let frame = frames.read()?.ok_or(FrameError::NoEnd { offset })?;
        let found = frame.kind;
        if found != IDS || frame.payload.is_empty() {
            return Err(FrameError::Kind { offset, found });
        }
        let chunks = frame.payload.chunks_exact(ID_BYTES);
        ids.extend(chunks.filter_map(|it| Some(PuzzleId::from_bytes(it.try_into().ok()?))));
    }
    Ok(Some(Event { kind, header, ids }))
}
