//! Tests the messages of a run while it works and when it ends, and the exit codes of runs.

use crate::factory::run_in;
use insta::assert_snapshot;
use serde_json::Value;
use std::fs;

#[test]
fn a_run_ends_with_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let said = run_in(folder.path(), "--count 2000 --per-level 10 --seed 1").expect(0);
    let timeless: Vec<&str> = said
        .out
        .lines()
        .filter(|line| !line.contains("/s on") && !line.starts_with("of their time"))
        .collect();
    assert_snapshot!(timeless.join("\n"), @"
    output/sudoku-1  (seed 1): made

     level        wanted  made   yield  clues min  mean  max  D min   mean    max
     easy             10    10  45.2 %         21  24.6   26   1.00   1.00   1.00
     fairly-easy      10    10  10.6 %         23  23.9   25   3.46   4.03   4.48
     moderate         10    10   9.6 %         23  24.8   26   4.74   5.09   5.68
     hard             10    10  20.2 %         23  24.3   28   8.85  10.86  12.77
     very-hard        10    10  14.4 %         24  24.8   26  13.19  15.97  25.71

    104 candidates looked at, 50 puzzles kept
    ");
}

#[test]
fn a_short_quota_is_exit_3_and_says_what_it_would_take() {
    let folder = tempfile::tempdir().unwrap();
    let short = run_in(folder.path(), "--count 100 --per-level 20 --seed 1").expect(3);
    let timeless: Vec<&str> = short
        .err
        .lines()
        .filter(|line| !line.contains("/s"))
        .collect();
    assert_snapshot!(timeless.join("\n"), @"
    factory: seed 1, from candidate 0
    factory: fairly-easy: 11 of 20; at the yield seen (11.00 %) it would take about 82 more candidates
    factory: moderate: 9 of 20; at the yield seen (9.00 %) it would take about 123 more candidates
    factory: very-hard: 15 of 20; at the yield seen (15.00 %) it would take about 34 more candidates
    ");
    let command = "to go on from here: factory extend output/sudoku-1 --count 250";
    assert!(short.err.contains(command), "{}", short.err);
    assert!(
        folder.path().join("output/sudoku-1/pack.json").exists(),
        "the pack is written"
    );
    // What is pasted works, with a ledger, too.
    let with_ledger = "--count 100 --per-level 20 --seed 1 --name l --ledger l.sqlite";
    let short = run_in(folder.path(), with_ledger).expect(3);
    let (_, command) = short
        .err
        .split_once("to go on from here: factory ")
        .unwrap();
    run_in(folder.path(), command.lines().next().unwrap()).expect(3);
    assert!(folder.path().join("output/l-to-250/pack.json").exists());
    let json = run_in(folder.path(), "--count 100 --per-level 20 --seed 2 --json").expect(3);
    let report: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(report["complete"], false);
    assert_eq!(report["seed"], "2");
    assert_eq!(report["levels"].as_array().unwrap().len(), 5);
}

#[test]
fn quiet_says_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let said = run_in(folder.path(), "--count 50 --quiet").expect(0);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
}

/// A run gives no estimate for levels of which no puzzle was found.
#[test]
fn a_level_that_never_comes_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let said = run_in(at, "--count 30 --seed 1 --clues 45..50 --level very-hard=5").expect(3);
    assert!(said.err.contains("very-hard: 0 of 5"), "{}", said.err);
    assert!(!said.err.contains("extend"), "{}", said.err);
    let said = run_in(at, "--count 30 --seed 1 --name some --level easy=500").expect(3);
    assert!(
        said.err.contains("factory extend output/some"),
        "{}",
        said.err
    );
}

/// The closing report of a run fits a terminal with 80 columns.
#[test]
fn the_closing_report_fits_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let said = run_in(folder.path(), "--count 9,000 --clues 40 --seed 1").expect(0);
    for line in said.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_exit_1() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    run_in(folder.path(), "--count 10 --out file/below")
        .expect(1)
        .complains(&["file/below", "--out"]);
}

/// A run goes on if nobody reads its log any more.
#[test]
fn a_closed_standard_error_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_factory");
    let run = |arguments: &str| {
        let line =
            format!("'{program}' {arguments} 2>&1 >/dev/null | true; echo ${{PIPESTATUS[0]}}");
        let shell = std::process::Command::new("bash")
            .current_dir(folder.path())
            .args(["-c", &line])
            .output()
            .unwrap();
        String::from_utf8(shell.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(run("--count 300 --seed 1"), "0");
    assert_eq!(run("--count 100 --per-level 20 --seed 2"), "3");
    assert_eq!(run("--coutn 1"), "2");
}

#[test]
fn time_too_short_for_a_candidate_makes_no_pack() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 100 --create diagonal-all --seed 1 --timeout 1ms";
    let said = run_in(folder.path(), job).expect(3);
    assert!(said.out.contains("not made"), "{}", said.out);
    assert_eq!(
        fs::read_dir(folder.path().join("output")).unwrap().count(),
        0
    );
}
