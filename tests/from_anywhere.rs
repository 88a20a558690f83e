//! Tests packs of puzzles that were made elsewhere or earlier.

use crate::factory::{bytes_of, feed, run_in, run_till_killed};
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::Level;
use sudoku_factory::pack::{Pack, Record};

/// Returns the puzzles of a pack made from this seed, in the order of their numbers.
fn list(folder: &Path, count: u32, seed: u32) -> Vec<String> {
    let made = format!("--count {count} --seed {seed} --quiet --out made");
    run_in(folder, &made).expect(0);
    let mut records = records(&folder.join(format!("made/sudoku-{seed}")));
    records.sort_by_key(|record| record.number);
    records.iter().map(|it| it.puzzle.to_string()).collect()
}

fn records(pack: &Path) -> Vec<Record> {
    let pack = Pack::open(pack).unwrap();
    let levels = pack.manifest().job.scheme.levels();
    let all = levels.flat_map(|level: Level| pack.records(level).unwrap());
    all.map(Result::unwrap).collect()
}

fn sealed(pack: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(pack.join("pack.json")).unwrap()).unwrap()
}

#[test]
fn a_list_becomes_a_pack_as_if_it_were_made() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let puzzles = list(at, 300, 3);
    fs::write(at.join("mine.txt"), puzzles.join("\n")).unwrap();
    for threads in [1, 5] {
        let command = format!("--from mine.txt --per-level 20 --threads {threads} --out {threads}");
        run_in(at, &(command + " --exhaust --quiet")).expect(3);
    }
    let packed = at.join("1/mine");
    assert!(bytes_of(&packed) == bytes_of(&at.join("5/mine")));
    run_in(at, "verify 1/mine").expect(0);
    run_in(
        at,
        "--count 300 --seed 3 --per-level 20 --exhaust --quiet --out quotas",
    )
    .expect(3);
    assert!(records(&packed) == records(&at.join("quotas/sudoku-3")));
    let manifest = sealed(&packed);
    let source = &manifest["job"]["source"]["list"];
    let hash = blake3::hash(&fs::read(at.join("mine.txt")).unwrap());
    assert_eq!(source["names"], serde_json::json!(["mine.txt"]));
    assert_eq!(source["blake3"], hash.to_string());
    assert_eq!(
        (&source["entries"], &manifest["numbers"]),
        (&300.into(), &300.into())
    );
    assert!(manifest["job"].get("create").is_none() && manifest["job"].get("dig").is_none());
    // All of it, without quotas; and the same from standard input, but for the names.
    run_in(at, "--from mine.txt --name all --quiet").expect(0);
    let said = feed(
        at,
        "--from - --name fed --json --quiet",
        puzzles.join("\n").as_bytes(),
    );
    let report: serde_json::Value = serde_json::from_str(&said.expect(0).out).unwrap();
    assert_eq!(report["kept"], 300);
    assert!(records(&at.join("output/all")) == records(&at.join("output/fed")));
    let again = run_in(at, "--from mine.txt --name all").expect(0);
    assert!(again.out.contains("already made"), "{}", again.out);
}

/// The format of a list can be named, for a file whose first line does not reveal the format.
#[test]
fn a_format_can_be_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let puzzles = list(at, 20, 3);
    let lines: Vec<String> = puzzles
        .iter()
        .map(|it| format!(":0000:x:{it}::::"))
        .collect();
    fs::write(
        at.join("mine.txt"),
        format!("my best ones\n{}\n", lines.join("\n")),
    )
    .unwrap();
    let make = |words: &str| run_in(at, &format!("--from mine.txt --exhaust --quiet {words}"));
    make("--name plain").expect(3);
    assert_eq!(records(&at.join("output/plain")).len(), 0);
    make("--name told --from-format hodoku").expect(3);
    assert_eq!(records(&at.join("output/told")).len(), puzzles.len());
    // The same bytes, read otherwise, are another list.
    let lists = ["plain", "told"]
        .map(|name| sealed(&at.join("output").join(name))["job"]["source"].clone());
    assert_ne!(
        lists[0]["list"]["blake3"], lists[1]["list"]["blake3"],
        "{lists:?}"
    );
    run_in(at, "--count 5 --from-format hodoku")
        .expect(2)
        .complains(&["--from-format", "--from"]);
}

