//! Tests that no source file is shorter than 30 lines. Exceptions are `mod.rs`, `lib.rs`, and the files in a
//! table, which gives the reasons.

use crate::source::{Source, sources};
use std::collections::BTreeSet;

const SHORTEST_FILE: usize = 30;

/// The files shorter than 30 lines that hold more than a list of modules, each with the reason.
const SHORT_FILES: &[(&str, &str)] = &[
    ("cli/fingerprint", "each command has a file"),
    ("cli/study", "each command has a file"),
    ("create/equivalent", "each way of making grids has a file"),
    ("create/lexical", "each way of making grids has a file"),
    (
        "dig/clue_range",
        "plans and limits of houses need it, and plans need those limits",
    ),
    (
        "grid/scf",
        "each form of text has a file; import reads it, export writes it",
    ),
    ("oracle/rules/hidden_single", "each rule has a file"),
    ("oracle/rules/naked_single", "each rule has a file"),
    ("papers/grids", "numbers that two papers quote"),
    (
        "rate/nearest",
        "rules, techniques and filters need it; the only caller of strsim here",
    ),
    (
        "shard/allowance",
        "plans, shards and merges need it, and merges need plans",
    ),
    (
        "web/explaining",
        "in the whole module of the npm package only, as the calls for jobs are",
    ),
];

/// Returns the short files that are neither heads of folders nor in the table, and the rows of the table whose
/// files are gone or have grown.
fn fragments<'a>(sources: &'a [Source], table: &[(&'a str, &str)]) -> Vec<&'a str> {
    let short: BTreeSet<&str> = sources
        .iter()
        .filter(|source| source.text.lines().count() < SHORTEST_FILE && !source.is_head())
        .map(|source| source.place.as_str())
        .collect();
    let listed: BTreeSet<&str> = table.iter().map(|(place, _)| *place).collect();
    short.symmetric_difference(&listed).copied().collect()
}

#[test]
fn files_are_worth_opening() {
    assert_eq!(fragments(sources(), SHORT_FILES), Vec::<&str>::new());
}

/// The check for short files can fail: it finds a short file, and a row of the table without a short file.
#[test]
fn a_short_file_and_a_row_without_one_are_seen() {
    assert_eq!(
        fragments(
            &[Source::new(
                "engine",
                "dig/tiny".to_owned(),
                Vec::new(),
                String::new()
            )],
            &[("dig/gone", "has grown")]
        ),
        ["dig/gone", "dig/tiny"]
    );
}
