//! Makes temporary folders for readers that take paths, in memory if possible. This module also reads files of
//! `tests/golden`.

use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Makes an empty temporary folder, in memory if the system has `/dev/shm`.
pub fn folder() -> TempDir {
    let memory = PathBuf::from("/dev/shm");
    let made = match memory.is_dir() {
        true => tempfile::tempdir_in(memory),
        false => tempfile::tempdir(),
    };
    made.expect("a temporary folder can be made")
}

/// Returns the path of a file of `tests/golden`.
pub fn golden(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden")).join(name)
}

/// Reads a file of `tests/golden`.
pub fn read_golden(name: &str) -> Vec<u8> {
    let path = golden(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
