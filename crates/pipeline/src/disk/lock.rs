//! Locks on files, which the system releases when their holder ends, even by a kill.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The reason why a lock can't be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds it.
    #[error("process {holder} holds the lock")]
    Held {
        /// The number of that process, or `unknown`.
        holder: String,
    },
    /// The file of the lock can't be opened, written or locked.
    #[error(transparent)]
    File(#[from] io::Error),
}

impl LockError {
    /// Returns whether the file system has no locks, as NFS without its lock service has none.
    pub fn is_unsupported(&self) -> bool {
        // ENOLCK, which has no kind of its own in the standard library.
        let no_locks = if cfg!(target_os = "linux") { 37 } else { 77 };
        matches!(self, Self::File(error) if error.kind() == io::ErrorKind::Unsupported
            || cfg!(unix) && error.raw_os_error() == Some(no_locks))
    }
}

/// The time to wait for another process to leave a lock.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes a lock by `take`, for two seconds again and again while another process holds it: one that was
/// killed, or that this one is just starting, may hold it for a moment.
///
/// # Errors
/// Those of the last try.
pub fn with_patience<T>(take: impl Fn() -> Result<T, LockError>) -> Result<T, LockError> {
    let until = Instant::now() + PATIENCE;
    loop {
        match take() {
            Err(LockError::Held { .. }) if Instant::now() < until => thread::sleep(PAUSE),
            taken => return taken,
        }
    }
}

/// A locked file, unlocked when it is dropped.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Locks the file at `path`, made if need be, for this process alone, and writes the number of the
    /// process into it.
    ///
    /// # Errors
    /// If another process holds it, or the file can't be made.
    pub fn exclusive(path: &Path) -> Result<Self, LockError> {
        loop {
            let mut file = open(path)?;
            if let Err(error) = try_lock(&file) {
                return Err(named(error, &mut file));
            }
            if sign(&mut file, path)? {
                return Ok(Self { _file: file });
            }
        }
    }

    /// Locks the file at `path`, made if need be, together with other processes.
    ///
    /// # Errors
    /// If another process holds it alone, or the file can't be made.
    pub fn shared(path: &Path) -> Result<Self, LockError> {
        let mut file = open(path)?;
        match refused(file.try_lock_shared()) {
            Ok(()) => Ok(Self { _file: file }),
            Err(error) => Err(named(error, &mut file)),
        }
    }
}

/// A folder in which one process works: it holds the lock on a file in it.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    _held: FileLock,
}

impl FolderLock {
    /// Makes the folder if need be, and locks it for this process.
    ///
    /// # Errors
    /// If another process holds it, or it can't be made.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        loop {
            fs::create_dir_all(folder)?;
            match FileLock::exclusive(&folder.join("lock")) {
                Ok(held) => {
                    return Ok(Self {
                        folder: folder.to_owned(),
                        _held: held,
                    });
                }
                // A process that has just ended took its folder away.
                Err(LockError::File(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Deletes the folder and all that is in it, and with it the lock.
    pub fn clear(self) {
        // What can't be deleted is found and cleared by the next process.
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Locks an open file for this process alone.
///
/// # Errors
/// If another process holds it, or the file system has no locks.
pub fn try_lock(file: &File) -> Result<(), LockError> {
    refused(file.try_lock())
}

fn refused(locked: Result<(), TryLockError>) -> Result<(), LockError> {
    locked.map_err(|error| match error {
        TryLockError::WouldBlock => LockError::Held {
            holder: "unknown".to_owned(),
        },
        TryLockError::Error(error) => LockError::File(error),
    })
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).read(true).write(true);
    options.open(path)
}

/// Writes who holds the lock into the file. Returns whether it is still the file that others would
/// open: a process that ended in between may have deleted it.
fn sign(file: &mut File, path: &Path) -> io::Result<bool> {
    // Process numbers repeat across containers; the second word doesn't.
    let nonce = super::entropy()?;
    let name = format!("{} {nonce:016x}", std::process::id());
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(name.as_bytes())?;
    match fs::read_to_string(path) {
        Ok(found) => Ok(found == name),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Adds the holder, whose number is in the file, to an error.
fn named(error: LockError, file: &mut File) -> LockError {
    let mut name = String::new();
    let read = file.read_to_string(&mut name);
    let process = name.split(' ').next().unwrap_or_default();
    match (error, read) {
        (LockError::Held { .. }, Ok(_)) if !process.is_empty() => LockError::Held {
            holder: process.to_owned(),
        },
        (error, _) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn no_locks_available_is_no_support() {
        let error = |code| LockError::File(io::Error::from_raw_os_error(code));
        assert!(error(37).to_string().contains("No locks available"));
        assert!(error(37).is_unsupported());
        assert!(!error(13).is_unsupported());
    }
}
