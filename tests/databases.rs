//! Tests exports for other programs: SQLite databases, JSON documents and solving paths. Even a large database is
//! written with little memory.

use crate::factory::{factory, feed, run_in};
use crate::shuffling::objects;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use sudoku_factory::grid::Board;

fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    run_in(
        folder.path(),
        "--per-level 10 --seed 3 --ratings time --name p --quiet",
    )
    .expect(0);
    folder
}

fn opened(path: &Path) -> Connection {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

/// Returns the rows of a query, with their values as JSON.
fn rows(database: &Connection, sql: &str) -> Vec<Vec<Value>> {
    let mut statement = database.prepare(sql).unwrap();
    let columns = statement.column_count();
    let value = |value| match value {
        rusqlite::types::Value::Null => Value::Null,
        rusqlite::types::Value::Integer(it) => json!(it),
        rusqlite::types::Value::Real(it) => json!(it),
        rusqlite::types::Value::Text(it) => json!(it),
        rusqlite::types::Value::Blob(_) => panic!("no blobs here"),
    };
    let found = statement.query_map([], |row| {
        Ok((0..columns).map(|n| value(row.get(n).unwrap())).collect())
    });
    found.unwrap().map(Result::unwrap).collect()
}

#[test]
fn a_database_holds_all_that_is_known() {
    let folder = pack();
    let at = folder.path();
    run_in(at, "export output/p --to sqlite --steps -o p.sqlite").expect(0);
    let truth = run_in(at, "export output/p --to jsonl --steps").expect(0);
    let truth = objects(&truth.out);
    let database = opened(&at.join("p.sqlite"));
    assert_eq!(
        rows(&database, "PRAGMA integrity_check"),
        [[json!("ok")]],
        "SQLite's own judgement"
    );
    let fields = [
        "id",
        "puzzle",
        "solution",
        "clues",
        "level",
        "level_name",
        "d",
        "hardest_rule",
        "freedom",
        "grade",
        "minutes",
    ];
    let found = rows(
        &database,
        &format!("SELECT {} FROM puzzles ORDER BY key", fields.join(", ")),
    );
    let expected: Vec<Vec<Value>> = truth
        .iter()
        .map(|object| fields.iter().map(|&name| object[name].clone()).collect())
        .collect();
    assert_eq!(found, expected);
    let numbers = rows(
        &database,
        "SELECT no FROM puzzles WHERE level_name = 'hard' ORDER BY key",
    );
    assert_eq!(
        numbers,
        (1..=10).map(|n| vec![json!(n)]).collect::<Vec<_>>()
    );
    let used = rows(
        &database,
        "SELECT coalesce(sum(times), 0) FROM puzzles LEFT JOIN rules ON puzzle_key = key GROUP BY key ORDER BY key",
    );
    for (sum, object) in used.iter().zip(&truth) {
        let counts = object["used"].as_array().unwrap();
        let expected: u64 = counts.iter().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(sum[0], expected);
    }
    let steps = rows(&database, "SELECT count(*) FROM steps");
    let expected: usize = truth
        .iter()
        .map(|it| it["steps"].as_array().unwrap().len())
        .sum();
    assert_eq!(steps[0][0], expected);
}

#[test]
fn a_database_is_the_same_twice_and_has_its_indexes() {
    let folder = pack();
    let at = folder.path();
    run_in(at, "export output/p --to sqlite --steps -o p.sqlite").expect(0);
    let database = opened(&at.join("p.sqlite"));
    // What the documents show: a question in SQL, answered by an index.
    let plan = rows(
        &database,
        "EXPLAIN QUERY PLAN SELECT puzzle FROM puzzles JOIN rules ON puzzle_key = key WHERE rule = 'x-wing'",
    );
    assert!(
        plan[0][3].as_str().unwrap().contains("rules_by_rule"),
        "{plan:?}"
    );
    let about = rows(&database, "SELECT value FROM about WHERE name = 'seed'");
    assert_eq!(about, [[json!("3")]]);
    // The same pack, the same bytes; and standard output gets them, too.
    run_in(at, "export output/p --to sqlite --steps -o again.sqlite").expect(0);
    let bytes = fs::read(at.join("p.sqlite")).unwrap();
    assert!(bytes == fs::read(at.join("again.sqlite")).unwrap());
    let mut command = factory();
    command
        .current_dir(at)
        .args(["export", "output/p", "--to", "sqlite", "--steps"]);
    assert!(command.output().unwrap().stdout == bytes);
}

/// Applied one after another, the steps in an exported database lead to the solution of the puzzle.
#[test]
fn steps_of_a_database_can_be_replayed() {
    let folder = pack();
    let at = folder.path();
    run_in(at, "export output/p --to sqlite --steps -o p.sqlite").expect(0);
    let database = opened(&at.join("p.sqlite"));
    for row in rows(&database, "SELECT key, puzzle, solution FROM puzzles") {
        let mut cells: Vec<char> = row[1].as_str().unwrap().chars().collect();
        let sql = format!(
            "SELECT value FROM steps, json_each(placed) WHERE puzzle_key = {} ORDER BY no",
            row[0]
        );
        for placed in rows(&database, &sql) {
            let mark = placed[0].as_u64().unwrap();
            cells[mark as usize / 10] = char::from_digit(mark as u32 % 10, 10).unwrap();
        }
        assert_eq!(cells.iter().collect::<String>(), row[2].as_str().unwrap());
    }
}

#[test]
fn a_list_becomes_a_database_of_puzzles_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let list = format!("{}\n{}\n", crate::exporting::EASY, ".".repeat(81));
    feed(
        at,
        "convert --to sqlite --solve -o l.sqlite",
        list.as_bytes(),
    )
    .expect(0);
    let database = opened(&at.join("l.sqlite"));
    let found = rows(
        &database,
        "SELECT no, puzzle, solution IS NULL, level, d FROM puzzles",
    );
    assert_eq!(
        found[0],
        [
            json!(1),
            json!(crate::exporting::EASY),
            json!(0),
            json!(null),
            json!(null)
        ]
    );
    assert_eq!(found[1][2], 1, "several solutions are none");
    let json = feed(at, "convert --to sqlite --json", list.as_bytes()).expect(2);
    json.complains(&["sqlite", "--out"]);
}

