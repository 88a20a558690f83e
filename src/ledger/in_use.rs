//! A lock that is shared by all who have a ledger open, and held alone by who puts another in its
//! place: SQLite's own locks end with the file that is replaced.

use super::error::LedgerError;
use super::schema::{file_error, with_ending};
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

/// Held until it is dropped.
#[derive(Debug)]
pub(super) struct InUse {
    /// None in a folder where nothing can be written; SQLite says what that means.
    _file: Option<File>,
}

impl InUse {
    /// Together with others.
    ///
    /// # Errors
    /// If one has it alone, or the lock can't be had.
    pub(super) fn shared(path: &Path) -> Result<Self, LedgerError> {
        Self::take(path, File::try_lock_shared)
    }

    /// Alone.
    ///
    /// # Errors
    /// If others have it, or the lock can't be had.
    pub(super) fn alone(path: &Path) -> Result<Self, LedgerError> {
        Self::take(path, File::try_lock)
    }

    fn take(
        path: &Path,
        lock: impl FnOnce(&File) -> Result<(), TryLockError>,
    ) -> Result<Self, LedgerError> {
        let name = with_ending(path, ".lock");
        let mut options = File::options();
        let file = options.create(true).truncate(false).write(true).open(&name);
        let file = match file {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                return Ok(Self { _file: None });
            }
            Err(error) => return Err(file_error(&name, error)),
        };
        match lock(&file) {
            Ok(()) => Ok(Self { _file: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(LedgerError::Busy {
                path: path.to_owned(),
            }),
            Err(TryLockError::Error(error)) => Err(file_error(&name, error)),
        }
    }
}
