//! Reads a finished pack: its manifest, and the records of each level as a stream.
//!
//! The size of a level's file is compared with the manifest before the first record is returned. The BLAKE3 hash
//! is compared after the last record. So a replaced file gives an error, even if it is intact.
//! [`Records::prove_rest`] compares the hash for callers that need no further records.

use super::error::{FileDifference, ManifestProblem, PackError};
use super::frame::FrameError;
use super::hashed::HashingReader;
use super::manifest::{FileEntry, Manifest, pack_file, seal_of};
use super::missing::no_such_pack;
use super::records::RecordReader;
use super::writer::MANIFEST_FILE;
use crate::bucket::Level;
use crate::record::{LayoutRecord, PackedPuzzle, Record, RecordVersion};
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// The maximum size of a manifest in bytes; real manifests have a few thousand bytes.
const LONGEST_MANIFEST: u64 = 1 << 20;
/// The number of bytes read at a time. BLAKE3 hashes pieces of this size with the processor's widest instructions.
const BUFFER: usize = 1 << 16;

/// A finished pack, opened for reading.
///
/// ```no_run
/// use factory_pipeline::pack::Pack;
/// use sudoku_engine::bucket::Level;
/// let pack = Pack::open("output/monday".as_ref())?;
/// for record in pack.records(Level::HARD)? {
///     println!("{}", record?.puzzle);
/// }
/// # Ok::<(), factory_pipeline::pack::PackError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    folder: PathBuf,
    manifest: Manifest,
    seal: String,
}

impl Pack {
    /// Opens a pack of 9×9 puzzles in this folder. Only the manifest is read, and its seal is checked.
    ///
    /// # Errors
    /// If the manifest is missing, has changed since it was written, or has a format that this program can't read,
    /// or if the pack is of another layout.
    pub fn open(folder: &Path) -> Result<Self, PackError> {
        let pack = Self::open_any(folder)?;
        match pack.manifest.job.layout {
            None => Ok(pack),
            Some(layout) => Err(PackError::Layout {
                path: folder.to_owned(),
                layout,
            }),
        }
    }

    /// Opens a pack of any layout in this folder. Only the manifest is read, and its seal is checked.
    ///
    /// # Errors
    /// If the manifest is missing, has changed since it was written, or has a format that this program can't read.
    pub fn open_any(folder: &Path) -> Result<Self, PackError> {
        let path = folder.join(MANIFEST_FILE);
        let file = open_file(&path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory if folder.exists() => {
                PackError::NoPack {
                    path: folder.to_owned(),
                }
            }
            io::ErrorKind::NotFound => no_such_pack(folder),
            _ => unreadable(&path, source),
        })?;
        let mut text = Vec::new();
        file.take(LONGEST_MANIFEST + 1)
            .read_to_end(&mut text)
            .map_err(|source| unreadable(&path, source))?;
        let manifest = if text.len() as u64 > LONGEST_MANIFEST {
            Err(ManifestProblem::TooLong)
        } else {
            Manifest::from_text(&text)
        };
        Ok(Self {
            folder: folder.to_owned(),
            manifest: manifest.map_err(|problem| PackError::Manifest { path, problem })?,
            seal: seal_of(&text),
        })
    }

    /// Returns the manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the seal of the manifest, 64 hexadecimal digits. The seal is a hash of the manifest, which contains the
    /// hashes of the pack's files.
    pub fn seal(&self) -> &str {
        &self.seal
    }

    /// Returns the folder of the pack.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the records of a level, in the order of their numbers. If the file's BLAKE3 hash differs from the hash
    /// in the manifest, the last item is an error.
    ///
    /// # Errors
    /// If the level's file can't be opened, or its size differs from the size in the manifest.
    pub fn records(&self, level: Level) -> Result<Records, PackError> {
        let path = self.path_of(level);
        let entry = self.entry_of(level)?;
        let file = open_file(&path).map_err(|source| unreadable(&path, source))?;
        let mut records = Records::within(path, file, 0, self.manifest.record_version());
        let file = records.reader.source().get_ref().source();
        check_size(&records.path, file, entry)?;
        records.listed = Some(entry.blake3.clone());
        Ok(records)
    }

    /// Returns the records of a level in a pack of a layout other than 9×9, in the same way as [`Pack::records`].
    ///
    /// # Errors
    /// The errors of [`Pack::records`].
    pub fn layout_records(
        &self,
        level: Level,
    ) -> Result<impl Iterator<Item = Result<LayoutRecord, PackError>> + use<>, PackError> {
        let mut records = self.records(level)?;
        Ok(std::iter::from_fn(move || records.next_of()))
    }

    /// Returns the path of a level's file of records.
    pub(super) fn path_of(&self, level: Level) -> PathBuf {
        let file = pack_file(&self.manifest.job.scheme, level);
        self.folder.join(file)
    }

    /// Returns the manifest's entry for a level's file of records.
    pub(super) fn entry_of(&self, level: Level) -> Result<&FileEntry, PackError> {
        let name = pack_file(&self.manifest.job.scheme, level);
        let mut files = self.manifest.files.iter();
        let entry = files.find(|entry| entry.name == name);
        entry.ok_or_else(|| differs(&self.path_of(level), FileDifference::Unlisted))
    }
}