#[test]
fn json_is_one_array_of_the_objects_of_json_lines() {
    let folder = pack();
    let at = folder.path();
    let lines = run_in(at, "export output/p --to jsonl").expect(0);
    let document = run_in(at, "export output/p --to json").expect(0);
    let document: Value = serde_json::from_str(&document.out).unwrap();
    assert_eq!(document.as_array().unwrap(), &objects(&lines.out));
    let none = run_in(at, "export output/p --to json --where clues<17").expect(3);
    assert_eq!(none.out, "[]\n");
    // It is read again, as it stands.
    run_in(at, "export output/p --to json -o p.json").expect(0);
    let puzzles = run_in(at, "export output/p --to line").expect(0);
    assert_eq!(
        run_in(at, "convert --to line p.json").expect(0).out,
        puzzles.out
    );
}

#[test]
fn compact_steps_say_the_same_in_little_room() {
    let folder = pack();
    let at = folder.path();
    let of = |form: &str| {
        run_in(at, &format!("export output/p --to jsonl {form}"))
            .expect(0)
            .out
    };
    let (full, compact, bare) = (of("--steps"), of("--steps=compact"), of(""));
    assert_eq!(full, of("--steps=full"));
    let marks = |step: &Value, name: &str| -> Value {
        let marks = step[name].as_array().unwrap().iter();
        marks
            .map(|it| json!(10 * it["cell"].as_u64().unwrap() + it["digit"].as_u64().unwrap()))
            .collect()
    };
    let house = |name: &Value| {
        let (kind, number) = name.as_str().unwrap().split_once(' ').unwrap();
        let first = ["row", "column", "box"]
            .iter()
            .position(|it| *it == kind)
            .unwrap();
        json!(9 * first + number.parse::<usize>().unwrap() - 1)
    };
    for (full, compact) in objects(&full).iter().zip(objects(&compact)) {
        let steps = full["steps"].as_array().unwrap().iter();
        let expected: Value = steps
            .map(|step| {
                let houses: Vec<Value> = step["houses"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(house)
                    .collect();
                json!([
                    step["rule"],
                    houses,
                    step["cells"],
                    step["digits"],
                    marks(step, "placements"),
                    marks(step, "eliminations")
                ])
            })
            .collect();
        assert_eq!(compact["steps"], expected);
        let puzzle: Board = full["puzzle"].as_str().unwrap().parse().unwrap();
        assert_eq!(
            puzzle.clue_count() as u64,
            compact["clues"].as_u64().unwrap()
        );
    }
    let (full, compact) = (full.len() - bare.len(), compact.len() - bare.len());
    assert!(4 * compact < full, "{compact} of {full} bytes");
    run_in(at, "export output/p --to jsonl --steps=short")
        .expect(2)
        .complains(&["full or compact", "short"]);
    run_in(at, "export output/p --to csv --steps=compact")
        .expect(2)
        .complains(&["--steps", "json, jsonl or sqlite"]);
}

/// Neither a killed export to a database nor a finished one leaves a temporary file.
#[cfg(target_os = "linux")]
#[test]
fn a_database_leaves_no_temporary_file() {
    let folder = pack();
    let at = folder.path();
    fs::create_dir(at.join("scratch")).unwrap();
    let factory = factory();
    let run = |limit: &str| {
        let shell = format!(
            "ulimit -c 0; {limit} SQLITE_TMPDIR=scratch exec {} export output/p --to sqlite --steps -o p.sqlite",
            factory.get_program().display()
        );
        let mut command = std::process::Command::new("sh");
        command
            .current_dir(at)
            .args(["-c", &shell])
            .output()
            .unwrap()
            .status
    };
    assert_eq!(run("ulimit -f 60; trap '' XFSZ;").code(), Some(75));
    assert!(!run("ulimit -f 60;").success());
    assert!(!at.join("p.sqlite").exists());
    assert!(run("").success());
    assert_eq!(fs::read_dir(at.join("scratch")).unwrap().count(), 0);
    fs::remove_dir(at.join("scratch")).unwrap();
    assert!(run("").success(), "another folder serves");
}

/// An export to a database is written as a stream: the output is many times larger than the memory that the
/// program may use.
#[cfg(target_os = "linux")]
#[test]
fn a_large_database_takes_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--count 5000 --seed 3 --name p --quiet").expect(0);
    let factory = factory();
    let shell = format!(
        "ulimit -d 12000; {} export output/p --to sqlite --steps | wc -c",
        factory.get_program().display()
    );
    let mut command = std::process::Command::new("sh");
    let output = command
        .current_dir(folder.path())
        .args(["-c", &shell])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let bytes = String::from_utf8(output.stdout).unwrap();
    let bytes: u64 = bytes.trim().parse().unwrap();
    assert!(
        said.is_empty() && bytes > 14_000_000,
        "{bytes} bytes; {said}"
    );
}

