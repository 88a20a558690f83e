//! Tests hints and steps of the technique ladder, in the forms for people and in those for programs.

use crate::factory::{feed, run_in, run_words};
use serde_json::Value;
use std::fs;
use std::path::Path;

const GIVENS: &str = include_str!("../examples/givens.txt");
const STATE: &str = include_str!("../examples/state.txt");
const MARKS: &str = include_str!("../examples/marks.txt");

fn files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("givens", GIVENS), ("state", STATE), ("marks", MARKS)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn a_hint_says_a_step_more_at_each_level() {
    let folder = files();
    let said = |level: &str| {
        let arguments = format!("hint marks --level {level}");
        run_in(folder.path(), &arguments).expect(0).out
    };
    let levels = ["nudge", "where", "what", "why"].map(said);
    assert!(levels.iter().all(|text| text.lines().count() == 1));
    assert_eq!(said("all"), levels.concat());
    assert!(
        !levels[0].contains(|c: char| c.is_ascii_digit()),
        "a nudge names no cell"
    );
    let json = |level: &str| -> Value {
        let arguments = format!("hint marks --json --level {level}");
        serde_json::from_str(&run_in(folder.path(), &arguments).expect(0).out).unwrap()
    };
    assert_eq!(json("nudge")["step"], Value::Null);
    assert_eq!(json("nudge")["text"].as_object().unwrap().len(), 1);
    let all = json("all");
    assert_eq!(all["step"]["text"], all["text"]);
    let levels = run_in(folder.path(), "hint marks --level more").expect(2);
    levels.complains(&["more", "nudge, where, what, why, all"]);
}

#[test]
fn wrong_entries_are_counted_at_the_nudge_and_named_after_it() {
    let folder = files();
    let hint = |more: &str| {
        let arguments = format!("hint state --givens givens {more}");
        run_in(folder.path(), &arguments).expect(0).out
    };
    assert!(hint("--level nudge").starts_with("1 entry is wrong.\n"));
    assert!(hint("").starts_with("1 entry is wrong: r5c7.\n"));
    let nudge: Value = serde_json::from_str(&hint("--json --level nudge")).unwrap();
    assert_eq!(
        (&nudge["wrong_entries"], &nudge["wrong"]),
        (&1.into(), &Value::Null)
    );
    let all: Value = serde_json::from_str(&hint("--json")).unwrap();
    assert_eq!(all["wrong"][0]["name"], "r5c7");
}

#[test]
fn a_state_without_a_hint_is_one_line_and_its_code() {
    let folder = files();
    let blank = ".".repeat(81);
    let twice = format!("55{}", &blank[2..]);
    let hint = |state: &str| run_words(folder.path(), &["hint", state]);
    hint(&blank)
        .expect(65)
        .complains(&["more than one solution"]);
    hint(&twice)
        .expect(65)
        .complains(&["5 stands twice in row 1", "givens"]);
    hint(STATE.trim()).expect(65).complains(&["no solution"]);
    hint("nothing")
        .expect(2)
        .complains(&["neither a grid of 81 cells nor a file"]);
    let marks = MARKS.replacen('2', "0", 1);
    feed(folder.path(), "hint -", marks.as_bytes())
        .expect(65)
        .complains(&["0 is not a candidate"]);
    let changed = format!("{}9{}", &GIVENS[..4], &GIVENS[5..81]);
    let said = run_words(folder.path(), &["hint", &changed, "--givens", "givens"]);
    said.expect(65)
        .complains(&["r1c5 is 9, but 4 is given there"]);
}

#[test]
fn hints_are_not_drawn_over_other_files_unless_forced() {
    let folder = files();
    let draw = "hint marks --svg hint.svg";
    run_in(folder.path(), draw).expect(0);
    assert!(is_svg(&folder.path().join("hint.svg")));
    run_in(folder.path(), draw).expect(0);
    fs::write(folder.path().join("hint.svg"), "mine").unwrap();
    run_in(folder.path(), draw).expect(2);
    run_in(folder.path(), &format!("{draw} --force")).expect(0);
}

fn is_svg(file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap();
    text.starts_with("<svg") && text.ends_with("</svg>\n")
}

#[test]
fn the_ladders_path_is_asked_for_by_name() {
    let folder = files();
    let rate = |more: &str| run_in(folder.path(), &format!("rate givens --json {more}"));
    let steps = |more: &str| -> Value {
        let object: Value = serde_json::from_str(&rate(more).expect(0).out).unwrap();
        object["steps"].clone()
    };
    assert_eq!(steps("--steps"), steps("--steps=rules"));
    assert!(steps("--steps")[0]["rule"].is_string());
    let techniques = steps("--steps=techniques");
    assert!(techniques[0]["technique"].is_string());
    let count = techniques.as_array().unwrap().len();
    rate("--steps=paths")
        .expect(2)
        .complains(&["rules, techniques"]);
    let text = run_in(folder.path(), "rate givens --steps=techniques")
        .expect(0)
        .out;
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("      "))
            .count(),
        count
    );
    let draw = |step: usize| {
        let arguments = format!("show givens --step {step} --svg {step}.svg");
        run_in(folder.path(), &arguments)
    };
    draw(count).expect(0);
    assert!(is_svg(&folder.path().join(format!("{count}.svg"))));
    draw(count + 1).expect(2).complains(&["the path has"]);
    run_in(folder.path(), "show givens --step 1").expect(2);
}

#[test]
fn packs_are_exported_with_the_ladders_steps() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--count 60 --seed 7 --name p").expect(0);
    let export = |form: &str| {
        let arguments = format!("export output/p --to jsonl --steps={form}");
        let out = run_in(folder.path(), &arguments).expect(0).out;
        let objects = out.lines().map(|line| serde_json::from_str(line).unwrap());
        objects.collect::<Vec<Value>>()
    };
    let (full, compact) = (export("techniques"), export("techniques-compact"));
    assert_eq!(full.len(), 60);
    for (full, compact) in full.iter().zip(&compact) {
        let (full, compact) = (&full["steps"], &compact["steps"]);
        let placed = |step: &Value| step["sets"].as_array().unwrap().len();
        let sets: usize = full.as_array().unwrap().iter().map(placed).sum();
        let texts = compact.as_array().unwrap().iter();
        let compact_sets: usize = texts
            .map(|it| it.as_str().unwrap().matches('=').count())
            .sum();
        assert_eq!(sets, compact_sets);
        assert!(compact.to_string().len() < full.to_string().len() / 20);
    }
    let show = "show output/p --limit 1 --steps=techniques --json";
    let shown: Value = serde_json::from_str(&run_in(folder.path(), show).expect(0).out).unwrap();
    assert!(shown["steps"][0]["technique"].is_string());
}
