//! Writes and reads the journal of an unfinished run, which holds the kept puzzles and the counts.
//!
//! A run only appends frames: a header with the job, then batches. A batch holds the puzzles kept since the previous
//! batch, and the counts after these puzzles. A kill can only cut the last frame short. Then that frame is dropped and
//! its candidates are made again, which gives the same puzzles. A complete frame with wrong contents was damaged in
//! another way, so it is never skipped.

use super::error::LineError;
use super::seen::SeenPuzzles;
use super::tally::Tally;
use crate::config::Job;
use crate::disk::{self, AtomicFile, OverwritePolicy, Staging, folder_of, sync_folder};
use crate::grid::PuzzleId;
use crate::pack::codec;
use crate::pack::frame::{self, Frame, FrameError, FrameKind, FrameReader};
use crate::pack::{ALGORITHM, LayoutRecord, PackError, PackedPuzzle, Record, RecordVersion};
use crossbeam_channel::bounded;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The name of the journal's file in the folder of an unfinished run.
pub const FILE: &str = "journal";

const HEADER: FrameKind = FrameKind(16);
/// The kinds of frames for batches of 9×9 puzzles, each with the version of its records.
const BATCHES: [(FrameKind, RecordVersion); 2] = [
    (FrameKind(17), RecordVersion::One),
    (FrameKind(21), RecordVersion::Two),
];

/// The kind of frame for batches of puzzles of a layout other than 9×9.
const LAYOUT_BATCH: FrameKind = FrameKind(22);

/// The maximum time before kept puzzles are written. If the process is killed, at most the puzzles kept during this
/// time are lost.
const WRITE_EVERY: Duration = Duration::from_millis(200);
/// The number of waiting puzzles at which all of them are written. Puzzles arrive in blocks, so more puzzles than
/// this may be waiting and are written as one frame.
const WRITE_AT: usize = 4096;
/// The number of batches that are read ahead. A batch has a few thousand puzzles.
const BATCHES_AHEAD: usize = 1;
/// The interval at which the file is synced to disk, so that its puzzles survive a power cut.
const SYNC_EVERY: Duration = Duration::from_secs(2);

/// The header of a journal, which identifies the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The version of the algorithm that makes the puzzles.
    pub algorithm: u32,
    /// The pack's name as requested, with placeholders such as `{seed}`.
    pub wanted_name: String,
    /// The job, with its seed.
    pub job: Job,
}

/// A journal that is open for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The bytes of the records that wait to be written.
    unwritten: Vec<u8>,
    waiting: usize,
    version: RecordVersion,
    tally: Tally,
    is_written: bool,
    written: Instant,
    synced: Instant,
}

/// The kind of run that wrote a journal.
#[derive(Debug)]
pub enum Owner {
    /// A run of this program's algorithm, which can be resumed if the job is the same.
    Ours(Box<JournalHeader>),
    /// A run of another algorithm, with the algorithm's version. This program may be unable to read the job.
    Algorithm(u32),
}

/// Returns the kind of run that wrote the journal at `path`; `None` if there is no journal, or if a killed process
/// wrote only a part of its header.
///
/// # Errors
/// If the journal can't be read or is damaged.
pub fn owner(path: &Path) -> Result<Option<Owner>, LineError> {
    let Some(mut frames) = frames(path)? else {
        return Ok(None);
    };
    read_owner(&mut frames, path)
}

/// Returns the number of candidate puzzles that the journal at `path` counts; `None` if there is no journal, or if a
/// killed process wrote only a part of its header.
///
/// # Errors
/// If the journal can't be read or is damaged.
pub fn used(path: &Path) -> Result<Option<u64>, LineError> {
    let mut used = 0;
    let end = read(path, |tally, _| {
        used = tally.used;
        Ok(())
    })?;
    Ok(end.map(|_| used))
}

