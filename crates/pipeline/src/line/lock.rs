//! The lock of a run's folder, for one run at a time, which the system releases when its holder
//! dies.

use super::error::LineError;
use crate::disk::{FileLock, LockError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const FILE: &str = "lock";

/// The lock on the folder of an unfinished run.
#[derive(Debug)]
pub struct Lock {
    folder: PathBuf,
    _held: FileLock,
}

impl Lock {
    /// Makes the folder if need be, and locks it for this process.
    ///
    /// # Errors
    /// [`LineError::Locked`] with the holder if another process has it; [`LineError::Folder`] if
    /// the folder can't be written.
    pub fn take(folder: &Path) -> Result<Self, LineError> {
        let fails = |source| LineError::Folder {
            path: folder.to_owned(),
            source,
        };
        // Through a link, a run would leave its files in another user's folder.
        if folder.is_symlink() {
            return Err(LineError::InTheWay {
                path: folder.to_owned(),
            });
        }
        loop {
            fs::create_dir_all(folder).map_err(fails)?;
            let path = folder.join(FILE);
            match FileLock::exclusive(&path) {
                Ok(held) => {
                    return Ok(Self {
                        folder: folder.to_owned(),
                        _held: held,
                    });
                }
                Err(LockError::Held { holder }) => {
                    return Err(LineError::Locked {
                        path: folder.to_owned(),
                        holder,
                    });
                }
                // A run that has just ended took its folder away.
                Err(LockError::File(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(LockError::File(error)) => return Err(fails(error)),
            }
        }
    }

    /// Deletes the folder and all that is in it, and with it the lock.
    pub fn clear(self) {
        // What can't be deleted is found and cleared by the next run of the job.
        drop(fs::remove_dir_all(&self.folder));
    }
}
