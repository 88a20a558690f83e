//! Makes folders in which files are written before the files are renamed to their final paths.
//!
//! ```text
//! FOLDER/.unfinished-0123456789abcdef/lock       held as long as the process lives
//! FOLDER/.unfinished-0123456789abcdef/book.pdf   in the making
//! FOLDER/book.pdf                                whole, or not there
//! ```
//!
//! One folder is better than a temporary name for each file. One lock serves thousands of files. A library may put
//! further files next to the one that it writes, such as SQLite's journal. These are deleted with the folder.

use super::lock::{FileLock, LockError};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

const PREFIX: &str = ".unfinished-";
const LOCK: &str = "lock";
/// The number of random hexadecimal digits at the end of a staging folder's name.
const TOKEN_DIGITS: usize = 16;

/// The treatment of a file that already exists at the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverwritePolicy {
    /// Keeps the existing file, and returns an error.
    Keep,
    /// Replaces the existing file in one step.
    Replace,
}

/// A folder for unfinished files. The folder is deleted with its contents when this value is dropped.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    /// The lock on the folder; `None` if the file system has no locks. Without a lock, a folder left by a killed
    /// process is never deleted.
    _lock: Option<FileLock>,
}

impl Staging {
    /// Creates, in `parent`, a staging folder whose name contains no task. Deletes the folders of this kind that dead
    /// processes left behind in `parent`.
    ///
    /// # Errors
    /// If nothing can be written in `parent`.
    pub fn new(parent: &Path) -> io::Result<Self> {
        Self::of(parent, "")
    }

    /// Creates a staging folder in `parent` for the task named `work`, and deletes the folders that dead processes
    /// left behind from the same task. Folders of other tasks are kept: they may belong to another machine that
    /// shares `parent`, whose locks this machine may be unable to see.
    ///
    /// # Errors
    /// If nothing can be written in `parent`.
    pub fn of(parent: &Path, work: &str) -> io::Result<Self> {
        Self::clear(parent, work);
        loop {
            let token = super::entropy()?;
            let folder = parent.join(format!("{}{token:016x}", prefix(work)));
            fs::create_dir(&folder)?;
            let lock = match FileLock::exclusive(&folder.join(LOCK)) {
                Ok(lock) => Some(lock),
                // Another process mistook the new folder for a dead one.
                Err(LockError::Held { .. }) => continue,
                Err(LockError::File(error)) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) if error.is_unsupported() => None,
                Err(LockError::File(error)) => {
                    delete(&folder);
                    return Err(error);
                }
            };
            let staging = Self {
                folder,
                _lock: lock,
            };
            return Ok(staging);
        }
    }

    /// Deletes the staging folders in `parent` that dead processes left from the task named `work`.
    pub fn clear(parent: &Path, work: &str) {
        let prefix = prefix(work);
        let is_token = |rest: &str| {
            rest.len() == TOKEN_DIGITS && rest.bytes().all(|digit| digit.is_ascii_hexdigit())
        };
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| name.strip_prefix(&prefix));
            if name.is_some_and(is_token) && entry.file_type().is_ok_and(|it| it.is_dir()) {
                clear_dead(&entry.path());
            }
        }
    }

    /// Returns the path of an unfinished file with this name.
    pub fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.folder.join(name.as_ref())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        delete(&self.folder);
    }
}

fn prefix(work: &str) -> String {
    match work {
        "" => PREFIX.to_owned(),
        work => format!("{PREFIX}{work}-"),
    }
}

/// Deletes a staging folder unless the process that made the folder is alive.
fn clear_dead(folder: &Path) {
    // An empty folder has no lock yet, or no longer; its process notices and creates another.
    if fs::remove_dir(folder).is_ok() {
        return;
    }
    let lock = folder.join(LOCK);
    let locked = match lock.exists() {
        true => FileLock::exclusive(&lock).map(Some),
        // A kill interrupted its deletion.
        false => Ok(None),
    };
    if locked.is_ok() {
        delete(folder);
    }
}

/// Deletes a staging folder, its lock file last, since other processes delete any staging folder without a lock file.
fn delete(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name() != LOCK {
            // The next process finds what can't be deleted now.
            drop(fs::remove_file(entry.path()));
        }
    }
    drop(fs::remove_file(folder.join(LOCK)));
    drop(fs::remove_dir(folder));
}

/// Renames a finished file to its final path on the same file system. The new name is safe from a power cut only after
/// a call of [`sync_folder`](super::sync_folder).
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if `to` exists and `policy` keeps it, and errors of renaming.
pub fn place(from: &Path, to: &Path, policy: OverwritePolicy) -> io::Result<()> {
    if policy == OverwritePolicy::Replace {
        return fs::rename(from, to);
    }
    // A hard link is created only if the name is free, in one step.
    match fs::hard_link(from, to) {
        Ok(()) => {
            // The staging folder's deletion removes the other name if that fails now.
            drop(fs::remove_file(from));
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no links.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap();
        let names = files.map(|it| it.unwrap().file_name().to_string_lossy().into_owned());
        names.collect()
    }

    /// Makes a staging folder with these files, like one that a killed process has left behind: no process holds its
    /// lock.
    fn dead(parent: &Path, name: &str, files: &[&str]) {
        let folder = parent.join(name);
        fs::create_dir(&folder).unwrap();
        for file in files {
            fs::write(folder.join(file), "half").unwrap();
        }
    }

    #[test]
    fn folders_of_dead_processes_are_deleted_and_those_of_living_ones_stay() {
        let parent = tempfile::tempdir().unwrap();
        let living = Staging::new(parent.path()).unwrap();
        fs::write(living.path("book.pdf"), "half").unwrap();
        dead(
            parent.path(),
            ".unfinished-0000000000000001",
            &["lock", "book.pdf"],
        );
        dead(parent.path(), ".unfinished-0000000000000002", &["a", "b"]);
        dead(parent.path(), ".unfinished-0000000000000003", &[]);
        // Folders that are not staging folders: a different name, and a link to a folder of another user.
        dead(parent.path(), ".unfinished-business", &["lock"]);
        let other = Staging::new(parent.path()).unwrap();
        assert!(living.path("book.pdf").exists());
        assert_eq!(names(parent.path()).len(), 3, "{:?}", names(parent.path()));
        drop(living);
        drop(other);
        assert_eq!(names(parent.path()), [".unfinished-business"]);
    }

    #[test]
    fn work_with_a_name_deletes_only_its_own() {
        let parent = tempfile::tempdir().unwrap();
        dead(
            parent.path(),
            ".unfinished-17-0000000000000001",
            &["lock", "x"],
        );
        dead(
            parent.path(),
            ".unfinished-7-0000000000000001",
            &["lock", "x"],
        );
        drop(Staging::of(parent.path(), "7").unwrap());
        assert_eq!(names(parent.path()), [".unfinished-17-0000000000000001"]);
    }

    #[test]
    fn what_is_to_be_kept_is_kept() {
        let parent = tempfile::tempdir().unwrap();
        let at = |name: &str| parent.path().join(name);
        fs::write(at("new"), "new").unwrap();
        fs::write(at("there"), "old").unwrap();
        let kept = place(&at("new"), &at("there"), OverwritePolicy::Keep).unwrap_err();
        assert_eq!(kept.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(at("there")).unwrap(), "old");
        place(&at("new"), &at("there"), OverwritePolicy::Replace).unwrap();
        assert_eq!(fs::read_to_string(at("there")).unwrap(), "new");
        place(&at("there"), &at("elsewhere"), OverwritePolicy::Keep).unwrap();
        assert_eq!(names(parent.path()), ["elsewhere"]);
    }
}