impl Journal {
    /// Opens the journal at `path`, or creates a journal with this header. Adds the journal's puzzles to `seen`, and
    /// returns the journal with the tally of its last batch.
    ///
    /// # Errors
    /// If the journal can't be read or written, or is damaged.
    pub fn open(
        path: &Path,
        header: &JournalHeader,
        seen: &mut SeenPuzzles,
    ) -> Result<(Self, Tally), LineError> {
        let mut tally = Tally::default();
        let end = read(path, |after, batch| {
            tally = after;
            batch.ids()?.into_iter().for_each(|id| seen.remember(id));
            Ok(())
        })?;
        let end = end.unwrap_or(0);
        let fails = LineError::file(path);
        if end == 0 {
            // At once, since after a power cut nobody could tell a header with a hole from a damaged one.
            let mut bytes = Vec::new();
            begin(&mut bytes, header).map_err(fails)?;
            disk::write(path, &bytes).map_err(fails)?;
            sync_names(path).map_err(fails)?;
        }
        let mut file = OpenOptions::new().write(true).open(path).map_err(fails)?;
        if end > 0 {
            file.set_len(end).map_err(fails)?;
        }
        file.seek(SeekFrom::End(0)).map_err(fails)?;
        let now = Instant::now();
        let journal = Self {
            path: path.to_owned(),
            file,
            unwritten: Vec::new(),
            waiting: 0,
            version: header.job.record_version(),
            tally,
            is_written: true,
            written: now,
            synced: now,
        };
        Ok((journal, tally))
    }

    /// Adds the result of a block: the puzzles kept, and the tally after the block. A call that adds nothing new means
    /// that the run is waiting, so pending puzzles are written and synced.
    ///
    /// # Errors
    /// If the file can't be written. Earlier batches stay valid.
    pub fn append(&mut self, kept: Vec<impl PackedPuzzle>, tally: &Tally) -> Result<(), LineError> {
        if kept.is_empty() && *tally == self.tally {
            return match self.is_written {
                true => Ok(()),
                false => self.close(),
            };
        }
        self.waiting += kept.len();
        for record in kept {
            let encoded = record.encode_into(&mut self.unwritten);
            encoded.map_err(|error| LineError::file(&self.path)(io::Error::other(error)))?;
        }
        self.tally = *tally;
        self.is_written = false;
        if self.written.elapsed() >= WRITE_EVERY || self.waiting >= WRITE_AT {
            self.write()?;
        }
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Writes the pending puzzles and syncs the file to disk.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn close(&mut self) -> Result<(), LineError> {
        self.write()?;
        self.sync()
    }

    fn write(&mut self) -> Result<(), LineError> {
        // Nothing may be written after a torn batch.
        self.is_written = true;
        let batch = (self.waiting, self.unwritten.as_slice());
        let written = write_batch(&mut self.file, &self.tally, self.version, batch);
        written.map_err(LineError::file(&self.path))?;
        self.unwritten.clear();
        self.waiting = 0;
        self.written = Instant::now();
        Ok(())
    }

    fn sync(&mut self) -> Result<(), LineError> {
        self.file.sync_data().map_err(LineError::file(&self.path))?;
        self.synced = Instant::now();
        Ok(())
    }
}

impl Drop for Journal {
    /// Writes the pending puzzles if the run ends with an error or a panic.
    fn drop(&mut self) {
        if !self.is_written {
            drop(self.close());
        }
    }
}

/// Passes every puzzle of the journal at `path` to `take`, in the order of their numbers. Another thread reads and
/// checks the next batches in the meantime.
///
/// # Errors
/// If the journal can't be read or is damaged, and the errors of `take`.
pub fn for_each_record<R: PackedPuzzle + Send>(
    path: &Path,
    mut take: impl FnMut(&R) -> Result<(), LineError>,
) -> Result<(), LineError> {
    let gone = || damaged(path, 0, "it is gone, or its beginning is");
    let (sender, batches) = bounded::<Vec<R>>(BATCHES_AHEAD);
    thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let end = read(path, |_, batch| {
                // Nobody receives after an error of `take`, which is then the error of the whole.
                sender.send(batch.records::<R>()?).map_err(|_| gone())
            })?;
            end.map(drop).ok_or_else(gone)
        });
        for batch in batches {
            batch.iter().try_for_each(&mut take)?;
        }
        reader.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Replaces the journal at `path` with a new journal in one step. `records` are in the order of their numbers, and
