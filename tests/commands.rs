//! Tests the commands that people type, and the output that people see.

use crate::factory::{feed, run_in, run_words};
use insta::assert_snapshot;
use serde_json::Value;
use std::fs;

const GOOD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

fn objects(lines: &str) -> Vec<Value> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn nothing_asked_shows_what_there_is_to_ask() {
    let folder = tempfile::tempdir().unwrap();
    let said = run_in(folder.path(), "").expect(2);
    assert!(said.err.contains("Usage: factory"), "the help is shown");
    let last = said.err.lines().last().unwrap();
    assert!(
        last.contains("--count") && last.contains("--per-level"),
        "{last}"
    );
    assert!(!folder.path().join("output").exists(), "no work was done");
}

#[test]
fn misspelt_words_are_hinted() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &str| run_in(folder.path(), arguments).expect(2).err;
    assert_snapshot!(said("--coutn 5"), @"factory: unexpected argument '--coutn' found; tip: a similar argument exists: '--count' (see factory --help)");
    assert_snapshot!(said("rat"), @"factory: unrecognized subcommand 'rat'; tip: a similar subcommand exists: 'rate' (see factory --help)");
    assert_snapshot!(said("--count 5 --symmetry roate180"), @r#"factory: invalid value 'roate180' for '--symmetry <KIND>': no symmetry is called "roate180"; there are none, rotate180, rotate90, mirror-horizontal, mirror-vertical, diagonal, anti-diagonal, full (see factory --help)"#);
    assert_snapshot!(said("--count 5 --level tough=3"), @r#"factory: no level is called "tough"; the levels of scheme wu are easy, fairly-easy, moderate, hard, very-hard, or 1 to 5"#);
    assert_snapshot!(said("--count five"), @r#"factory: invalid value 'five' for '--count <N>': "five" is not a count; write a whole number such as 100000, 100,000, 1e5 or 100k (see factory --help)"#);
    assert_snapshot!(said("--count 0"), @"factory: --count is 0; it must be at least 1");
    assert_snapshot!(said("--count 5 --per-level 0"), @"factory: --per-level is 0; it must be at least 1");
    assert_snapshot!(said("rate --scheme wo"), @r#"factory: no scheme is called "wo"; the schemes are wu, wu-strict, wu-literal, clues, blanks, blanks-first, freedom, freedom-printed, freedom-first, grade, grade-printed, grade-letters, stuart, hardest-rule, qqwing, hodoku, logic, time, se, hodoku-like, people"#);
}

#[test]
fn an_error_is_one_line_whatever_names_it_quotes() {
    let folder = tempfile::tempdir().unwrap();
    let said = run_words(folder.path(), &["stats", "no\nsuch\u{1b}[31mpack"]).expect(2);
    let expected = "no\u{FFFD}such\u{FFFD}[31mpack";
    assert!(said.err.contains(expected), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
}

#[test]
fn a_malformed_line_costs_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{GOOD}\n{}\n{GOOD}\n", GOOD.replace('8', "k"));
    let said = feed(folder.path(), "solve", input.as_bytes()).expect(3);
    assert_eq!(said.out.matches("the only solution").count(), 2);
    assert_snapshot!(said.err, @"factory: standard input: line 2, column 7: expected a digit from 1 to 9 or a blank (. 0 _ * X - or a space), found 'k'");
    let strict = feed(folder.path(), "solve --strict", input.as_bytes()).expect(65);
    assert_eq!(strict.out.matches("the only solution").count(), 1);
    let json = objects(
        &feed(folder.path(), "solve --json", input.as_bytes())
            .expect(3)
            .out,
    );
    assert_eq!(json.len(), 3, "one object for each input");
    assert_eq!(json[1]["line"], 2);
    assert!(json[1]["error"].as_str().unwrap().contains("'k'"));
    assert_eq!(json[2]["solution"], SOLUTION);
}

#[test]
fn solutions_are_counted_up_to_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let empty = ".".repeat(81);
    let input = format!("{GOOD}\n{empty}\n{}\n", GOOD.replacen('.', "4", 1));
    let said = feed(folder.path(), "solve --limit 5 --json", input.as_bytes()).expect(0);
    let found = objects(&said.out);
    let counts: Vec<_> = found
        .iter()
        .map(|object| object["solutions"].clone())
        .collect();
    assert_eq!(counts, [1, 5, 0]);
    assert_eq!(found[2]["solution"], Value::Null);
    let text = feed(folder.path(), "solve", input.as_bytes()).expect(0).out;
    assert_snapshot!(text, @"
    417369825632158947958724316825437169791586432346912758289643571573291684164875293  the only solution
    123456789456789123789123456214835967835697214697214538342578691568941372971362845  one of at least 2
    44....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......  no solution: 4 stands twice in row 1 (r1c1 and r1c2)
    ");
    run_in(folder.path(), "solve --limit 0")
        .expect(2)
        .complains(&["--limit"]);
}

#[test]
fn ratings_say_what_scripts_rely_on() {
    let folder = tempfile::tempdir().unwrap();
    let input = format!("{GOOD}\n{}\n{SOLUTION}\n", ".".repeat(81));
    let said = feed(folder.path(), "rate --json", input.as_bytes()).expect(0);
    let found = objects(&said.out);
    assert_eq!(found[0]["solution"], SOLUTION);
    assert_eq!(found[0]["schema"], 1);
    assert_eq!(found[0]["rules"].as_array().unwrap().len(), 14);
    assert_eq!(found[0]["used"].as_array().unwrap().len(), 14);
    assert!(found[0]["d"].as_f64().unwrap() > 1.0);
    assert_eq!(found[1]["solutions"], 2);
    assert_eq!(found[1]["level"], Value::Null);
    assert_eq!(
        (&found[2]["d"], &found[2]["level_name"]),
        (&1.0.into(), &"easy".into())
    );
    let text = feed(folder.path(), "rate", input.as_bytes()).expect(0).out;
    assert_snapshot!(text, @"
    4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......  moderate     D  4.5444  17 clues  3e600d7f8a7f5c69948736a0415d350e
    .................................................................................  more than one solution
    417369825632158947958724316825437169791586432346912758289643571573291684164875293  easy         D  1.0000  81 clues  4d5a2c2f40f326b0dd6f69eb2d116336
    ");
}

#[test]
fn steps_are_one_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let said = feed(folder.path(), "rate --steps", easy.as_bytes())
        .expect(0)
        .out;
    let first: Vec<&str> = said.lines().take(6).collect();
    assert_snapshot!(first.join("\n"), @"
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79  easy         D  1.0000  30 clues  c87d31d6962c83d338e5f07af3a1ed01
       1. naked single 5 in r5c5: r5c5=5
       2. naked single 7 in r7c6: r7c6=7
       3. naked single 3 in r8c8: r8c8=3
       4. naked single 4 in r7c9: r7c9=4
       5. naked single 9 in r6c4: r6c4=9
    ");
    let json = feed(folder.path(), "rate --steps --json", easy.as_bytes()).expect(0);
    let steps = objects(&json.out)[0]["steps"].as_array().unwrap().len();
    assert_eq!(steps, said.lines().count() - 1);
}

#[test]
fn packs_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    run_in(
        folder.path(),
        "make --count 300 --level easy=2 --level hard=2 --seed 1",
    )
    .expect(0);
    assert_snapshot!(run_in(folder.path(), "show output/sudoku-1").expect(0).out, @"
    output/sudoku-1

    seed 1, scheme wu, 15 candidates looked at

     level        puzzles   yield
     easy               2  20.0 %
     fairly-easy        0  33.3 %
     moderate           0   6.7 %
     hard               2  13.3 %
     very-hard          0  26.7 %

    factory show output/sudoku-1 --level hard --limit 3    draws some of its puzzles
    ");
    let drawn = run_in(
        folder.path(),
        "show output/sudoku-1 --level hard --limit 1 --solution",
    );
    assert_snapshot!(drawn.expect(0).out, @"
    # hard no. 1   4716d9cf81183db0a57ebc61fc0c74d4   candidate 8   24 clues   D 9.59

    . 8 1 | . 2 . | . 6 .     5 8 1 | 9 2 7 | 4 6 3
    3 . . | 1 5 6 | . . .     3 2 4 | 1 5 6 | 9 8 7
    . . 9 | . . . | . . .     6 7 9 | 3 4 8 | 2 5 1
    ------+-------+------     ------+-------+------
    . . . | . . . | 1 7 .     4 5 6 | 8 3 9 | 1 7 2
    9 . . | . . . | 5 . .     9 1 8 | 7 6 2 | 5 3 4
    . . . | . . 4 | . . .     2 3 7 | 5 1 4 | 6 9 8
    ------+-------+------     ------+-------+------
    7 . 3 | . . . | . . .     7 6 3 | 2 9 1 | 8 4 5
    . . 2 | . 7 5 | . . 6     8 9 2 | 4 7 5 | 3 1 6
    . 4 . | . 8 3 | . . 9     1 4 5 | 6 8 3 | 7 2 9
    ");
    let json = objects(
        &run_in(folder.path(), "show output/sudoku-1 --json")
            .expect(0)
            .out,
    );
    assert_eq!(json.len(), 4);
    assert_eq!(json[3]["level_name"], "hard");
    run_in(folder.path(), "show nowhere")
        .expect(1)
        .complains(&["nowhere"]);
    let drawn = feed(folder.path(), "show -", GOOD.as_bytes()).expect(0).out;
    assert!(drawn.contains("4 . . | . . . | 8 . 5"), "{drawn}");
}

/// Every command that takes a pack reports a misspelled name together with the names of the existing packs.
#[test]
fn a_misspelled_pack_is_told_with_its_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in ["monday", "tuesday"] {
        run_in(at, &format!("--count 20 --seed 1 --quiet --name {name}")).expect(0);
    }
    for command in [
        "export output/monady --to line",
        "book output/monady",
        "show output/monady",
        "show output/monady --limit 1",
        "stats output/monady",
        "take output/monady --name x",
        "extend output/monady --count 30",
    ] {
        let said = run_in(at, command).expect(2);
        assert_eq!(
            said.err, "factory: output/monady: no such pack; packs in output: monday, tuesday\n",
            "{command}"
        );
    }
    run_in(at, "export elsewhere/monday --to line")
        .expect(2)
        .complains(&["elsewhere/monday: no such pack"]);
}

/// A count can be typed in the form in which the program prints it, such as 100,000.
#[test]
fn counts_are_read_as_they_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let made = |count: &str, name: &str| {
        let command = format!("--count {count} --seed 1 --name {name} --json");
        let said = run_in(at, &command).expect(0);
        let report: Value = serde_json::from_str(&said.out).unwrap();
        report["candidates"].as_u64().unwrap()
    };
    assert_eq!(made("1,000", "a"), 1000);
    assert_eq!(made("4e1", "b"), 40);
    assert_eq!(made("0.05k", "c"), 50);
    for command in [
        "export output/c --to line --limit 0.01k",
        "export output/c --to line --skip 4e1",
        "show output/c --json --limit 1e1",
    ] {
        assert_eq!(
            run_in(at, command).expect(0).out.lines().count(),
            10,
            "{command}"
        );
    }
    let extended = run_in(at, "extend output/a --count 1,010 --json").expect(0);
    assert!(
        extended.out.contains("\"candidates\":1010,"),
        "{}",
        extended.out
    );
    run_in(at, "--count ten")
        .expect(2)
        .complains(&["\"ten\" is not a count", "100,000", "100k"]);
    run_in(at, "--level hard=1.5")
        .expect(2)
        .complains(&["hard=1.5", "not a count"]);
    run_in(at, "--level hard=1,000")
        .expect(2)
        .complains(&["a comma ends a level", "hard=1k"]);
    for (command, known) in [("ledger", "query, import"), ("player", "fit, check")] {
        run_in(at, command).expect(2).complains(&[known]);
    }
    let job = "count = '0.2k'\nper-level = '1e3'\n[level]\neasy = '2,000'";
    fs::write(at.join("counts.toml"), job).unwrap();
    let made = run_in(at, "--job counts.toml --seed 1 --name counts --json").expect(3);
    assert!(made.out.contains("\"candidates\":200,"), "{}", made.out);
    let longer = "extend output/counts --count 300 --level easy=1,hard=500 --json";
    let longer = run_in(at, longer);
    assert!(longer.out.contains("500"), "{} {}", longer.out, longer.err);
}

#[test]
fn a_pack_shows_how_its_puzzles_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--count 50 --seed 1 --quiet").expect(0);
    let shown = run_in(at, "show output/sudoku-1 --level easy --limit 1 --steps").expect(0);
    let puzzle = run_in(
        at,
        "export output/sudoku-1 --to line --level easy --limit 1",
    )
    .expect(0);
    let rated = feed(at, "rate --steps", puzzle.out.as_bytes()).expect(0);
    let steps: Vec<&str> = rated.out.lines().skip(1).collect();
    assert!(
        steps.len() > 3 && shown.out.contains(&steps.join("\n")),
        "{}",
        shown.out
    );
    let json = run_in(
        at,
        "show output/sudoku-1 --level easy --limit 1 --steps --json",
    )
    .expect(0);
    assert_eq!(
        objects(&json.out)[0]["steps"].as_array().unwrap().len(),
        steps.len()
    );
    feed(at, "show --steps", puzzle.out.as_bytes())
        .expect(2)
        .complains(&["factory rate --steps"]);
}

#[test]
fn a_pack_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--count 200 --seed 1 --quiet").expect(0);
    run_in(folder.path(), "--count 200 --seed 1 --name twin --quiet").expect(0);
    assert_snapshot!(run_in(folder.path(), "verify output/sudoku-1").expect(0).out, @"1 pack, 200 puzzles checked, 16 of them regenerated: nothing wrong");
    let twins = run_in(folder.path(), "verify output/sudoku-1 output/twin").expect(4);
    assert!(twins.out.contains("twin"), "{}", twins.out);
    let file = folder.path().join("output/sudoku-1/1-easy.pack");
    let mut bytes = fs::read(&file).unwrap();
    bytes[1000] ^= 1;
    fs::write(&file, bytes).unwrap();
    run_in(folder.path(), "verify nowhere")
        .expect(2)
        .complains(&["nowhere"]);
    for quick in ["", " --quick"] {
        let damaged = run_in(folder.path(), &format!("verify output/sudoku-1{quick}")).expect(4);
        assert!(damaged.out.contains("1-easy.pack"), "{}", damaged.out);
    }
    run_in(folder.path(), "show output/sudoku-1 --level easy").expect(65);
}

#[test]
fn the_fingerprint_is_the_recorded_one() {
    let folder = tempfile::tempdir().unwrap();
    let recorded = include_str!("golden/fingerprint");
    assert_eq!(run_in(folder.path(), "fingerprint").expect(0).out, recorded);
}

#[test]
fn a_closed_pipe_is_success() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("many"), format!("{GOOD}\n").repeat(5000)).unwrap();
    let program = env!("CARGO_BIN_EXE_factory");
    let piped = format!("'{program}' rate many | head -n 1 >one; echo ${{PIPESTATUS[0]}} >code");
    let shell = std::process::Command::new("bash")
        .current_dir(folder.path())
        .args(["-c", &piped])
        .output()
        .unwrap();
    assert!(
        shell.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&shell.stderr)
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("code"))
            .unwrap()
            .trim(),
        "0"
    );
}

