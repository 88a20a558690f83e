//! Where a run's plan and shards lie: four things are asked of a storage, which a folder that all
//! machines see can do, and a store of objects too.
//!
//! Nothing rests on conditional writes, which of three object stores that were tried one did: shards
//! are named after their content, so that writing one twice is writing it once.

use super::SHARDS;
use crate::disk::{AtomicFile, Existing, Staging, folder_of, sync_folder};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;

/// What is asked of a storage. Names are relative, with `/` between folders.
pub trait Store {
    /// The names of the files in a folder, without the folder, in any order; none of a folder that
    /// isn't there.
    ///
    /// # Errors
    /// If the storage fails.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;

    /// A file's bytes from the first one on.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is none of this name, or the storage fails.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read>>;

    /// Makes an empty local file for what will be published: a shard's index, or `plan`. It vanishes
    /// if it isn't, and so do those that dead processes left when they did the same work.
    ///
    /// # Errors
    /// If none can be made.
    fn aside(&self, work: &str) -> io::Result<AtomicFile>;

    /// Deletes what dead processes left when they did this work.
    fn clear(&self, work: &str);

    /// Publishes a file that was made [aside](Store::aside) under a name, all at once, in the place
    /// of whatever has it. If that fails, it can be tried again.
    ///
    /// # Errors
    /// If the storage fails. Then the name stands for what it stood for.
    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()>;

    /// What people call the file.
    fn place(&self, name: &str) -> String;
}

/// A folder.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// This folder, which need not be there yet.
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

    /// Beside the shards, so that publishing is renaming.
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
        match file.place(&path, Existing::Replace) {
            // Renamed before, by an attempt of which the storage said that it failed.
            Err(_) if !file.path().exists() && path.exists() => sync_folder(folder_of(&path)),
            placed => placed,
        }
    }

    fn place(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}
