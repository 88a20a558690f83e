//! The storage of a run's plan and shards, in a folder that all machines can reach or in an object store. It has
//! only six operations, which are possible in either.
//!
//! No operation is a conditional write (one that fails if the file exists). Of three object stores that were
//! tried, only one has them. Shards are named after their content, so a shard that is written twice is still one
//! file.

use super::SHARDS;
use crate::disk::{AtomicFile, OverwritePolicy, Staging, create_folders, folder_of, sync_folder};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;

/// A store for the files of a run. The names of files are relative, with `/` between folders.
pub trait Store {
    /// Calls `visit` with the name of each file in a folder, in any order and without the folder's name. The names are
    /// passed one by one, so that a million names need not be in memory. A folder that doesn't exist has no files. If
    /// the storage fails, `visit` may already have been called for some names, and a repeated request calls it for them
    /// again.
    ///
    /// # Errors
    /// If the storage fails.
    fn list(&self, folder: &str, visit: &mut dyn FnMut(&str)) -> io::Result<()>;

    /// Opens a file at its first byte.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if no file has this name; other errors if the storage fails.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read>>;

    /// Creates an empty local file for work that will be published: the file of the shard with the index `work`, or of
    /// the plan if `work` is `plan`. The file is removed if it is not published. Files for the same work that were left
    /// behind by killed processes are removed, too.
    ///
    /// # Errors
    /// If no file can be created.
    fn aside(&self, work: &str) -> io::Result<AtomicFile>;

    /// Deletes the local files that [`aside`](Store::aside) created for `work` in processes that were killed.
    fn clear(&self, work: &str);

    /// Publishes a file that [`aside`](Store::aside) created. In one step, the file gets the name `name` and replaces
    /// any file that has this name. A failed call can be repeated.
    ///
    /// # Errors
    /// If the storage fails. Then the old file with this name remains.
    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()>;

    /// Returns the name of a file or folder in the form that messages show to people.
    fn place(&self, name: &str) -> String;
}

/// A store in a folder of a file system.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// Returns a store in this folder, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }
}

impl Store for Folder {
    fn list(&self, folder: &str, visit: &mut dyn FnMut(&str)) -> io::Result<()> {
        let entries = match fs::read_dir(self.0.join(folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            if let Some(name) = entry?.file_name().to_str() {
                visit(name);
            }
        }
        Ok(())
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(File::open(self.0.join(name))?))
    }

    /// Creates an empty file in the folder of the shards, so that the finished file can be published by renaming.
    fn aside(&self, work: &str) -> io::Result<AtomicFile> {
        let folder = self.0.join(SHARDS);
        create_folders(&folder)?;
        AtomicFile::new(Staging::of(&folder, work)?)
    }

    fn clear(&self, work: &str) {
        Staging::clear(&self.0.join(SHARDS), work);
    }

    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()> {
        let path = self.0.join(name);
        create_folders(folder_of(&path))?;
        match file.place(&path, OverwritePolicy::Replace) {
            // An earlier attempt renamed the file, although the storage reported a failure.
            Err(_) if !file.path().exists() && path.exists() => sync_folder(folder_of(&path)),
            placed => placed,
        }
    }

    fn place(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}
