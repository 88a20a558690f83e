//! Tests that all files use the names and years in the list of five sources, and that every document of running
//! times names its machine.

use crate::pages::{number, read, root, table};
use crate::printed;
use papers::sources::{self, SOURCES};
use std::fs;
use std::path::PathBuf;

/// Returns the files in a folder and its subfolders whose names have one of these endings.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if endings
                .iter()
                .any(|ending| path.to_string_lossy().ends_with(ending))
            {
                found.push(path);
            }
        }
    }
    found
}

fn prose() -> Vec<PathBuf> {
    let folders = ["src", "crates", "docs", "config", "benches", "tests"];
    let here = root().join("crates/papers/tests/sources.rs");
    let endings = [".rs", ".md", ".toml", ".svg", ".js"];
    let all = folders.iter().flat_map(|folder| files(folder, &endings));
    all.filter(|path| *path != here).collect()
}

#[test]
fn sources_stand_in_docs_as_in_the_program() {
    assert_eq!(read("docs/sources.md"), sources::document());
    let report = read("docs/reproduction.md");
    let mut last = 0;
    for source in &SOURCES {
        assert!(
            source.place.contains(&source.year.to_string()),
            "{source:?}"
        );
        let heading = format!("\n## {}: ", capital(source.short));
        let at = report
            .find(&heading)
            .unwrap_or_else(|| panic!("no {heading:?}"));
        assert!(last < at, "{} is out of order", source.short);
        last = at;
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Checks that a year that closely follows a source's name is the source's year.
#[test]
fn sources_have_their_years_everywhere() {
    let mut read = 0;
    let mut paths = prose();
    paths.push(root().join("README.md"));
    for path in paths {
        for line in fs::read_to_string(&path).unwrap().lines() {
            for source in &SOURCES {
                let name = source.short.trim_start_matches("the ");
                let name = name.split(' ').next().unwrap();
                for (at, _) in line.match_indices(name) {
                    let Some(year) = year_behind(&line[at + name.len()..]) else {
                        continue;
                    };
                    read += 1;
                    assert_eq!(year, source.year, "{}: {line}", path.display());
                }
            }
        }
    }
    assert!(read > 60, "only {read} years were read");
}

/// Returns the first year (1990 to 2029) in the 24 characters after a name. `None` if there is none, or if the name
/// is not followed by a space, comma, apostrophe or opening bracket.
fn year_behind(rest: &str) -> Option<u16> {
    let near: String = rest.chars().take(24).collect();
    if !near.starts_with([' ', ',', '\'', '(']) {
        return None;
    }
    let mut words = near.split(|c: char| !c.is_ascii_digit());
    words.find_map(|word| word.parse().ok().filter(|year| (1990..2030).contains(year)))
}

/// Checks that no file refers to papers by number ("paper 3"), since only the short names are explained.
#[test]
fn sources_go_by_their_short_names() {
    for path in prose() {
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        for paper in ["paper 1", "paper 2", "paper 3", "paper 4"] {
            let found = text.match_indices(paper).any(|(at, _)| {
                let next = text[at + paper.len()..].chars().next();
                next.is_none_or(|next| !next.is_ascii_digit())
            });
            assert!(!found, "{} speaks of {paper}", path.display());
        }
        for paper in ["first paper", "second paper", "third paper", "fourth paper"] {
            assert!(
                !text.contains(paper),
                "{} speaks of {paper}",
                path.display()
            );
        }
    }
}

/// Checks that the committed document of running times names the machine that was measured, and has the same published
/// times as a new document.
#[test]
fn times_name_their_machine() {
    let committed = read("docs/reproduction/times.md");
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), "times --size 20 --out here");
    let made = fs::read_to_string(folder.path().join("here/times.md")).unwrap();
    for text in [&committed, &made] {
        let (_, machine) = text.split_once(" on: ").unwrap();
        assert!(
            machine.lines().next().unwrap().contains("threads"),
            "{text}"
        );
    }
    let columns_of = |text: &str, marker: &str, columns: &[usize]| -> Vec<Vec<String>> {
        let rows = table(text, marker).into_iter();
        rows.map(|row| columns.iter().map(|&column| row[column].clone()).collect())
            .collect()
    };
    for (marker, columns) in [
        ("## Huang 2015, Table 2: five runs", &[0, 1, 2][..]),
        ("## Jiang 2018, Table 2: the four searches", &[0, 1, 5][..]),
    ] {
        assert_eq!(
            columns_of(&committed, marker, columns),
            columns_of(&made, marker, columns)
        );
    }
    let runs = table(&made, "## Huang 2015, Table 2: five runs");
    assert_eq!(runs[6][..3], ["mean", "517.46", "249.88"]);
    assert!(runs[1..].iter().all(|row| number(&row[3]) > 0.0));
}
