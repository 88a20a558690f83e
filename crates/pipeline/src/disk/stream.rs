//! Recognizes output paths that can only be written into and not replaced: standard output, devices and pipes.
//!
//! Also resolves symbolic links. So the target of a link can be replaced, and the link stays.

use super::folder_of;
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of symbolic links followed one after another; Linux has the same limit.
const MOST_LINKS: usize = 40;

/// Returns whether the value of `-o` names standard output, a device, a pipe or a socket. These can be written to but
/// not replaced. Without a value, the output is standard output.
pub fn is_stream(out: Option<&Path>) -> bool {
    let Some(path) = out else { return true };
    let path = resolved(path);
    // A name in these folders may lead to a file that the shell redirects to; replacing that file is up to the shell.
    let is_opened = is_below(&path, &["/dev", "/proc"]) && !is_below(&path, &["/dev/shm"]);
    let is_other = |it: fs::Metadata| !it.is_dir() && (is_opened || !it.is_file());
    is_stdout(&path) || fs::metadata(&path).is_ok_and(is_other)
}

/// Returns whether a path names standard output.
pub fn is_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

fn is_below(path: &Path, folders: &[&str]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

/// Returns the target of a symbolic link, so that the target can be replaced and the link stays in place. A path that
/// is not a symbolic link, or is in `/dev` or `/proc`, is returned unchanged.
pub fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) if !is_below(&path, &["/dev", "/proc"]) => path = folder_of(&path).join(next),
            _ => break,
        }
    }
    path
}