/// Checks that a file has the size that the manifest lists.
pub(super) fn check_size(path: &Path, file: &File, entry: &FileEntry) -> Result<(), PackError> {
    let metadata = file.metadata().map_err(|source| unreadable(path, source))?;
    let (listed, found) = (entry.bytes, metadata.len());
    if listed == found {
        Ok(())
    } else {
        Err(differs(path, FileDifference::Size { listed, found }))
    }
}

fn differs(path: &Path, difference: FileDifference) -> PackError {
    PackError::Differs {
        path: path.to_owned(),
        difference,
    }
}

/// The records of one file. An invalid record yields an error, and reading continues with the next record; any other
/// error is the last item.
#[derive(Debug)]
pub struct Records {
    pub(super) path: PathBuf,
    pub(super) reader: RecordReader<BufReader<HashingReader<File>>>,
    /// The BLAKE3 hash that the manifest lists for the file; `None` if there is no manifest, or if no comparison is
    /// needed any more.
    listed: Option<String>,
}

impl Records {
    /// Opens a `.pack` file of 9×9 records in any folder. No manifest is read, since the frames of the file have
    /// checksums.
    ///
    /// # Errors
    /// If the file can't be opened.
    pub fn open(path: PathBuf) -> Result<Self, PackError> {
        let file = open_file(&path).map_err(|source| unreadable(&path, source))?;
        Ok(Self {
            path,
            reader: RecordReader::new(buffered(file)),
            listed: None,
        })
    }

    /// Returns the records of an open file, all of the version `version`. The file's current position is the beginning
    /// of frame number `frame`, counted from 0.
    pub(super) fn within(path: PathBuf, file: File, frame: u64, version: RecordVersion) -> Self {
        Self {
            path,
            reader: RecordReader::from_frame(buffered(file), frame, version),
            listed: None,
        }
    }

    /// Reads the rest of the file and compares the file's BLAKE3 hash with the hash in the manifest.
    ///
    /// # Errors
    /// If the file has changed since it was written.
    pub fn prove_rest(mut self) -> Result<(), PackError> {
        while let Some(bytes) = self.reader.next_bytes() {
            bytes.map_err(|problem| frame_fault(&self.path, problem))?;
        }
        self.compare_hash()
    }

    /// Compares the hash of the file, which has been read to its end, with the hash in the manifest. A second call
    /// compares nothing.
    pub(super) fn compare_hash(&mut self) -> Result<(), PackError> {
        let hash = || self.reader.source().get_ref().hash().to_string();
        match self.listed.take() {
            Some(listed) if listed != hash() => Err(differs(&self.path, FileDifference::Hash)),
            _ => Ok(()),
        }
    }
}

impl Iterator for Records {
    type Item = Result<Record, PackError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_of()
    }
}

impl Records {
    /// Opens a `.pack` file in any folder. All its records must have the version `version`.
    ///
    /// # Errors
    /// If the file can't be opened.
    pub fn open_version(path: PathBuf, version: RecordVersion) -> Result<Self, PackError> {
        let file = open_file(&path).map_err(|source| unreadable(&path, source))?;
        Ok(Self::within(path, file, 0, version))
    }

    /// Returns the next record, of 9×9 or another layout; `None` at the end of the file. If the file's hash differs
    /// from the hash in the manifest, returns one error before `None`.
    pub fn next_of<T: PackedPuzzle>(&mut self) -> Option<Result<T, PackError>> {
        match self.reader.next_of() {
            Some(record) => Some(record.map_err(|problem| {
                // The error of a frame is the last item, so the file needs no further check.
                if !matches!(problem, FrameError::Record { .. }) {
                    self.listed = None;
                }
                frame_fault(&self.path, problem)
            })),
            None => self.compare_hash().err().map(Err),
        }
    }
}

fn buffered(file: File) -> BufReader<HashingReader<File>> {
    BufReader::with_capacity(BUFFER, HashingReader::new(file))
}

/// Wraps a problem with the frames of a file as an error of the pack.
pub(super) fn frame_fault(path: &Path, problem: FrameError) -> PackError {
    match problem {
        FrameError::Read { source, .. } => unreadable(path, source),
        problem => PackError::Frame {
            path: path.to_owned(),
            problem,
        },
    }
}

/// Opens a regular file for reading. Refuses all other kinds of files: opening a pipe, for example, would wait for a
/// writer.
pub fn open_file(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a file",
        ))
    }
}

pub(super) fn unreadable(path: &Path, source: io::Error) -> PackError {
    PackError::Read {
        path: path.to_owned(),
        source,
    }
}
