//! Reads the puzzle sets below `tests/data` and `crates/engine/tests/data`, for all tests, benches and examples.
//!
//! The first line of a set states the number of rows that follow, so that a reader fails if a set was cut short. The
//! README next to a set names its source.
#![allow(dead_code, clippy::expect_used)] // each program takes what it needs, and ends where a set is not whole

use flate2::read::GzDecoder;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Returns the path of a set, which is found by the name of its file.
pub fn file(name: &str) -> PathBuf {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folders =
        above.flat_map(|at| ["tests/data", "crates/engine/tests/data"].map(|it| at.join(it)));
    let mut files = folders.map(|folder| folder.join(name));
    let found = files.find(|file| file.exists());
    found.unwrap_or_else(|| panic!("no set is called {name}"))
}

/// Reads the whole text of a set, unpacked, and keeps it until the program ends.
pub fn text(name: &str) -> &'static str {
    let bytes = std::fs::read(file(name)).expect("the set can be read");
    let mut text = String::new();
    let read = match name.ends_with(".gz") {
        true => GzDecoder::new(bytes.as_slice()).read_to_string(&mut text),
        false => bytes.as_slice().read_to_string(&mut text),
    };
    read.expect("the set is text");
    text.leak()
}

/// Reads the rows of a set: its lines without comments, as many as its first line says.
pub fn rows(name: &str) -> impl Iterator<Item = &'static str> + Clone {
    let text = text(name);
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let head = text.split_whitespace().nth(1).unwrap_or_default();
    let said = head.replace(',', "").parse();
    assert_eq!(said, Ok(rows.clone().count()), "{name} begins: {text:.80}");
    rows
}

/// Reads the rows of a table, each as a list of its fields.
pub fn table(name: &str) -> impl Iterator<Item = Vec<&'static str>> + Clone {
    rows(name).map(|row| row.split('\t').collect())
}

/// Reads the puzzles of a set that consists of puzzles only.
pub fn boards<T: FromStr>(name: &str) -> Vec<T> {
    let boards: Result<_, _> = rows(name).map(str::parse).collect();
    boards.unwrap_or_else(|_| panic!("{name}: not all rows are boards"))
}
