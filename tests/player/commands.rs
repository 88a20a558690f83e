//! Tests the commands of `factory player` as people type them.

use super::FIG_3_5;
use crate::factory::run_in;
use std::path::Path;
use sudoku_factory::grid::{Board, Candidates, Cell};
use sudoku_factory::solve::search;

fn data() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
}

#[test]
fn fit_prints_the_papers_three_searches() {
    let said = run_in(data(), "player fit wang-appendix-a.csv").expect(0);
    insta::assert_snapshot!(said.out, @"
    51 steps of 1 game

    maximum likelihood, averaged form
      naked single         λ 0.09064 ± 0.06030    1/λ  11.0329 s   in 23 steps
      hidden single        λ 0.11685 ± 0.02020    1/λ   8.5578 s   in 50 steps

    three grid searches for naked single and hidden single
      λ 0.08 0.12   r 29.0853
      λ 0.090 0.117   r 0.0553
      λ 0.0904 0.1169   r 0.0056
    ");
    let folder = tempfile::tempdir().unwrap();
    let log = data().join("wang-appendix-a.csv");
    let save = format!("player fit {} --save me.toml --json", log.display());
    let said = run_in(folder.path(), &save).expect(0);
    assert!(said.out.contains("\"r\":0.005"), "{}", said.out);
    run_in(folder.path(), &save).expect(0);
    // What is there is not written over.
    let rates = std::fs::read(folder.path().join("me.toml")).unwrap();
    std::fs::write(folder.path().join("me.toml"), "mine").unwrap();
    let again = run_in(folder.path(), &save).expect(2);
    assert!(again.err.contains("me.toml exists already") && again.err.lines().count() == 1);
    std::fs::write(folder.path().join("me.toml"), rates).unwrap();
    let time = format!("player time {FIG_3_5} --rates me.toml --form bound");
    let said = run_in(folder.path(), &time).expect(0);
    assert!(said.out.contains("51 × hidden single"), "{}", said.out);
}

#[test]
fn times_are_told_by_form() {
    let said = |options: &str| {
        let time = format!("player time {FIG_3_5} {options}");
        let out = run_in(data(), &time).expect(0).out;
        out.lines().skip(1).collect::<Vec<_>>().join("\n")
    };
    let printed = said("--form averaged,bound");
    insta::assert_snapshot!(printed, @"
      averaged       7:34.3  ± 1:03.8    (454.3 s)
      lower bound    7:16.3              (436.27 s: 51 × hidden single)
    ");
    let foreign = said("--rates average --form averaged");
    assert!(
        foreign.contains("the rates are meant for race"),
        "{foreign}"
    );
    assert_eq!(said("").lines().count(), 3);
}

#[test]
fn a_log_is_checked_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let log = data().join("wang-appendix-a.csv");
    let check = format!(
        "player check {FIG_3_5} {} --games 299 --plot lr.svg",
        log.display()
    );
    let said = run_in(folder.path(), &check).expect(0);
    assert!(said.out.contains("nothing suspicious"), "{}", said.out);
    let svg = std::fs::read_to_string(folder.path().join("lr.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("Likelihood ratio"));
    // Another file is not written over unless that is asked for.
    std::fs::write(folder.path().join("lr.svg"), "mine").unwrap();
    let again = run_in(folder.path(), &check).expect(2);
    assert!(again.err.contains("lr.svg exists already"), "{}", again.err);
    run_in(folder.path(), &format!("{check} --force")).expect(0);
    let play = format!("player simulate {FIG_3_5} --kind shuffled --seed 3");
    let game = run_in(folder.path(), &play).expect(0);
    assert_eq!(game.out, run_in(folder.path(), &play).out);
    std::fs::write(folder.path().join("s.csv"), game.out).unwrap();
    let check = format!("player check {FIG_3_5} s.csv --games 299 --json");
    let said = run_in(folder.path(), &check).expect(4);
    assert!(said.out.contains("\"suspicions\":[\"unexplained\"]"));
    // Steps that no logic explains have no sign before their 0.
    let said = run_in(folder.path(), &check.replace(" --json", "")).expect(4);
    assert!(
        said.out.contains(" 0.0000  none of the player's"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("-0.0"), "{}", said.out);
}

/// A state with the same six paths as figure 3.1 in Wang 2009, which shows its puzzle only as a picture.
const SIX_PATHS: &str =
    "9871...4.2..4....8..6...9.....76..31....95...6....1.....4..8..2.....2.631.2.5....";

#[test]
fn the_worked_example_is_printed() {
    let rates = "--rates naked-single=15,hidden-single=10";
    let paths = format!("player paths {SIX_PATHS} {rates} --seconds 10,30,120");
    let said = run_in(data(), &paths).expect(0);
    insta::assert_snapshot!(said.out, @"
    9871...4.2..4....8..6...9.....76..31....95...6....1.....4..8..2.....2.631.2.5....
    rates a second: naked single 0.0667, hidden single 0.1000

    path  cell  digit  logic          in        prior   10 s    30 s    120 s
    1     r2c6  9      hidden single  row 2     0.1875  0.1908  0.1559  0.0190
    2     r2c6  9      hidden single  box 2     0.1875  0.1908  0.1559  0.0190
    3     r3c4  5      hidden single  column 4  0.1875  0.1908  0.1559  0.0190
    4     r3c4  5      hidden single  box 2     0.1875  0.1908  0.1559  0.0190
    5     r4c6  4      naked single             0.1250  0.1184  0.1883  0.4619
    6     r8c4  9      naked single             0.1250  0.1184  0.1883  0.4619

    cell  digit  prior   10 s    30 s    120 s   LR 10 s  LR 30 s  LR 120 s
    r2c6  9      0.3750  0.3816  0.3117  0.0381  1.0000   1.0000   0.0824
    r3c4  5      0.3750  0.3816  0.3117  0.0381  1.0000   1.0000   0.0824
    r4c6  4      0.1250  0.1184  0.1883  0.4619  0.3101   0.6041   1.0000
    r8c4  9      0.1250  0.1184  0.1883  0.4619  0.3101   0.6041   1.0000
    ");
    let said = run_in(data(), &format!("{paths} --json")).expect(0);
    let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let shown = |value: &serde_json::Value| format!("{:.4}", value.as_f64().unwrap());
    let of_paths = [
        ("prior", "0.1875", "0.1250"),
        ("posterior", "0.1908", "0.1184"),
    ];
    for (key, hidden, naked) in of_paths {
        for (number, path) in object["paths"].as_array().unwrap().iter().enumerate() {
            let value = path[key].get(0).unwrap_or(&path[key]);
            let expected = if number < 4 { hidden } else { naked };
            assert_eq!(shown(value), expected, "{path}");
        }
    }
    let cells = object["cells"].as_array().unwrap();
    let printed = [
        ("r2c6", ["0.3816", "0.3117", "0.0381"]),
        ("r3c4", ["0.3816", "0.3117", "0.0381"]),
        ("r4c6", ["0.1184", "0.1883", "0.4619"]),
        ("r8c4", ["0.1184", "0.1883", "0.4619"]),
    ];
    assert_eq!(cells.len(), printed.len());
    for (cell, (name, numbers)) in cells.iter().zip(printed) {
        assert_eq!(cell["cell"], name);
        let found = cell["posterior"].as_array().unwrap().iter().map(shown);
        assert_eq!(found.collect::<Vec<_>>(), numbers);
    }
}

#[test]
fn paths_are_drawn_as_maps() {
    let folder = tempfile::tempdir().unwrap();
    let draw = format!("player paths {FIG_3_5} --seconds 5.883 --svg first.svg");
    let said = run_in(folder.path(), &draw).expect(0);
    // Figs. 3.6 and 3.7: the first step of the appendix is the likeliest.
    let row = said.out.lines().find(|line| line.starts_with("r3c5"));
    assert!(
        row.is_some_and(|row| row.ends_with("1.0000")),
        "{}",
        said.out
    );
    let svg = std::fs::read_to_string(folder.path().join("first.svg")).unwrap();
    assert_eq!(svg.matches("Probability after 5.883 s").count(), 1);
    assert_eq!(svg.matches("Likelihood ratio after 5.883 s").count(), 1);
    let cells = said
        .out
        .lines()
        .skip_while(|line| !line.starts_with("cell"))
        .skip(1)
        .count();
    assert_eq!(svg.matches("fill-opacity").count(), 2 * cells);
    run_in(folder.path(), &draw).expect(0);
    std::fs::write(folder.path().join("first.svg"), "mine").unwrap();
    run_in(folder.path(), &draw)
        .expect(2)
        .complains(&["first.svg exists already"]);
    run_in(folder.path(), &format!("{draw} --force")).expect(0);
}

/// Pencil marks with fewer candidates lead to other paths, and pencil marks that lack a digit of the solution
/// are refused.
#[test]
fn candidates_can_be_given() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle: Board = FIG_3_5.parse().unwrap();
    let solution = search::solve(&puzzle, 2).first.unwrap();
    let all = Candidates::of(&puzzle);
    // In r1c2 only the solution's digit is left, so that it is a naked single.
    let marks = |lacking: bool| -> String {
        let group = |cell: Cell| {
            let answer = solution.get(cell).unwrap();
            let kept: String = match cell.index() {
                1 => all
                    .of_cell(cell)
                    .filter(|it| (*it == answer) != lacking)
                    .map(|it| it.to_string())
                    .collect(),
                _ if puzzle.get(cell).is_some() => answer.to_string(),
                _ => all.of_cell(cell).map(|it| it.to_string()).collect(),
            };
            kept + if cell.column() % 3 == 2 { " | " } else { " " }
        };
        Cell::all().map(group).collect()
    };
    std::fs::write(folder.path().join("marks.txt"), marks(false)).unwrap();
    std::fs::write(folder.path().join("wrong.txt"), marks(true)).unwrap();
    std::fs::write(folder.path().join("short.txt"), "12 3").unwrap();
    let paths = format!("player paths {FIG_3_5} --json");
    let naked = |said: &str| {
        said.contains(r#"{"cell":"r1c2","digit":2,"house":null,"logic":"naked-single""#)
    };
    assert!(!naked(&run_in(folder.path(), &paths).expect(0).out));
    let said = run_in(folder.path(), &format!("{paths} --candidates marks.txt")).expect(0);
    assert!(naked(&said.out), "{}", said.out);
    let refused = |file| {
        run_in(folder.path(), &format!("{paths} --candidates {file}"))
            .expect(65)
            .err
    };
    assert!(refused("wrong.txt").contains("r1c2: the solution's digit is not among"));
    assert!(refused("short.txt").contains("2 groups of digits, not 81"));
}

#[test]
fn wrong_input_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("nine.csv", "1,2,9,5\n");
    write("empty.csv", "");
    write(
        "rates.toml",
        "form = \"race\"\n[rates]\nnaked-single = 1e300\n",
    );
    std::fs::write(folder.path().join("bytes.csv"), b"1,2,4,5\n\xff").unwrap();
    let said = |arguments: &str, code| {
        let err = run_in(folder.path(), arguments).expect(code).err;
        assert_eq!(err.lines().count(), 1, "{err}");
        err
    };
    let all = [
        said(&format!("player check {FIG_3_5} nine.csv"), 65),
        said(&format!("player check {FIG_3_5} empty.csv"), 65),
        said(&format!("player check {FIG_3_5} no.csv"), 1),
        said(&format!("player check {FIG_3_5} bytes.csv"), 65),
        said(&format!("player time {FIG_3_5} --rates rates.toml"), 2),
        said("player fit nine.csv", 65),
        said("player fit nine.csv --logics singles", 2),
        said(&format!("player time {}", &FIG_3_5[1..]), 2),
        said(&format!("player time {}", ".".repeat(81)), 65),
        said(&format!("player time {FIG_3_5} --rates no.toml"), 1),
        said(&format!("player time {FIG_3_5} --rates nine.csv"), 2),
        said(&format!("player check {FIG_3_5} nine.csv --games 9"), 2),
        said(
            &format!("player check {FIG_3_5} nine.csv --false-alarms 2"),
            2,
        ),
        said(
            &format!("player check {FIG_3_5} nine.csv --false-alarms 1e-300"),
            2,
        ),
    ];
    insta::assert_snapshot!(all.concat(), @r#"
    factory: nine.csv: line 1: column 9 is not in 0 to 8; is the log counted from 1 (--base 1)?
    factory: empty.csv: the log is empty: it holds no step
    factory: cannot read no.csv: No such file or directory (os error 2)
    factory: bytes.csv: line 2: this is not UTF-8 text
    factory: rates.toml: the rate of naked single is 1e300; a rate is a number from 1e-9 to 1e9, in steps a second
    factory: nine.csv: line 1: no puzzle is known: give it, or begin the log with `# puzzle …`
    factory: --logics: no rule is called "singles"; the nearest is triple
    factory: the puzzle has 80 characters, not 81
    factory: the puzzle: more than one solution
    factory: cannot read no.toml: No such file or directory (os error 2)
    factory: nine.csv: line 1: key with no value, expected `=`
    factory: --false-alarms 0.01 takes at least --games 299
    factory: --false-alarms 2.0 is not a share between 0 and 1
    factory: --false-alarms 1e-300 is too rare for 1000000 games to show
    "#);
}

#[test]
fn wrong_states_and_rates_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("two.txt"),
        format!("{FIG_3_5}\n{SIX_PATHS}\n"),
    )
    .unwrap();
    let refused = |options: &str, word: &str| {
        let said = run_in(folder.path(), &format!("player paths {options}"));
        said.expect(2).complains(&[word]);
    };
    refused(
        &format!("{FIG_3_5} --seconds=-1"),
        "is not a time from 0 to 10000000",
    );
    refused(
        &format!("{FIG_3_5} --rates naked-single=x"),
        "is not a number of seconds",
    );
    refused(
        &format!("{FIG_3_5} --rates naked-single=0"),
        "is inf; a rate is",
    );
    refused(
        &format!("{FIG_3_5} --rates single=1,2"),
        "no rule is called",
    );
    refused("two.txt --svg maps.svg", "one state; there are 2");
}
