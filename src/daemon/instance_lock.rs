//! The daemon's own folder in the output folder, `.daemon`: locked as long as it lives, so that two
//! never work in one output folder.

use super::error::DaemonError;
use crate::disk::{FileLock, LockError};
use std::fs;
use std::path::{Path, PathBuf};

/// The daemon's folder, locked.
#[derive(Debug)]
pub struct InstanceLock {
    folder: PathBuf,
    _held: FileLock,
}

impl InstanceLock {
    /// Makes the daemon's folder in an output folder if need be, and locks it for this process.
    ///
    /// # Errors
    /// [`DaemonError::Locked`] with the holder if another daemon has it; if it can't be written.
    pub fn take(output: &Path) -> Result<Self, DaemonError> {
        let folder = output.join(".daemon");
        let path = folder.join("lock");
        let fails = |source| DaemonError::File {
            path: path.clone(),
            source,
        };
        fs::create_dir_all(&folder).map_err(fails)?;
        let held = FileLock::exclusive(&path).map_err(|error| match error {
            LockError::Held { holder } => DaemonError::Locked {
                path: output.to_owned(),
                holder,
            },
            LockError::File(source) => fails(source),
        })?;
        Ok(Self {
            folder,
            _held: held,
        })
    }

    /// Returns the path of a file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}
