//! Tests that the engine's public interface consists of few names, each with an example in its documentation.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the names that the root of the engine's crate re-exports.
fn names() -> Vec<String> {
    let root = fs::read_to_string("crates/engine/src/lib.rs").unwrap();
    let uses = root.split("pub use ").skip(1);
    let lists = uses.map(|it| it.split(';').next().unwrap());
    let last = |path: &str| path.rsplit("::").next().unwrap().trim().to_owned();
    let of_list = |list: &str| match list.split_once('{') {
        Some((_, inner)) => {
            let inner = inner
                .trim_end_matches(['}', '\n'])
                .split(',')
                .map(str::trim);
            inner.filter(|it| !it.is_empty()).map(last).collect()
        }
        None => vec![last(list)],
    };
    lists.flat_map(of_list).collect()
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, files),
            false => files.push(path),
        }
    }
}

/// Returns the documentation of an item, from its first line down to the line of the item.
fn documentation(text: &str, item: usize) -> String {
    let above: Vec<&str> = text[..item].lines().rev().collect();
    let own = above.into_iter();
    // Attributes may have several lines.
    let starts = ["///", "#[", "    ", ")]"];
    let own = own.take_while(|line| starts.iter().any(|it| line.starts_with(it)));
    own.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_front_is_small_and_every_name_has_an_example() {
    let names = names();
    assert!((30..=40).contains(&names.len()), "{}", names.len());
    let mut files = Vec::new();
    sources(Path::new("crates/engine/src"), &mut files);
    let texts: Vec<String> = files
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    for name in names {
        let is_documented = texts.iter().any(|text| {
            ["struct", "enum", "fn"].iter().any(|kind| {
                let item = format!("\npub {kind} {name}");
                let mut found = text.match_indices(&item);
                found.any(|(place, _)| {
                    let after = text[place + item.len()..].chars().next();
                    let is_whole = after.is_some_and(|it| !it.is_alphanumeric());
                    is_whole && documentation(text, place).contains("```")
                })
            })
        });
        assert!(is_documented, "{name} has no example");
    }
}
