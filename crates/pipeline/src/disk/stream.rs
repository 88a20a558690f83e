//! Names that are written into and never replaced: standard output, devices, pipes; and links,
//! which stay when a file is put in the place that they lead to.

use super::folder_of;
use std::fs;
use std::path::{Path, PathBuf};

/// Number of links that are followed one after another, as Linux does.
const MOST_LINKS: usize = 40;

/// Returns whether `-o` names standard output, or a device, a pipe or a socket, which is written into
/// and never replaced.
pub fn is_stream(out: Option<&Path>) -> bool {
    let Some(path) = out else { return true };
    let path = resolved(path);
    // What these lead to may be a file, to which a shell redirects: it is the shell's to replace.
    let is_opened = is_below(&path, &["/dev", "/proc"]) && !is_below(&path, &["/dev/shm"]);
    let is_other = |it: fs::Metadata| !it.is_dir() && (is_opened || !it.is_file());
    is_stdout(&path) || fs::metadata(&path).is_ok_and(is_other)
}

/// Returns whether a path is a name of standard output.
pub fn is_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

fn is_below(path: &Path, folders: &[&str]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

/// Returns the place that a link leads to, so that the link stays when a file is put there.
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
