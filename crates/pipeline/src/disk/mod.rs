//! Writes files that survive kills and power cuts.
//!
//! All modules that keep files use these functions to write a file atomically, to lock a file, and to name
//! unfinished files.
//!
//! A file is written into a [`Staging`] folder next to its target, synced, and renamed to the target. Then the
//! target's folder is synced. The order of these steps follows T. S. Pillai et al., "All File Systems Are Not
//! Created Equal", OSDI 2014.
//!
//! A process locks a file in its staging folder. The system releases the lock when the process ends, even if it is
//! killed. So a later process with the same task recognizes the folder of a dead process, and deletes it.

mod atomic;
mod lock;
mod staging;
mod stream;

pub use atomic::{AtomicFile, write};
pub use lock::{FileLock, FolderLock, LockError, try_lock, with_patience};
pub use staging::{OverwritePolicy, Staging, place};
pub use stream::{is_stdout, is_stream, resolved};

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Draws 64 bits from the system's entropy.
///
/// # Errors
/// If the system can't supply random bytes.
pub fn entropy() -> io::Result<u64> {
    #[cfg(not(target_family = "wasm"))]
    {
        getrandom::u64().map_err(io::Error::other)
    }
    #[cfg(target_family = "wasm")]
    {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Waits until the file names in a folder are on the disk and safe from a power cut.
///
/// # Errors
/// If the folder can't be opened or synced.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    // Only Unix opens folders as files; elsewhere names are safe by other means.
    if cfg!(unix) {
        File::open(path)?.sync_all()?;
    }
    Ok(())
}

/// Creates a folder and the folders above it, if they are missing. The names of new folders are on the disk and safe
/// from a power cut when the function returns.
///
/// # Errors
/// If a folder can't be created or synced, or a file already has the folder's name.
pub fn create_folders(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    let above = folder_of(path);
    create_folders(above)?;
    match fs::create_dir(path) {
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
        created => created?,
    }
    sync_folder(above)
}

/// Returns whether both paths name the same existing file; always `false` on systems other than Unix.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let found = |path: &Path| path.metadata().ok().map(|it| (it.dev(), it.ino()));
        found(one).is_some() && found(one) == found(other)
    }
    #[cfg(not(unix))]
    {
        let _ = (one, other);
        false
    }
}

/// Appends a suffix to a path, as in `ledger.sqlite-wal`.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Returns the folder that holds a file; `.` if the path is only a file name.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
