//! The storage of a run's plan and shards, which is used in six ways that both a folder that all
//! machines see and an object store can serve.
//!
//! Conditional writes are not needed: of three object stores that were tried only one has them. Shards are
//! named after their content, so a shard that is written twice is still one file.

use super::SHARDS;
use crate::disk::{AtomicFile, OverwritePolicy, Staging, folder_of, sync_folder};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;

/// A storage. Names are relative, with `/` between folders.
pub trait Store {
    /// Returns the names of the files in a folder, without the folder, in any order; no names if
    /// the folder isn't there.
    ///
    /// # Errors
    /// If the storage fails.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;

    /// Opens a file at its first byte.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is none of this name, or the storage fails.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read>>;

    /// Makes an empty local file for what will be published: a shard's index, or `plan`. The file
    /// is removed if it is not published, and so are files that killed processes left when they did
    /// the same work.
    ///
    /// # Errors
    /// If none can be made.
    fn aside(&self, work: &str) -> io::Result<AtomicFile>;

    /// Deletes what killed processes left when they did this work.
    fn clear(&self, work: &str);

    /// Publishes a file that was made [aside](Store::aside) under a name, all at once, and replaces
    /// what has the name. If that fails, it can be tried again.
    ///
    /// # Errors
    /// If the storage fails. Then the name has the file that it had before.
    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()>;

    /// Returns the file's name for people.
    fn place(&self, name: &str) -> String;
}

/// A storage in a folder.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// Returns a storage in this folder, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }
}

impl Store for Folder {
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(self.0.join(folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().into_string().ok());
        entries
            .filter_map(|entry| name(entry).transpose())
            .collect()
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(File::open(self.0.join(name))?))
    }

    /// Makes the file beside the shards, so that publishing is renaming.
    fn aside(&self, work: &str) -> io::Result<AtomicFile> {
        let folder = self.0.join(SHARDS);
        fs::create_dir_all(&folder)?;
        AtomicFile::new(Staging::of(&folder, work)?)
    }

    fn clear(&self, work: &str) {
        Staging::clear(&self.0.join(SHARDS), work);
    }

    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()> {
        let path = self.0.join(name);
        match file.place(&path, OverwritePolicy::Replace) {
            // Renamed before, by an attempt of which the storage said that it failed.
            Err(_) if !file.path().exists() && path.exists() => sync_folder(folder_of(&path)),
            placed => placed,
        }
    }

    fn place(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}