#[test]
fn what_is_refused_is_listed_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let puzzles = list(at, 4, 9);
    let (several, conflict) = (
        "1".to_owned() + &".".repeat(80),
        "11".to_owned() + &".".repeat(79),
    );
    let unsolvable = format!("12345678.{}9{}", ".".repeat(35), ".".repeat(36));
    let first = [
        &puzzles[0],
        "# mine",
        "nonsense",
        &puzzles[1],
        &several,
        &puzzles[0],
    ];
    fs::write(at.join("a.txt"), first.join("\n")).unwrap();
    let second = [unsolvable, conflict, puzzles[2].clone()].join("\n") + &"\nbad".repeat(30);
    fs::write(at.join("b.txt"), second).unwrap();
    let said = run_in(at, "--from a.txt b.txt --name x --refused refused.txt").expect(3);
    for line in [
        "factory: a.txt: line 3: column 1: expected a digit from 1 to 9 or a blank (. 0 _ * X), found 'n'",
        "factory: a.txt: line 5: more than one solution",
        "factory: b.txt: line 1: no solution",
        "factory: b.txt: line 2: no solution: 1 stands twice in row 1 (r1c1 and r1c2)",
        "factory: 14 more refused: see refused.txt",
    ] {
        assert!(
            said.err.lines().any(|said| said == line),
            "{line}\n{}",
            said.err
        );
    }
    assert!(
        said.out
            .contains("34 refused (unreadable, or without exactly one solution)"),
        "{}",
        said.out
    );
    let refused = fs::read_to_string(at.join("refused.txt")).unwrap();
    assert_eq!(refused.lines().count(), 34);
    let numbers: Vec<u64> = {
        let mut records = records(&at.join("output/x"));
        records.sort_by_key(|record| record.number);
        records.iter().map(|record| record.number).collect()
    };
    assert_eq!(
        numbers,
        [0, 2, 7],
        "places in the input; the repeat at 4 is skipped"
    );
    let dropped = &sealed(&at.join("output/x"))["dropped"];
    assert_eq!(
        (&dropped["refused"], &dropped["repeats"]),
        (&34.into(), &1.into())
    );
    run_in(at, "verify output/x").expect(0);
    // What is there already is refused again.
    run_in(at, "--from a.txt b.txt --name x --quiet").expect(3);
}

#[test]
fn what_gives_no_puzzle_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("a.txt"), "nonsense\n").unwrap();
    run_in(at, "--from a.txt --refused a.txt")
        .expect(2)
        .complains(&["overwrite a.txt"]);
    run_in(at, "--from none.txt")
        .expect(1)
        .complains(&["none.txt"]);
    fs::write(at.join("cells.txt"), "x".repeat(81)).unwrap();
    for option in ["clues 24..30", "minimal", "digits 8", "pattern cells.txt"] {
        let name = option.split(' ').next().unwrap();
        run_in(at, &format!("--from a.txt --{option}"))
            .expect(2)
            .complains(&[&format!("--{name}, from an option"), "--from"]);
    }
    fs::write(
        at.join("long.toml"),
        format!("#{}\ncount = 1", "x".repeat(1 << 20)),
    )
    .unwrap();
    run_in(at, "--job long.toml")
        .expect(2)
        .complains(&["long.toml", "longer than 1 MiB"]);
    feed(at, "--from -", b"# nothing\n")
        .expect(2)
        .complains(&["standard input"]);
}

