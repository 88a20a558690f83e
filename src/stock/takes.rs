//! The file of takes: which key took which puzzles, so that the same key always gives the same
//! puzzles. It is only ever appended to, and synced before a request is answered. It is beside the
//! ledger: `ledger.takes` beside `ledger.sqlite`.
//!
//! It is made of the [frames](crate::pack::frame) that packs are made of, each with one take as JSON.
//! Many takes that come together are written and synced together.

use super::error::StockError;
use crate::disk::{LockError, folder_of, sync_folder, try_lock};
use crate::grid::PuzzleId;
use crate::ledger::unused;
use crate::pack::frame::{self, FrameError, FrameReader, Kind};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const TAKE: Kind = Kind(48);

/// The puzzles that a request asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The scheme, if one was named.
    pub scheme: Option<String>,
    /// The name or number of the level.
    pub level: String,
    /// Number of puzzles.
    pub n: u64,
}

/// Puzzles of one level of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Lot {
    pub pack: String,
    pub level: u8,
    pub places: Vec<u64>,
    /// The ids in hexadecimal digits.
    pub ids: Vec<String>,
}

/// The puzzles that a client took with one key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Take {
    pub client: String,
    pub key: String,
    pub at: String,
    pub asked: Asked,
    pub lots: Vec<Lot>,
}

/// The file, open and locked.
#[derive(Debug)]
pub(super) struct Takes {
    path: PathBuf,
    file: File,
    /// The byte where the next take is written.
    end: u64,
    /// The byte where the take of each key begins.
    by_key: HashMap<[u8; 16], u64>,
    /// `true` if a take that failed could not be cut off again: no other may be answered then.
    pub is_broken: bool,
    /// The message about the repair, where the file had to be mended.
    pub mended: Option<String>,
}

/// Returns the digest that a client's key is kept under.
pub(super) fn digest(client: &str, key: &str) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(client.len() as u64).to_le_bytes());
    hasher.update(client.as_bytes());
    hasher.update(key.as_bytes());
    let mut half = [0; 16];
    half.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    half
}

