//! The daemon's own corner of the output folder, `.daemon`: locked as long as it lives, so that two
//! never work in one folder.

use super::error::DaemonError;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The corner, held.
#[derive(Debug)]
pub struct Corner {
    folder: PathBuf,
    _held: File,
}

impl Corner {
    /// Makes the corner of an output folder if need be, and locks it for this process.
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
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        let mut held = options.open(&path).map_err(fails)?;
        match held.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                drop(held.read_to_string(&mut holder));
                return Err(DaemonError::Locked {
                    path: output.to_owned(),
                    holder: match holder.trim() {
                        "" => "unknown".to_owned(),
                        holder => holder.to_owned(),
                    },
                });
            }
            Err(TryLockError::Error(error)) => return Err(fails(error)),
        }
        let signed = held
            .set_len(0)
            .and_then(|()| held.rewind())
            .and_then(|()| write!(held, "{}", std::process::id()));
        signed.map_err(fails)?;
        Ok(Self {
            folder,
            _held: held,
        })
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}
