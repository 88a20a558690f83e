//! Separates packs from other files among the paths of a command, such as `output/*`.

use super::errors::UsageError;
use crate::line::progress::tell;
use crate::pack::MANIFEST_FILE;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the packs among the paths, and the number of other paths, such as those of ledgers and books in the same
/// folder. An unfinished run is reported and left out. A path that does not exist is an error, and so are paths
/// without any pack.
pub fn packs_among(paths: &[PathBuf]) -> anyhow::Result<(Vec<PathBuf>, u64)> {
    if let Some(missing) = paths.iter().find(|path| !path.exists()) {
        return Err(UsageError(format!("there is no {}", missing.display())).into());
    }
    let is_unfinished = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.is_dir() && (name.ends_with(".part") || name.contains(".part."))
    };
    let mut packs = Vec::new();
    let mut others = 0;
    for path in paths {
        if is_unfinished(path) {
            let path = path.display();
            tell(format_args!("{path} is an unfinished run: left out"));
        } else if is_pack(path) {
            packs.push(path.clone());
        } else {
            others += 1;
        }
    }
    if let (true, Some(first)) = (packs.is_empty(), paths.first()) {
        let what = format!(
            "{} is not a pack: name the folder of a pack",
            first.display()
        );
        return Err(UsageError(what).into());
    }
    Ok((packs, others))
}

/// Returns whether this folder is a pack, or a damaged pack that still has some of its files.
fn is_pack(path: &Path) -> bool {
    let is_records = |entry: fs::DirEntry| entry.path().extension().is_some_and(|it| it == "pack");
    path.is_dir()
        && (path.join(MANIFEST_FILE).exists()
            || fs::read_dir(path).is_ok_and(|entries| entries.flatten().any(is_records)))
}
