//! Tests that puzzles can be turned and relabelled, and are recognized afterwards.

use crate::exporting::{EASY, PUZZLE};
use crate::factory::{feed, run_in};
use serde_json::Value;
use sudoku_factory::grid::Board;

pub fn objects(lines: &str) -> Vec<Value> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn shuffled_puzzles_have_the_id_of_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let two = format!("{EASY}\n{PUZZLE}\n");
    let said = feed(folder.path(), "shuffle --count 3 --seed 9", two.as_bytes()).expect(0);
    let shuffled: Vec<&str> = said.out.lines().collect();
    assert_eq!(shuffled.len(), 6);
    let clues = |line: &str| line.parse::<Board>().unwrap().clue_count();
    assert!(shuffled[..3].iter().all(|line| clues(line) == clues(EASY)));
    assert!(
        shuffled[3..]
            .iter()
            .all(|line| clues(line) == clues(PUZZLE))
    );

    let all = format!("{two}{}", said.out);
    let canon = objects(
        &feed(folder.path(), "canon --json", all.as_bytes())
            .expect(0)
            .out,
    );
    let ids: Vec<&str> = canon
        .iter()
        .map(|form| form["id"].as_str().unwrap())
        .collect();
    assert_ne!(ids[0], ids[1]);
    assert_eq!(ids[2..5], [ids[0]; 3]);
    assert_eq!(ids[5..], [ids[1]; 3]);
    assert!(ids.iter().all(|id| id.len() == 32));
    assert_eq!(canon[0]["canonical"], canon[4]["canonical"]);

    // The same seed gives the same copies, and more of them begin alike.
    let fewer = feed(folder.path(), "shuffle --count 2 --seed 9", two.as_bytes()).expect(0);
    let begins: Vec<&str> = fewer.out.lines().collect();
    assert_eq!(begins, [&shuffled[..2], &shuffled[3..5]].concat());
    let json = feed(folder.path(), "shuffle --seed 9 --json", two.as_bytes()).expect(0);
    let json = objects(&json.out);
    assert_eq!(json[1]["shuffled"], shuffled[3]);
    assert_eq!(
        (&json[1]["copy"], &json[1]["seed"]),
        (&1.into(), &"9".into())
    );
    assert_eq!(json[1]["transform"]["rows"].as_array().unwrap().len(), 9);
}

#[test]
fn a_shuffle_without_a_seed_tells_the_one_it_drew() {
    let folder = tempfile::tempdir().unwrap();
    let said = feed(folder.path(), "shuffle", EASY.as_bytes()).expect(0);
    said.complains(&["--seed"]);
    let seed = said.err.trim_end().rsplit(' ').next().unwrap();
    let again = feed(
        folder.path(),
        &format!("shuffle --seed {seed}"),
        EASY.as_bytes(),
    );
    assert_eq!(again.expect(0).out, said.out);
    run_in(folder.path(), "shuffle --count 0")
        .expect(2)
        .complains(&["--count is 0"]);
}

#[test]
fn without_exactly_one_solution_there_is_no_id() {
    let folder = tempfile::tempdir().unwrap();
    let clash = EASY.replacen("53", "55", 1);
    let input = format!("{}\n{clash}\n{EASY}\n", ".".repeat(81));
    let said = feed(folder.path(), "canon", input.as_bytes()).expect(0);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].ends_with("# no id: more than one solution"));
    assert!(lines[1].contains("# no id: no solution: 5 stands twice in row 1"));
    assert!(lines[2].ends_with("  1 symmetry of the solution"));
    let json = objects(
        &feed(folder.path(), "canon --json", input.as_bytes())
            .expect(0)
            .out,
    );
    assert_eq!(json[0]["id"], Value::Null);
    assert_eq!(json[0]["reason"], "more than one solution");
    assert_eq!(json[2]["reason"], Value::Null);
    assert_eq!(json[2]["solution_symmetries"], 1);
}

#[test]
fn isomorphs_are_dropped_from_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let copies =
        |line: &str| feed(folder.path(), "shuffle --count 2 --seed 4", line.as_bytes()).out;
    let list = format!(
        "{}{PUZZLE}\n{}\nnonsense\n{}{EASY}\n{0}",
        copies(PUZZLE),
        ".".repeat(81),
        copies(EASY)
    );
    let kept = [1, 4, 6].map(|line| list.lines().nth(line - 1).unwrap());
    let said = feed(folder.path(), "canon --unique", list.as_bytes()).expect(3);
    let shown: Vec<&str> = said.out.lines().map(|line| &line[..81]).collect();
    assert_eq!(shown, kept, "the first of each, as it came");
    assert!(
        said.err.contains("6 forms of earlier puzzles dropped"),
        "{}",
        said.err
    );
    assert!(said.err.contains("line 5"), "{}", said.err);
    // What was kept has nothing to drop, in any number of threads.
    let again = feed(
        folder.path(),
        "canon --unique --threads 3",
        said.out.as_bytes(),
    );
    assert_eq!(again.out, said.out);
    assert!(again.err.is_empty(), "{}", again.err);
}
