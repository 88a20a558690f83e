//! Tests series of books: no puzzle appears twice in the volumes or in the ledger, the manifest decides the
//! levels, and a repeated run gives the same bytes.

use crate::factory::{bytes_of, run_in, run_till_killed};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const MANIFEST: &str = r#"
volumes = 3
packs = ["output/p"]
out = "series"

[levels]
easy = { first = 30, last = 10 }
moderate = 20
hard = [5, 10, 25]

[book]
preset = "kdp"
trim = "6x9"
title = "Long Evenings"
author = "Ada Example"
isbn = "978-3-16-148410-0,978-0-306-40615-7,979-10-90636-07-1"

[cover]
design = "mosaic"
palette = "sea"
series = "Evening Sudoku"
"#;

fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let make =
        "--count 9000 --per-level 80 --seed 3 --name p --ledger output/ledger.sqlite --quiet";
    run_in(folder.path(), make).expect(0);
    fs::write(folder.path().join("s.toml"), MANIFEST).unwrap();
    folder
}

fn write(at: &Path, from: &str, to: &str) {
    let text = MANIFEST.replace(from, to);
    assert_ne!(text, MANIFEST, "{from}");
    fs::write(at.join("w.toml"), text).unwrap();
}

/// Returns the id and the level of each puzzle in a volume.
fn volume(at: &Path, n: usize) -> Vec<(String, String)> {
    let text = fs::read_to_string(at.join(format!("volume-{n:02}.json"))).unwrap();
    let listing: serde_json::Value = serde_json::from_str(&text).unwrap();
    let puzzles = listing["puzzles"].as_array().unwrap().iter();
    let word = |it: &serde_json::Value| it.as_str().unwrap().to_owned();
    puzzles
        .map(|it| (word(&it["id"]), word(&it["level"])))
        .collect()
}

#[test]
fn every_volume_has_its_levels_and_no_puzzle_comes_twice() {
    let folder = pack();
    let at = folder.path();
    run_in(at, "series s.toml").expect(0);
    let out = at.join("series");
    let mut seen = BTreeSet::new();
    for (n, (easy, hard)) in (1..).zip([(30, 5), (20, 10), (10, 25)]) {
        let puzzles = volume(&out, n);
        let count = |level: &str| puzzles.iter().filter(|it| it.1 == level).count();
        assert_eq!(
            [count("easy"), count("moderate"), count("hard")],
            [easy, 20, hard]
        );
        assert_eq!(puzzles.len(), easy + 20 + hard);
        for (id, _) in puzzles {
            assert!(seen.insert(id), "volume {n} has a puzzle of another");
        }
        run_in(
            &out,
            &format!("preflight volume-{n:02}.pdf --against ../output/p"),
        )
        .expect(0);
        run_in(&out, &format!("preflight volume-{n:02}-cover.pdf")).expect(0);
    }
    // The same bytes again, and what was lost is made again.
    let before = bytes_of(&out);
    assert_eq!(before.len(), 9);
    fs::remove_file(out.join("volume-02.pdf")).unwrap();
    fs::remove_file(out.join("volume-03-cover.pdf")).unwrap();
    run_in(at, "series s.toml").expect(0);
    assert!(bytes_of(&out) == before);
    let again = run_in(at, "series s.toml").expect(0);
    assert!(
        again.err.contains("already there, unchanged"),
        "{}",
        again.err
    );
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let folder = pack();
    let at = folder.path();
    run_in(at, "series s.toml").expect(0);
    let whole = bytes_of(&at.join("series"));
    fs::remove_dir_all(at.join("series")).unwrap();
    run_till_killed(at, "series s.toml", 60);
    run_in(at, "series s.toml").expect(0);
    assert!(bytes_of(&at.join("series")) == whole);
}

#[test]
fn the_hardest_come_last_where_the_series_rises() {
    let folder = pack();
    let at = folder.path();
    write(at, "out = ", "progression = \"rising\"\nout = ");
    run_in(at, "series w.toml").expect(0);
    run_in(at, "export output/p --to csv -o p.csv").expect(0);
    let mut table = csv::Reader::from_path(at.join("p.csv")).unwrap();
    let d = table
        .headers()
        .unwrap()
        .iter()
        .position(|it| it == "d")
        .unwrap();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let d_of = |id: &str| -> f64 {
        let row = rows.iter().find(|row| &row[0] == id).unwrap();
        row[d].parse().unwrap()
    };
    let of_level = |n: usize| {
        let volume = volume(&at.join("series"), n).into_iter();
        let hard = volume.filter(|it| it.1 == "hard").map(|it| d_of(&it.0));
        hard.collect::<Vec<f64>>()
    };
    let most = |n: usize| of_level(n).into_iter().fold(0.0, f64::max);
    let least = |n: usize| of_level(n).into_iter().fold(f64::MAX, f64::min);
    assert!(most(1) <= least(2) && most(2) <= least(3));
}

