//! Reads individual puzzles of a pack without reading the whole pack. Records and full frames have a fixed size,
//! so the offset of each record is known. A binary search finds a puzzle by its candidate number.
//!
//! Every returned puzzle comes from a frame with a valid checksum, in a file of the size that the manifest lists.
//! Only [`Pack::ids`] also compares the file's hash with the manifest. The stock calls this function before it hands
//! out a puzzle.

use super::PackError;
use super::frame::{FrameError, HEADER_BYTES};
use super::reader::{Pack, Records, check_size, frame_fault, open_file, unreadable};
use super::records::{RECORDS_PER_FRAME, full_frame_bytes};
use crate::bucket::Level;
use crate::grid::PuzzleId;
use crate::record::{PackedPuzzle, Record};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

const FRAME: u64 = RECORDS_PER_FRAME as u64;

/// Returns whether the result of reading comes from one of the file's records, valid or not.
fn has_place<T>(puzzle: &Result<T, PackError>) -> bool {
    match puzzle {
        Ok(_) => true,
        Err(PackError::Frame { problem, .. }) => matches!(problem, FrameError::Record { .. }),
        Err(_) => false,
    }
}

impl Pack {
    /// Returns the ids of a level's puzzles, in order. Reads the whole file of the level and compares it with the
    /// manifest.
    ///
    /// # Errors
    /// If the level's file can't be read, or has changed since it was written.
    pub fn ids(&self, level: Level) -> Result<Vec<PuzzleId>, PackError> {
        let at = self.manifest().record_version().id_at();
        let mut records = self.records(level)?;
        let mut ids = Vec::new();
        while let Some(bytes) = records.reader.next_bytes() {
            let bytes = bytes.map_err(|problem| frame_fault(&records.path, problem))?;
            let mut id = [0; 16];
            id.copy_from_slice(&bytes[at..at + 16]);
            ids.push(PuzzleId::from_bytes(id));
        }
        records.compare_hash()?;
        Ok(ids)
    }

    /// Returns the puzzles of a level, starting with the puzzle at place `place`, counted from 1. If `place` is after
    /// the last puzzle, returns no puzzles.
    ///
    /// # Errors
    /// If the level's file can't be opened.
    pub fn puzzles_from<T: PackedPuzzle>(
        &self,
        level: Level,
        place: u64,
    ) -> Result<impl Iterator<Item = Result<T, PackError>> + use<T>, PackError> {
        let path = self.path_of(level);
        let before = place.saturating_sub(1);
        let (mut file, frames) = self.open_frames(level)?;
        // The last full frame may be followed by a shorter frame.
        let frame = (before / FRAME).min(frames);
        let version = self.manifest().record_version();
        let at = SeekFrom::Start(frame * full_frame_bytes(version));
        file.seek(at).map_err(|source| unreadable(&path, source))?;
        let mut skip = before - frame * FRAME;
        let mut records = Records::within(path, file, frame, version);
        Ok(std::iter::from_fn(move || {
            loop {
                let puzzle = records.next_of()?;
                // An invalid record has a place like any other. The error of a frame has none: all after it is lost.
                if skip == 0 || !has_place(&puzzle) {
                    return Some(puzzle);
                }
                skip -= 1;
            }
        }))
    }

    /// Returns the puzzle of a level at place `place`, counted from 1; `None` if the level has fewer puzzles.
    ///
    /// # Errors
    /// If the level's file can't be read or is damaged in this place.
    pub fn puzzle_at<T: PackedPuzzle>(
        &self,
        level: Level,
        place: u64,
    ) -> Result<Option<T>, PackError> {
        self.puzzles_from(level, place)?.next().transpose()
    }

    /// Returns the record of the 9×9 puzzle at place `place` of a level, counted from 1; `None` if the level has fewer
    /// puzzles.
    ///
    /// # Errors
    /// If the level's file can't be read or is damaged in this place.
    pub fn record_at(&self, level: Level, place: u64) -> Result<Option<Record>, PackError> {
        self.puzzle_at(level, place)
    }

    /// Finds the record of the 9×9 puzzle of a level that was made as candidate puzzle `number`. Returns its place,
    /// counted from 1, and the record; `None` if the level has no such puzzle.
    ///
    /// # Errors
    /// If the level's file can't be read or is damaged in this place.
    pub fn record_of(&self, level: Level, number: u64) -> Result<Option<(u64, Record)>, PackError> {
        self.puzzle_of(level, number)
    }

    /// Finds the puzzle of a level that was made as candidate puzzle `number`. Returns its place, counted from 1, and
    /// the puzzle; `None` if the level has no such puzzle.
    ///
    /// # Errors
    /// If the level's file can't be read or is damaged in this place.
    pub fn puzzle_of<T: PackedPuzzle>(
        &self,
        level: Level,
        number: u64,
    ) -> Result<Option<(u64, T)>, PackError> {
        let path = self.path_of(level);
        let (mut file, frames) = self.open_frames(level)?;
        let frame_bytes = full_frame_bytes(self.manifest().record_version());
        let mut first_number = |frame: u64| -> io::Result<u64> {
            file.seek(SeekFrom::Start(frame * frame_bytes + HEADER_BYTES as u64))?;
            let mut number = [0; 8];
            file.read_exact(&mut number)?;
            Ok(u64::from_le_bytes(number))
        };
        // The last full frame that begins with this number or a smaller one, or else the first frame.
        let (mut least, mut most) = (0, frames.saturating_sub(1));
        while least < most {
            let middle = (least + most).div_ceil(2);
            let first = first_number(middle).map_err(|source| unreadable(&path, source))?;
            if first > number {
                most = middle - 1;
            } else {
                least = middle;
            }
        }
        let first = least * FRAME + 1;
        let places = (first..).zip(self.puzzles_from::<T>(level, first)?);
        // The puzzle may be in the shorter frame that follows the last full frame.
        for (place, record) in places.take(2 * RECORDS_PER_FRAME) {
            let record = record?;
            if record.number() >= number {
                return Ok((record.number() == number).then_some((place, record)));
            }
        }
        Ok(None)
    }

    /// Opens the file of a level. Returns the file, and the maximum number of full frames that a file of its size can
    /// hold.
    fn open_frames(&self, level: Level) -> Result<(File, u64), PackError> {
        let path = self.path_of(level);
        let file = open_file(&path).map_err(|source| unreadable(&path, source))?;
        let entry = self.entry_of(level)?;
        check_size(&path, &file, entry)?;
        let end = (HEADER_BYTES + size_of::<u64>()) as u64;
        let frame_bytes = full_frame_bytes(self.manifest().record_version());
        Ok((file, entry.bytes.saturating_sub(end) / frame_bytes))
    }
}