#[test]
fn a_misspelt_variable_is_hinted() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::factory::factory();
    command.env("FACTORY_SEDE", "4").args(["--count", "5"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(String::from_utf8(output.stderr).unwrap(), @"factory: the environment sets FACTORY_SEDE, which no option reads; did you mean FACTORY_SEED?");
}

#[test]
fn manual_and_completions_name_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let manual = run_in(folder.path(), "man").expect(0).out;
    let completions = run_in(folder.path(), "completions bash").expect(0).out;
    for command in ["rate", "solve", "verify", "show", "fingerprint"] {
        assert!(
            manual.contains(command) && completions.contains(command),
            "{command}"
        );
    }
}

#[test]
fn rows_boxes_and_layouts_can_be_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--count 5 --row-clues 2..4 --clues 40")
        .expect(2)
        .complains(&["2 to 4 clues in every row", "40 to 40"]);
    run_in(folder.path(), "--count 5 --dig row-limited")
        .expect(2)
        .complains(&["set clues"]);
    run_in(folder.path(), "--count 5 --row-clues 2..3 --box-clues 4..5")
        .expect(2)
        .complains(&["2 to 3 clues in every row, 4 to 5 clues in every box"]);
    let jobs = [
        ("rows", "--row-clues 2..4"),
        ("boxes", "--box-clues 1..4"),
        ("layouts", "--dig row-limited --clues 29"),
    ];
    for (name, options) in jobs {
        let job = format!("--count 40 --seed 5 --quiet --name {name} {options}");
        run_in(folder.path(), &job).expect(0);
        let pack = folder.path().join("output").join(name);
        let text = fs::read_to_string(pack.join("pack.json")).unwrap();
        let manifest: Value = serde_json::from_str(&text).unwrap();
        let dropped = manifest["dropped"]["out_of_range"].as_u64().unwrap();
        assert!(dropped < 40, "{dropped}");
        assert_eq!(dropped > 0, name != "layouts", "{dropped} of {name}");
        run_in(folder.path(), &format!("verify output/{name}")).expect(0);
    }
}

