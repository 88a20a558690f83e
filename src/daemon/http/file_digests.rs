//! Keeps the digests of files, so that an unchanged file need not be read again for each request. A digest is
//! computed again when the file has changed. It shows whether the file still has the bytes that its entity tag
//! promises.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The maximum number of files whose digests are kept.
const MOST_KEPT: usize = 4096;

/// The version of a file: its length in bytes, the time of its last change, and its digest.
type Version = (u64, Option<SystemTime>, String);

/// The digests of files, by their paths.
#[derive(Debug, Default)]
pub struct FileDigests(Mutex<HashMap<PathBuf, Version>>);

impl FileDigests {
    /// Returns the BLAKE3 digest of an open file, in hexadecimal digits. `about` is the file's metadata. The file is
    /// read only if its length or the time of its last change differs from the last call for `path`.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn of(&self, path: &Path, file: &mut File, about: &Metadata) -> io::Result<String> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (length, changed) = (about.len(), about.modified().ok());
        if let Some((_, _, digest)) = kept()
            .get(path)
            .filter(|it| it.0 == length && it.1 == changed && changed.is_some())
        {
            return Ok(digest.clone());
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(&mut *file)?;
        let digest = hasher.finalize().to_hex().to_string();
        let mut kept = kept();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(path.to_owned(), (length, changed, digest.clone()));
        Ok(digest)
    }
}
