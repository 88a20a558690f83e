//! The lock of a ledger: shared by all who have it open, and held alone by the one who replaces its
//! file, since SQLite's own locks end with the file that is replaced.

use super::error::{LedgerError, file_error};
use super::paths::with_ending;
use crate::disk::{FileLock, LockError};
use std::io::ErrorKind;
use std::path::Path;

/// The lock, held until it is dropped.
#[derive(Debug)]
pub(super) struct InUse {
    /// `None` in a folder where nothing can be written; SQLite reports that.
    _held: Option<FileLock>,
}

impl InUse {
    /// Takes the lock together with others.
    ///
    /// # Errors
    /// If one has it alone, or the lock can't be had.
    pub(super) fn shared(path: &Path) -> Result<Self, LedgerError> {
        Self::take(path, FileLock::shared)
    }

    /// Takes the lock alone.
    ///
    /// # Errors
    /// If others have it, or the lock can't be had.
    pub(super) fn alone(path: &Path) -> Result<Self, LedgerError> {
        Self::take(path, FileLock::exclusive)
    }

    fn take(
        path: &Path,
        lock: impl FnOnce(&Path) -> Result<FileLock, LockError>,
    ) -> Result<Self, LedgerError> {
        let name = with_ending(path, ".lock");
        match lock(&name) {
            Ok(held) => Ok(Self { _held: Some(held) }),
            Err(LockError::Held { .. }) => Err(LedgerError::Busy {
                path: path.to_owned(),
            }),
            Err(LockError::File(error)) if error.kind() == ErrorKind::PermissionDenied => {
                Ok(Self { _held: None })
            }
            Err(LockError::File(error)) => Err(file_error(&name, error)),
        }
    }
}