/// `tally` holds the counts after the last record.
///
/// # Errors
/// If the journal can't be written, and the errors of the records; the old journal then remains. Also if the folder
/// can't be synced after the new journal is in place.
pub fn replace<T: PackedPuzzle>(
    path: &Path,
    header: &JournalHeader,
    tally: &Tally,
    records: impl Iterator<Item = Result<T, PackError>>,
) -> Result<(), LineError> {
    let fails = LineError::file(path);
    let staging = Staging::new(folder_of(path)).map_err(fails)?;
    let mut file = AtomicFile::new(staging).map_err(fails)?;
    begin(&mut file, header).map_err(fails)?;
    let version = header.job.record_version();
    let (mut count, mut batch) = (0, Vec::new());
    for record in records {
        let encoded = record?.encode_into(&mut batch);
        encoded.map_err(|error| fails(io::Error::other(error)))?;
        count += 1;
        if count == WRITE_AT {
            write_batch(&mut file, tally, version, (count, &batch)).map_err(fails)?;
            (count, batch) = (0, Vec::new());
        }
    }
    write_batch(&mut file, tally, version, (count, &batch)).map_err(fails)?;
    let placed = file.place(path, OverwritePolicy::Replace);
    placed.and_then(|()| sync_names(path)).map_err(fails)
}

/// Makes sure that the file name of the journal and the name of its folder survive a power cut.
fn sync_names(path: &Path) -> io::Result<()> {
    path.ancestors()
        .skip(1)
        .take(2)
        .filter(|folder| !folder.as_os_str().is_empty())
        .try_for_each(sync_folder)
}

fn begin(out: &mut impl Write, header: &JournalHeader) -> io::Result<()> {
    let payload = serde_json::to_vec(header)?;
    frame::write_frame(out, HEADER, 1, &payload)
}

/// Writes a batch as a frame in a single call, so that a batch is rarely incomplete if the process is killed.
fn write_batch(
    out: &mut impl Write,
    tally: &Tally,
    version: RecordVersion,
    (count, records): (usize, &[u8]),
) -> io::Result<()> {
    let mut payload = Vec::new();
    codec::encode_into(tally, &mut payload).map_err(io::Error::other)?;
    payload.extend(records);
    let kind = match version {
        RecordVersion::Layout { .. } => LAYOUT_BATCH,
        // Batches without a puzzle are of the first kind.
        RecordVersion::Two if count > 0 => BATCHES[1].0,
        _ => BATCHES[0].0,
    };
    let mut bytes = Vec::with_capacity(payload.len() + frame::HEADER_BYTES);
    frame::write_frame(&mut bytes, kind, count as u64, &payload)?;
    out.write_all(&bytes)
}

type Frames = FrameReader<BufReader<File>>;

fn frames(path: &Path) -> Result<Option<Frames>, LineError> {
    match File::open(path) {
        Ok(file) => Ok(Some(FrameReader::new(BufReader::new(file)))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LineError::file(path)(error)),
    }
}

fn read_owner(frames: &mut Frames, path: &Path) -> Result<Option<Owner>, LineError> {
    /// The algorithm's version in a journal's header. This field is read before all others, since the headers of all
    /// versions have it.
    #[derive(Deserialize)]
    struct Algorithm {
        algorithm: u32,
    }

    let Some(frame) = whole_frame(frames, path)? else {
        return Ok(None);
    };
    if frame.kind != HEADER {
        return Err(damaged(path, frame.offset, "it does not begin with a job"));
    }
    let refuse = |error: serde_json::Error| {
        let said = error.to_string().replace(char::is_control, "\u{FFFD}");
        damaged(path, frame.offset, &said)
    };
    let Algorithm { algorithm } = serde_json::from_slice(frame.payload).map_err(refuse)?;
    if algorithm != ALGORITHM {
        return Ok(Some(Owner::Algorithm(algorithm)));
    }
    let header = serde_json::from_slice(frame.payload).map_err(refuse)?;
    Ok(Some(Owner::Ours(header)))
}