#[test]
fn the_ledger_records_all_volumes_and_no_other_book_gets_their_puzzles() {
    let folder = pack();
    let at = folder.path();
    run_in(
        at,
        "export output/p --to csv --level easy --limit 10 -o old.csv --ship Before",
    )
    .expect(0);
    write(
        at,
        "out = ",
        "ship = \"Evenings\"\nledger = \"output/ledger.sqlite\"\nout = ",
    );
    run_in(at, "series w.toml").expect(0);
    let before = fs::read_to_string(at.join("old.csv")).unwrap();
    for n in 1..=3 {
        for (id, _) in volume(&at.join("series"), n) {
            assert!(!before.contains(&id), "{id} was shipped before");
        }
        let title = format!("Evenings, volume {n}");
        let found =
            crate::factory::run_words(at, &["ledger", "query", "--title", &title, "--no", "1"]);
        let found = found.expect(0);
        assert!(
            found.out.contains(&volume(&at.join("series"), n)[0].0),
            "{}",
            found.out
        );
    }
    // Made again from the manifest, though its puzzles are shipped: by this series.
    let all = bytes_of(&at.join("series"));
    fs::remove_dir_all(at.join("series")).unwrap();
    run_in(at, "series w.toml").expect(0);
    assert!(bytes_of(&at.join("series")) == all);
    let other = fs::read_to_string(at.join("w.toml")).unwrap();
    let other = other
        .replace("\"Evenings\"", "\"Mornings\"")
        .replace("out = \"series\"", "out = \"other\"");
    fs::write(at.join("o.toml"), other).unwrap();
    let short = run_in(at, "series o.toml").expect(3);
    assert!(short.err.contains("easy"), "{}", short.err);
    assert!(!at.join("other").exists());
}

/// Mistakes in a manifest: the text that is replaced, its replacement, and words of the error message.
const WRONG: &[(&str, &str, &[&str])] = &[
    ("volumes = 3", "volume = 3", &["w.toml, line 2", "volume"]),
    ("volumes = 3", "volumes = 0", &["w.toml: volumes is 0"]),
    (
        "hard = [5, 10, 25]",
        "hard = [5, 10]",
        &["w.toml: [levels] hard", "list of 3"],
    ),
    ("hard = ", "hrad = ", &["w.toml: [levels]", "hrad", "hard"]),
    ("title = ", "titel = ", &["w.toml", "titel"]),
    (
        "palette = \"sea\"",
        "palette = \"see\"",
        &["w.toml: [cover]", "see"],
    ),
    ("palette = ", "pallete = ", &["w.toml", "pallete"]),
    (
        "design = \"mosaic\"",
        "design = \"stars\"",
        &["w.toml", "stars", "grid"],
    ),
    (
        "series = \"Evening Sudoku\"",
        "image = \"no.png\"",
        &["w.toml: [cover]", "no.png"],
    ),
    (
        "978-3-16-148410-0,",
        "978-3-16-148410-1,",
        &["w.toml: [book]", "should be 0"],
    ),
    (
        "978-3-16-148410-0,",
        "",
        &["w.toml: [book]", "3 volumes need 3 numbers"],
    ),
    (
        "trim = \"6x9\"",
        "trim = \"3x3\"",
        &["w.toml: [book]", "kdp"],
    ),
    (
        "preset = \"kdp\"",
        "preset = \"newspaper\"",
        &["w.toml: [book]", "newspaper"],
    ),
    ("preset = \"kdp\"", "ramp = true", &["w.toml: [book] ramp"]),
    (
        "preset = \"kdp\"",
        "volumes = 3",
        &["w.toml: [book] volumes"],
    ),
    (
        "out = ",
        "ship = \"A\"\nout = ",
        &["w.toml: ship", "ledger"],
    ),
    ("out = ", "where = \"clues>>3\"\nout = ", &["w.toml: where"]),
    ("out = ", "name = \"a/b\"\nout = ", &["w.toml: name"]),
    ("packs = [\"output/p\"]", "packs = []", &["w.toml: packs"]),
];

#[test]
fn a_wrong_manifest_is_a_line_with_file_and_key_and_nothing_is_written() {
    let folder = pack();
    let at = folder.path();
    for &(from, to, words) in WRONG {
        write(at, from, to);
        let said = run_in(at, "series w.toml").expect(2);
        said.complains(words);
        assert!(!at.join("series").exists(), "{to}");
    }
    let long = "word ".repeat(4000);
    write(at, "Evening Sudoku", &long);
    run_in(at, "series w.toml")
        .expect(2)
        .complains(&["w.toml: [cover]", "too long"]);
    assert!(!at.join("series").exists());
    run_in(at, "series none.toml")
        .expect(2)
        .complains(&["none.toml"]);
    let said = run_in(at, "series s.toml --check").expect(0);
    assert!(said.err.contains("nothing was written") && !at.join("series").exists());
    write(at, "hard = [5, 10, 25]", "hard = 200");
    run_in(at, "series w.toml")
        .expect(3)
        .complains(&["missing", "hard"]);
    assert!(!at.join("series").exists());
}