#[test]
fn a_database_holds_steps_of_techniques_in_both_forms() {
    let folder = pack();
    let at = folder.path();
    for form in ["techniques", "techniques-compact"] {
        run_in(
            at,
            &format!("export output/p --to sqlite --steps={form} -o {form}.sqlite"),
        )
        .expect(0);
        let lines = run_in(at, &format!("export output/p --to jsonl --steps={form}")).expect(0);
        let database = opened(&at.join(format!("{form}.sqlite")));
        let mut found = rows(
            &database,
            "SELECT puzzle_key, no, technique, step FROM technique_steps ORDER BY 1, 2",
        )
        .into_iter();
        for (key, object) in (1..).zip(objects(&lines.out)) {
            for (no, step) in (1..).zip(object["steps"].as_array().unwrap()) {
                let row = found.next().unwrap();
                assert_eq!((&row[0], &row[1]), (&json!(key), &json!(no)));
                let text = row[3].as_str().unwrap();
                match step.as_str() {
                    Some(short) => assert_eq!(text, short),
                    None => {
                        assert_eq!(row[2], step["technique"]);
                        assert_eq!(&serde_json::from_str::<Value>(text).unwrap(), step);
                    }
                }
            }
        }
        assert_eq!(found.next(), None);
        let rules = rows(&database, "SELECT count(*) FROM steps");
        assert_eq!(rules, [[json!(0)]]);
    }
}
