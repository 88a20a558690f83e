//! Writes one file completely or not at all.

use super::staging::{OverwritePolicy, Staging, place};
use super::{folder_of, sync_folder};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file being written, which is deleted when the value is dropped, unless [`AtomicFile::place`] has renamed the
/// file.
#[derive(Debug)]
pub struct AtomicFile {
    staging: Staging,
    file: File,
}

/// The name of every unfinished file in its staging folder.
const NAME: &str = "file";

impl AtomicFile {
    /// Creates a file in this staging folder. [`AtomicFile::place`] moves the file out of the folder.
    ///
    /// # Errors
    /// If the file can't be created.
    pub fn new(staging: Staging) -> io::Result<Self> {
        let mut options = File::options();
        options.create_new(true).read(true).write(true);
        let file = options.open(staging.path(NAME))?;
        Ok(Self { staging, file })
    }

    /// Returns the path of the unfinished file.
    pub fn path(&self) -> PathBuf {
        self.staging.path(NAME)
    }

    /// Syncs the file, renames it to `target`, and syncs the target's folder. If the file can't be synced or renamed,
    /// the call can be repeated.
    ///
    /// # Errors
    /// If the file can't be synced or renamed, or the folder can't be synced.
    pub fn place(&self, target: &Path, policy: OverwritePolicy) -> io::Result<()> {
        self.file.sync_all()?;
        place(&self.path(), target, policy)?;
        sync_folder(folder_of(target))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file in a staging folder and renames it to `path`, which replaces an old file in one step. A reader sees
/// either the complete old file or the complete new file.
///
/// # Errors
/// If the file can't be written; the old file then remains. Also if the folder can't be synced after the renaming.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::new(Staging::new(folder_of(path))?)?;
    file.write_all(bytes)?;
    file.place(path, OverwritePolicy::Replace)
}
