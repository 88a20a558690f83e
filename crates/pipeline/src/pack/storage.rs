//! Defines the file system operations that writing a pack needs, so that a test can replace the disk with one that is
//! full.

use crate::disk;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// A file system for writing packs.
pub trait Storage {
    /// A file opened for writing.
    type File: Write;

    /// Creates a folder in an existing folder.
    ///
    /// # Errors
    /// If the folder already exists, or can't be created.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates an empty file.
    ///
    /// # Errors
    /// If the file already exists, or can't be created.
    fn create_file(&self, path: &Path) -> io::Result<Self::File>;

    /// Waits until the bytes of a file are on the disk and safe from a power cut.
    ///
    /// # Errors
    /// If the system reports that the bytes can't be made safe.
    fn sync_file(&self, file: &Self::File) -> io::Result<()>;

    /// Waits until the file names in a folder are on the disk and safe from a power cut.
    ///
    /// # Errors
    /// If the system reports that the names can't be made safe.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// Renames a folder in one step.
    ///
    /// # Errors
    /// If a file, or a folder that is not empty, already has the new name, or the folder can't be renamed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
}

/// The real file system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Storage for Disk {
    type File = File;

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn create_file(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    fn sync_file(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        disk::sync_folder(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }
}