impl Takes {
    /// Opens the file, which is created if need be; only one process can have it open. What a kill
    /// left of an unanswered take is cut off. If the file is damaged before its end, it is kept
    /// aside, and the part before the damage is used.
    ///
    /// # Errors
    /// If another process has it, or it can't be read or written.
    pub fn open(path: &Path) -> Result<Self, StockError> {
        let fails = |source| StockError::File {
            path: path.to_owned(),
            source,
        };
        let is_new = !path.exists();
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).read(true).write(true);
        let file = options.open(path).map_err(fails)?;
        try_lock(&file).map_err(|error| match error {
            LockError::Held { .. } => StockError::Held {
                path: path.to_owned(),
            },
            LockError::File(source) => fails(source),
        })?;
        if is_new {
            sync_folder(folder_of(path)).map_err(fails)?;
        }
        let mut takes = Self {
            path: path.to_owned(),
            file,
            end: 0,
            by_key: HashMap::new(),
            is_broken: false,
            mended: None,
        };
        takes.load()?;
        Ok(takes)
    }

    fn fails(&self, source: io::Error) -> StockError {
        StockError::File {
            path: self.path.clone(),
            source,
        }
    }

    fn load(&mut self) -> Result<(), StockError> {
        let length = self.file.metadata().map_err(|it| self.fails(it))?.len();
        let source = self.file.try_clone().map_err(|it| self.fails(it))?;
        let mut frames = FrameReader::new(BufReader::new(source));
        let damage = loop {
            match frames.read() {
                Ok(Some(frame)) => {
                    let (offset, kind) = (frame.offset, frame.kind);
                    let take: Option<Take> = serde_json::from_slice(frame.payload).ok();
                    let Some(take) = take.filter(|_| kind == TAKE) else {
                        let path = self.path.clone();
                        return Err(StockError::NoLog { path });
                    };
                    self.by_key.insert(digest(&take.client, &take.key), offset);
                }
                Ok(None) => break None,
                Err(FrameError::Read { source, .. }) => return Err(self.fails(source)),
                Err(error) => break Some(error),
            }
        };
        self.end = frames.offset();
        match damage {
            None => Ok(()),
            Some(_) if self.end == 0 && length >= frame::HEADER_BYTES as u64 => {
                let path = self.path.clone();
                Err(StockError::NoLog { path })
            }
            Some(error) => self.mend(&error),
        }
    }

    /// Cuts off what is not a take.
    fn mend(&mut self, error: &FrameError) -> Result<(), StockError> {
        if !matches!(error, FrameError::CutShort { .. }) {
            let aside = unused(&self.path, "damaged");
            std::fs::copy(&self.path, &aside).map_err(|it| self.fails(it))?;
            self.mended = Some(format!(
                "{}: {error}; the keys behind that are forgotten, their puzzles stay taken, and the file as it was is {}",
                self.path.display(),
                aside.display()
            ));
        }
        let cut = self.file.set_len(self.end);
        cut.and_then(|()| self.file.sync_all())
            .map_err(|it| self.fails(it))
    }

    /// Returns the puzzles that a key took.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn find(&self, client: &str, key: &str) -> Result<Option<Take>, StockError> {
        let Some(offset) = self.by_key.get(&digest(client, key)) else {
            return Ok(None);
        };
        let read = || -> io::Result<Option<Take>> {
            let mut file = &self.file;
            file.seek(SeekFrom::Start(*offset))?;
            let mut frames = FrameReader::new(BufReader::new(file));
            let frame = frames.read().map_err(io::Error::other)?;
            Ok(frame.and_then(|frame| serde_json::from_slice(frame.payload).ok()))
        };
        match read() {
            Ok(Some(take)) => Ok(Some(take)),
            Ok(None) => Err(self.fails(io::Error::from(io::ErrorKind::InvalidData))),
            Err(source) => Err(self.fails(source)),
        }
    }

    /// Appends takes and waits until they are safe from a power cut: all of them, or none.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn append(&mut self, takes: &[Take]) -> Result<(), StockError> {
        if self.is_broken {
            let told = "what it holds is not known: start again";
            return Err(self.fails(io::Error::other(told)));
        }
        let mut bytes = Vec::new();
        let mut places = Vec::with_capacity(takes.len());
        for take in takes {
            places.push((
                digest(&take.client, &take.key),
                self.end + bytes.len() as u64,
            ));
            let written = serde_json::to_vec(take).map_err(io::Error::other);
            written
                .and_then(|payload| frame::write_frame(&mut bytes, TAKE, 1, &payload))
                .map_err(|it| self.fails(it))?;
        }
        let mut file = &self.file;
        let written = file
            .seek(SeekFrom::Start(self.end))
            .and_then(|_| file.write_all(&bytes))
            .and_then(|()| file.sync_data());
        if let Err(source) = written {
            let taken_back = file.set_len(self.end).and_then(|()| file.sync_all());
            self.is_broken = taken_back.is_err();
            return Err(self.fails(source));
        }
        self.end += bytes.len() as u64;
        self.by_key.extend(places);
        Ok(())
    }
}

/// Groups the puzzles of a take by pack and level.
pub(super) fn lots(puzzles: impl Iterator<Item = (String, u8, u64, PuzzleId)>) -> Vec<Lot> {
    let mut lots: Vec<Lot> = Vec::new();
    for (pack, level, place, id) in puzzles {
        let (is_like_last, id) = match lots.last() {
            Some(last) => (last.pack == pack && last.level == level, id.to_string()),
            None => (false, id.to_string()),
        };
        if !is_like_last {
            lots.push(Lot {
                pack,
                level,
                places: Vec::new(),
                ids: Vec::new(),
            });
        }
        if let Some(last) = lots.last_mut() {
            last.places.push(place);
            last.ids.push(id);
        }
    }
    lots
}
