//! Locks files. The operating system releases a lock when its process ends, even if the process is killed.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The reason why a lock can't be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds the lock.
    #[error("process {holder} holds the lock")]
    Held {
        /// The process number of the holder, or `unknown`.
        holder: String,
    },
    /// The lock file can't be opened, written or locked.
    #[error(transparent)]
    File(#[from] io::Error),
}

impl LockError {
    /// Returns whether the error means that the file system, such as NFS without its lock service, supports no locks.
    pub fn is_unsupported(&self) -> bool {
        // ENOLCK, which has no `ErrorKind` in the standard library.
        let no_locks = if cfg!(target_os = "linux") { 37 } else { 77 };
        matches!(self, Self::File(error) if error.kind() == io::ErrorKind::Unsupported
            || cfg!(unix) && error.raw_os_error() == Some(no_locks))
    }
}

/// The maximum time that a process waits for another process to release a lock.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two tries to take a lock.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes a lock with `take`, and retries for two seconds while another process holds the lock. A process that was just
/// killed, or a child process that is just starting, may hold the lock for a moment.
///
/// # Errors
/// The error of the last try.
pub fn with_patience<T>(take: impl Fn() -> Result<T, LockError>) -> Result<T, LockError> {
    let until = Instant::now() + PATIENCE;
    loop {
        match take() {
            Err(LockError::Held { .. }) if Instant::now() < until => thread::sleep(PAUSE),
            taken => return taken,
        }
    }
}

/// A locked file, unlocked when this value is dropped.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Locks the file at `path`, created if missing, for this process alone, and writes the process number into it.
    ///
    /// # Errors
    /// If another process holds the lock, or the file can't be created.
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

    /// Takes a shared lock on the file at `path`, created if missing. Other processes can share this lock.
    ///
    /// # Errors
    /// If another process holds an exclusive lock, or the file can't be created.
    pub fn shared(path: &Path) -> Result<Self, LockError> {
        let mut file = open(path)?;
        match refused(file.try_lock_shared()) {
            Ok(()) => Ok(Self { _file: file }),
            Err(error) => Err(named(error, &mut file)),
        }
    }
}

/// A folder in which only this process works, since the process holds a lock on a file in the folder.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    _held: FileLock,
}

impl FolderLock {
    /// Creates the folder if missing, and locks it for this process.
    ///
    /// # Errors
    /// If another process holds the lock, or the folder or its lock file can't be created.
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
                // A process that has just ended deleted its folder.
                Err(LockError::File(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Deletes the folder with its contents, including the lock file.
    pub fn clear(self) {
        // The next process finds and clears what can't be deleted.
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Locks an open file for this process alone.
///
/// # Errors
/// If another process holds the lock, or the file system has no locks.
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

/// Writes the process number of the lock's holder into the file. Returns whether `path` still names this file: the
/// previous holder may have deleted the file when it ended.
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

/// Adds the holder of the lock to an error; the holder's process number is read from the file.
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
