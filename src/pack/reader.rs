//! Reads a finished pack: its manifest, and the records of each level as a stream.

use super::error::{ManifestProblem, PackError};
use super::frame::FrameError;
use super::manifest::{Manifest, pack_file, seal_of};
use super::record::Record;
use super::records::RecordReader;
use super::writer::MANIFEST_FILE;
use crate::bucket::Level;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// No manifest is longer: ten files and a job fill a few thousand bytes.
const LONGEST_MANIFEST: u64 = 1 << 20;

/// A finished pack.
///
/// ```no_run
/// use sudoku_factory::{bucket::Level, pack::Pack};
/// let pack = Pack::open("output/monday".as_ref())?;
/// for record in pack.records(Level::HARD)? {
///     println!("{}", record?.puzzle);
/// }
/// # Ok::<(), sudoku_factory::pack::PackError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    folder: PathBuf,
    manifest: Manifest,
    seal: String,
}

impl Pack {
    /// Opens the pack in this folder. Only the manifest is read, and its seal proven.
    ///
    /// # Errors
    /// If there is no manifest, or it is not as it was written.
    pub fn open(folder: &Path) -> Result<Self, PackError> {
        let path = folder.join(MANIFEST_FILE);
        let file = open_file(&path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory if folder.exists() => {
                PackError::NoPack {
                    path: folder.to_owned(),
                }
            }
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

    /// What was asked and what was made.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The seal of the manifest, 64 hexadecimal digits: it proves the whole pack.
    pub fn seal(&self) -> &str {
        &self.seal
    }

    /// Where the pack lies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The records of a level, in the order of their numbers.
    ///
    /// # Errors
    /// If the level's file can't be opened.
    pub fn records(&self, level: Level) -> Result<Records, PackError> {
        Records::open(
            self.folder
                .join(pack_file(&self.manifest.job.scheme, level)),
        )
    }
}

/// The records of one file. A record that isn't one is an error and the next one follows; any
/// other error is the last item.
#[derive(Debug)]
pub struct Records {
    pub(super) path: PathBuf,
    pub(super) reader: RecordReader<BufReader<File>>,
}

impl Records {
    /// Opens a `.pack` file, wherever it lies.
    ///
    /// # Errors
    /// If it can't be opened.
    pub fn open(path: PathBuf) -> Result<Self, PackError> {
        let file = open_file(&path).map_err(|source| unreadable(&path, source))?;
        Ok(Self {
            path,
            reader: RecordReader::new(BufReader::new(file)),
        })
    }
}

impl Iterator for Records {
    type Item = Result<Record, PackError>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.reader.next()?;
        Some(record.map_err(|problem| told(&self.path, problem)))
    }
}

/// What is wrong with a file's frames.
pub(super) fn told(path: &Path, problem: FrameError) -> PackError {
    match problem {
        FrameError::Read { source, .. } => unreadable(path, source),
        problem => PackError::Frame {
            path: path.to_owned(),
            problem,
        },
    }
}

/// Opens a plain file and nothing else: to open a pipe would be to wait for a writer.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
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
