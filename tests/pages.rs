//! Reads pages of the documentation and their tables, for the tests of two crates.

use std::fs;
use std::path::Path;

/// Returns the root folder of the source.
pub fn root() -> &'static Path {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut roots = above.filter(|folder| folder.join("docs").is_dir());
    roots.next().expect("a folder with docs")
}

/// Returns the text of a file, by its path below the root folder.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the cells of the first table after `marker`, row by row, with the heading first.
pub fn table(text: &str, marker: &str) -> Vec<Vec<String>> {
    let (_, rest) = text
        .split_once(marker)
        .unwrap_or_else(|| panic!("no {marker:?}"));
    let lines = rest.lines().skip_while(|line| !line.starts_with('|'));
    let lines = lines.take_while(|line| line.starts_with('|'));
    let rows = lines.filter(|line| !line.starts_with("|---"));
    let cells = |line: &str| {
        let inner = line.trim_start_matches('|').trim_end_matches('|');
        inner
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    rows.map(cells).collect()
}

/// Returns the number in a cell, which may have commas between thousands.
pub fn number(cell: &str) -> f64 {
    cell.replace(',', "")
        .parse()
        .unwrap_or_else(|_| panic!("{cell:?} is no number"))
}