/// Passes the batches of the journal at `path` to `take`, and returns the offset at which the last batch ends; `None`
/// if there is no journal, or if a killed process wrote only a part of its header.
fn read(
    path: &Path,
    mut take: impl FnMut(Tally, &RecordBatch<'_>) -> Result<(), LineError>,
) -> Result<Option<u64>, LineError> {
    let Some(mut frames) = frames(path)? else {
        return Ok(None);
    };
    if read_owner(&mut frames, path)?.is_none() {
        return Ok(None);
    }
    while let Some(frame) = whole_frame(&mut frames, path)? {
        let batch = RecordBatch::of(&frame, path);
        let (tally, batch) = batch.map_err(|problem| damaged(path, frame.offset, &problem))?;
        take(tally, &batch)?;
    }
    Ok(Some(frames.offset()))
}

/// Reads the next frame; `None` at the end of the file, or if the last frame is incomplete after a power cut or because
/// the process was killed.
fn whole_frame<'a>(frames: &'a mut Frames, path: &Path) -> Result<Option<Frame<'a>>, LineError> {
    match frames.read() {
        Ok(frame) => Ok(frame),
        Err(FrameError::CutShort { .. }) => Ok(None),
        Err(error) if ends_in_zeros(&error, path) => Ok(None),
        Err(FrameError::Read { source, .. }) => Err(LineError::file(path)(source)),
        Err(error) => Err(LineError::JournalDamaged {
            path: path.to_owned(),
            problem: error.to_string(),
        }),
    }
}

/// Returns whether an invalid frame is the last frame and ends in zeros: after a power cut, a file can have its full
/// length before all its bytes are on the disk.
fn ends_in_zeros(error: &FrameError, path: &Path) -> bool {
    let header_end = |offset: u64| offset + frame::HEADER_BYTES as u64 - 1;
    match *error {
        FrameError::NoFrame { offset } => is_zero_from(path, offset),
        FrameError::Version { offset, found: 0 } | FrameError::Header { offset } => {
            is_zero_from(path, header_end(offset))
        }
        FrameError::Payload { end, .. } => is_zero_from(path, end - 1),
        _ => false,
    }
}

fn is_zero_from(path: &Path, offset: u64) -> bool {
    let Ok(mut file) = File::open(path) else {
        return false;
    };
    let sought = file.seek(SeekFrom::Start(offset));
    sought.is_ok()
        && BufReader::new(file)
            .bytes()
            .all(|byte| matches!(byte, Ok(0)))
}

/// The records of one batch, as bytes.
struct RecordBatch<'a> {
    path: &'a Path,
    offset: u64,
    is_nine: bool,
    /// The number of bytes of a record.
    size: usize,
    bytes: &'a [u8],
}

impl<'a> RecordBatch<'a> {
    /// Returns the counts and the records of the batch that a frame contains.
    fn of(frame: &Frame<'a>, path: &'a Path) -> Result<(Tally, Self), String> {
        let same_kind = BATCHES.into_iter().find(|(kind, _)| *kind == frame.kind);
        let count = frame.count as usize;
        let size = match same_kind {
            Some((_, version)) => version.bytes(),
            None if frame.kind == LAYOUT_BATCH => {
                let mut tally = Vec::new();
                let encoded = codec::encode_into(&Tally::default(), &mut tally);
                encoded.map_err(|error| error.to_string())?;
                let records = frame.payload.len().checked_sub(tally.len());
                records
                    .ok_or("it is too small")?
                    .checked_div(count)
                    .unwrap_or(0)
            }
            None => return Err(format!("a frame of {} does not belong here", frame.kind)),
        };
        let split = frame.payload.len().checked_sub(count * size);
        let (tally, bytes) = frame.payload.split_at(split.ok_or("it is too small")?);
        let batch = Self {
            path,
            offset: frame.offset,
            is_nine: same_kind.is_some(),
            size: size.max(1),
            bytes,
        };
        let tally: Tally = codec::decode(tally).map_err(|error| error.to_string())?;
        match tally.is_possible() {
            true => Ok((tally, batch)),
            false => Err("its counts are not those of a run".to_owned()),
        }
    }

    fn records<R: PackedPuzzle>(&self) -> Result<Vec<R>, LineError> {
        let records = self.bytes.chunks_exact(self.size).map(R::decode);
        let records: Result<Vec<R>, _> = records.collect();
        records.map_err(|problem| damaged(self.path, self.offset, &problem.to_string()))
    }

    fn ids(&self) -> Result<Vec<PuzzleId>, LineError> {
        fn of<R: PackedPuzzle>(records: &[R]) -> Vec<PuzzleId> {
            records.iter().map(PackedPuzzle::id).collect()
        }
        Ok(match self.is_nine {
            true => of::<Record>(&self.records()?),
            false => of::<LayoutRecord>(&self.records()?),
        })
    }
}

fn damaged(path: &Path, offset: u64, problem: &str) -> LineError {
    LineError::JournalDamaged {
        path: path.to_owned(),
        problem: format!("byte {offset}: {problem}"),
    }
}
