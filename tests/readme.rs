//! Runs the commands of README.md and docs/commands.md in order, in one folder. They use the packs that earlier
//! commands on the pages make. A table names the commands that are left out, with the reasons.
//!
//! The commands are run at a small size, by the rule of `cookbook.rs`. `FACTORY_README=whole` runs them unchanged,
//! which takes minutes in an optimised build.

use crate::cookbook::{shell, small};
use crate::factory::run_in;
use std::fs;
use std::path::Path;

const PAGE: &str = concat!(
    include_str!("../README.md"),
    include_str!("../docs/commands.md")
);

/// The commands that the test does not run: the beginning of each, and the reason.
const EXCEPTED: [(&str, &str); 5] = [
    (
        "cargo ",
        "builds: the gate and the tests of crates/papers run them",
    ),
    ("factory daemon", "a server: tests/daemon_process.rs"),
    ("curl ", "asks that server: tests/http.rs"),
    ("factory plan ", "a cluster: tests/shards.rs"),
    ("factory bench", "times the machine for ten seconds"),
];

/// The number of puzzles of each level in the test, as many as the thinnest book for kdp needs.
const QUOTA: u64 = 8;

/// Returns the commands in the `sh` blocks of the pages, without the explanations after them.
fn commands() -> Vec<&'static str> {
    let mut in_block = false;
    let mut commands = Vec::new();
    for line in PAGE.lines() {
        if line.starts_with("```") {
            in_block = line == "```sh";
        } else if in_block && !line.is_empty() {
            commands.push(line.split("  ").next().unwrap_or(line));
        }
    }
    commands
}

fn prepare(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in ["config", "examples"] {
        let copied = shell(folder, &format!("cp -r '{}' .", root.join(part).display()));
        assert!(copied.status.success());
    }
    // A clone's folder of packs, before anything is made.
    let note = root.join("output/README.md");
    fs::create_dir(folder.join("output")).unwrap();
    fs::copy(note, folder.join("output/README.md")).unwrap();
}

#[test]
fn every_command_runs_in_order() {
    let whole = std::env::var("FACTORY_README").is_ok_and(|size| size == "whole");
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let mut ran = 0;
    for (seed, command) in (1..).zip(commands()) {
        if EXCEPTED.iter().any(|(start, _)| command.starts_with(start)) {
            continue;
        }
        let sized = match whole {
            true => command.to_owned(),
            false => small(command, QUOTA, seed),
        };
        let output = shell(folder.path(), &sized);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{sized}\nout:\n{}\nerr:\n{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        ran += 1;
    }
    assert!(ran >= 50, "only {ran} commands");
}

/// Every exception is the beginning of a command on the pages, so that no exception is out of date.
#[test]
fn every_exception_is_there() {
    for (start, why) in EXCEPTED {
        let is_there = commands().iter().any(|command| command.starts_with(start));
        assert!(is_there, "{start}: {why}");
    }
}

/// The report and the puzzle in README.md are those that the program makes from the seed there.
#[test]
fn the_pack_that_is_shown_is_the_pack_of_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let shown = |start: &str, rows: usize| -> Vec<&str> {
        let lines = PAGE.lines().skip_while(|line| !line.starts_with(start));
        let lines: Vec<&str> = lines.take(rows).map(str::trim_end).collect();
        assert_eq!(lines.len(), rows, "{start}");
        lines
    };
    let made = run_in(folder.path(), "--count 100000 --per-level 2000 --seed 1").expect(0);
    for row in shown(" level        wanted", 6) {
        assert!(made.out.contains(row), "{row}\nis not in\n{}", made.out);
    }
    let drawn = run_in(
        folder.path(),
        "show output/sudoku-1 --level moderate --limit 1 --solution",
    );
    for row in shown("# moderate no. 1", 13) {
        assert!(drawn.out.contains(row), "{row}\nis not in\n{}", drawn.out);
    }
}
