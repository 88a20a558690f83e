//! One run to a folder: a lock that the system lets go when its holder dies, however it dies.

use super::error::LineError;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

const FILE: &str = "lock";

/// The lock on the folder of an unfinished run.
#[derive(Debug)]
pub struct Lock {
    folder: PathBuf,
    _held: File,
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
        loop {
            fs::create_dir_all(folder).map_err(fails)?;
            let path = folder.join(FILE);
            let mut options = OpenOptions::new();
            let opened = options
                .create(true)
                .truncate(false)
                .read(true)
                .write(true)
                .open(&path);
            let mut file = match opened {
                Ok(file) => file,
                // A run that has just ended took its folder away.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(fails(error)),
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(LineError::Locked {
                        path: folder.to_owned(),
                        holder: holder(&mut file),
                    });
                }
                Err(TryLockError::Error(error)) => return Err(fails(error)),
            }
            if sign(&mut file, &path).map_err(fails)? {
                return Ok(Self {
                    folder: folder.to_owned(),
                    _held: file,
                });
            }
        }
    }

    /// Deletes the folder and all that is in it, and with it the lock.
    pub fn clear(self) {
        // What can't be deleted is found and cleared by the next run of the job.
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Writes who we are into the file, and says whether it is still the one that others would
/// open: a run that ended in between may have deleted it.
fn sign(file: &mut File, path: &Path) -> io::Result<bool> {
    // Process numbers repeat across containers; the second word doesn't.
    let nonce = getrandom::u64().map_err(io::Error::other)?;
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

fn holder(file: &mut File) -> String {
    let mut name = String::new();
    let read = file.read_to_string(&mut name);
    let process = name.split(' ').next().unwrap_or_default();
    match read {
        Ok(_) if !process.is_empty() => process.to_owned(),
        _ => "unknown".to_owned(),
    }
}