#[test]
fn bench_measures_every_work() {
    let folder = tempfile::tempdir().unwrap();
    let said = run_in(folder.path(), "bench --time 100ms --threads 3 --json").expect(0);
    let speed: Value = serde_json::from_str(&said.out).unwrap();
    let single = speed["single"].as_array().unwrap();
    assert_eq!(single.len(), 9);
    for figure in single {
        let seconds = figure["seconds"].as_f64().unwrap();
        assert!(seconds > 0.0 && seconds < 1.0, "{figure}");
    }
    let threads = speed["threads"].as_array().unwrap();
    let counts: Vec<_> = threads.iter().map(|one| &one["threads"]).collect();
    assert_eq!(counts, [1, 2, 3]);
    let calls = speed["judge_calls"].as_f64().unwrap();
    assert!((20.0..81.0).contains(&calls), "{calls}");
    let shown = run_in(folder.path(), "bench --time 100ms --threads 1").expect(0);
    assert!(shown.out.contains("the line on 1 thread"), "{}", shown.out);
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nothing is written"
    );
    run_in(folder.path(), "bench --time 10")
        .expect(2)
        .complains(&["unit"]);
    // Every processor has this one, and makes the same puzzles with it.
    let slow = run_in(
        folder.path(),
        "bench --time 100ms --threads 1 --backend portable",
    );
    let shown = slow.expect(0);
    assert!(
        shown.out.contains("the judge with portable"),
        "{}",
        shown.out
    );
    let made = |option: &str| {
        let job = format!("--count 200 --seed 3 --name p --out made{option} --backend {option} -q");
        run_in(folder.path(), &job).expect(0);
        fs::read(folder.path().join(format!("made{option}/p/pack.json"))).unwrap()
    };
    let best = speed["back_end"].as_str().unwrap();
    assert_eq!(made("portable"), made(best));
    run_in(folder.path(), "fingerprint --backend mmx")
        .expect(2)
        .complains(&["mmx", "portable, sse2, avx2, avx512"]);
}
