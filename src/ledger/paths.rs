//! Derives the paths of a ledger, of the files next to it, and of packs. Paths are compared only in absolute form, so
//! that a pack is recorded only once, even if the path of its folder is written in several ways.

use crate::disk::{folder_of, with_ending};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns an unused path next to the ledger for a new file, such as `ledger.sqlite.format-1`. `why` is the part after
/// the ledger's name.
pub(super) fn unused(path: &Path, why: &str) -> PathBuf {
    let first = with_ending(path, &format!(".{why}"));
    let more = (2..).map(|n| with_ending(path, &format!(".{why}-{n}")));
    let mut names = std::iter::once(first.clone()).chain(more);
    names.find(|it| !it.exists()).unwrap_or(first)
}

/// Returns the name of a pack, which is the name of its folder.
pub(super) fn name_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the absolute path of a folder, which need not exist; its parent folder must exist.
pub(super) fn absolute(folder: &Path) -> PathBuf {
    let above = folder_of(folder);
    let above = fs::canonicalize(above).unwrap_or_else(|_| above.to_owned());
    match folder.file_name() {
        Some(name) => above.join(name),
        None => above,
    }
}

/// Returns the path of the file that a symbolic link leads to, and any other path unchanged. So each ledger has only
/// one lock, and only one file with the number of its last event.
pub fn followed(path: &Path) -> PathBuf {
    let target = path.is_symlink().then(|| fs::canonicalize(path).ok());
    target.flatten().unwrap_or_else(|| path.to_owned())
}