#[test]
fn a_list_is_carried_on_but_not_when_it_changed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let puzzles = list(at, 6000, 5);
    fs::write(at.join("mine.txt"), puzzles.join("\n")).unwrap();
    run_till_killed(at, "--from mine.txt", 3000);
    assert!(at.join("output/mine.part/journal").exists());
    fs::write(at.join("mine.txt"), puzzles[1..].join("\n")).unwrap();
    run_in(at, "--from mine.txt --quiet")
        .expect(65)
        .complains(&["mine.txt changed", "6000"]);
    fs::write(at.join("mine.txt"), puzzles.join("\n")).unwrap();
    let said = run_in(at, "--from mine.txt").expect(0);
    assert!(
        said.err.contains("carrying on") && said.err.contains("from mine.txt"),
        "{}",
        said.err
    );
    run_in(at, "--from mine.txt --quiet --out alone").expect(0);
    assert!(bytes_of(&at.join("output/mine")) == bytes_of(&at.join("alone/mine")));
}

#[test]
fn an_extended_pack_is_that_of_a_longer_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--seed 8 --per-level 40 --quiet";
    run_in(at, &format!("{job} --count 400 --out long")).expect(3);
    let said = run_in(at, "--seed 8 --per-level 40 --count 150").expect(3);
    let command = said
        .err
        .lines()
        .find_map(|line| line.split("factory extend ").nth(1));
    let (pack, count) = command.unwrap().split_once(" --count ").unwrap();
    assert_eq!(pack, "output/sudoku-8");
    assert!(count.parse::<u64>().unwrap() > 300, "{count}");
    let before = bytes_of(&at.join(pack));
    let said = run_in(at, "extend output/sudoku-8 --count 400").expect(3);
    assert!(said.err.contains("at candidate 150"), "{}", said.err);
    let long = bytes_of(&at.join("long/sudoku-8"));
    assert!(bytes_of(&at.join("output/sudoku-8-to-400")) == long);
    assert!(bytes_of(&at.join(pack)) == before, "the old pack stays");
    assert!(!at.join("output/sudoku-8-to-400.part").exists());
    let again = run_in(at, "extend output/sudoku-8 --count 400").expect(3);
    assert!(again.out.contains("already made"), "{}", again.out);
    // And once more from there, by name; then with more of levels that were full.
    run_in(at, "extend output/sudoku-8-to-400 --count 500 --quiet").expect(3);
    run_in(at, &format!("{job} --count 500 --out longer")).expect(3);
    let extended = bytes_of(&at.join("output/sudoku-8-to-500"));
    assert!(extended == bytes_of(&at.join("longer/sudoku-8")));
    let more = "extend output/sudoku-8 --count 400 --per-level 60 --name more --out more";
    let said = run_in(at, more).expect(3);
    assert!(said.err.contains("made again"), "{}", said.err);
    run_in(
        at,
        "--seed 8 --per-level 60 --count 400 --quiet --out sixty",
    )
    .expect(3);
    assert!(bytes_of(&at.join("more/more")) == bytes_of(&at.join("sixty/sudoku-8")));
    run_in(at, "verify more/more").expect(0);
}

#[test]
fn what_cannot_be_extended_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--seed 8 --count 30 --quiet").expect(0);
    let extend = "extend output/sudoku-8 --count";
    run_in(at, &format!("{extend} 30"))
        .expect(2)
        .complains(&["30 already"]);
    run_in(at, &format!("{extend} 40 --name ../x"))
        .expect(2)
        .complains(&["cannot name a pack"]);
    run_in(at, "extend output/none --count 40")
        .expect(2)
        .complains(&["no such pack", "packs in output: sudoku-8"]);
    run_in(at, "take output/sudoku-8 --name taken --limit 3").expect(0);
    run_in(at, "extend output/taken --count 40")
        .expect(2)
        .complains(&["from sudoku-8"]);
    let level = at.join("output/sudoku-8/5-very-hard.pack");
    let mut bytes = fs::read(&level).unwrap();
    bytes[40] ^= 1;
    fs::write(&level, bytes).unwrap();
    run_in(at, &format!("{extend} 40"))
        .expect(65)
        .complains(&["5-very-hard.pack"]);
    assert!(!at.join("output/sudoku-8-to-40").exists());
}
