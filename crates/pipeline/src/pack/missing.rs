//! Makes the error for a missing pack, which lists the packs in the same folder, most similar names first.

use super::error::PackError;
use super::writer::MANIFEST_FILE;
use std::fs;
use std::path::Path;

/// The maximum number of pack names in the error for a missing pack; further names are only counted.
const SHOWN: usize = 6;

/// Returns the error for a path at which there is no pack.
pub(super) fn no_such_pack(path: &Path) -> PackError {
    PackError::NoSuchPack {
        path: path.to_owned(),
        known: known(path),
    }
}

/// Returns the packs in the folder of a missing pack as text, such as `; packs in output: monday, tuesday`; empty if
/// there are none.
fn known(path: &Path) -> String {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let asked = path.file_name().unwrap_or_default().to_string_lossy();
    let is_pack = |entry: &fs::DirEntry| entry.path().join(MANIFEST_FILE).is_file();
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let folders = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut names: Vec<String> = folders.filter(is_pack).map(name).collect();
    names.sort_by(|one, other| {
        let likeness = |name: &str| strsim::jaro_winkler(&asked, name);
        let nearer = likeness(other).total_cmp(&likeness(one));
        nearer.then_with(|| one.cmp(other))
    });
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    match (names.join(", "), more) {
        (names, _) if names.is_empty() => String::new(),
        (names, 0) => format!("; packs in {}: {names}", parent.display()),
        (names, more) => format!("; packs in {}: {names} and {more} more", parent.display()),
    }
}
