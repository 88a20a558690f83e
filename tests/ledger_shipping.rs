//! Tests the records of shipped puzzles. A shipment is recorded in one step with the files that hold its puzzles.
//! No puzzle is shipped twice. A puzzle can be found by the title of its shipment and its number.

use crate::factory::{run_in, run_words};
use crate::ledger::{LEDGER, ids, make, open, sound};
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::ledger::Availability::{self, Elsewhere, Free, Gone, Unknown};

fn first_ids(folder: &Path, pack: &str, number: usize) -> (PathBuf, Vec<String>) {
    let said = run_words(folder, &["ledger", "export", "--pack", pack]).expect(0);
    let lines: Vec<&str> = said.out.lines().take(number + 1).collect();
    let file = folder.join("ids.csv");
    fs::write(&file, lines.join("\n")).unwrap();
    let ids = lines[1..]
        .iter()
        .map(|line| line.split(',').next().unwrap().to_owned());
    (file, ids.collect())
}

#[test]
fn nothing_is_shipped_twice_and_a_readers_puzzle_is_found() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let (file, ids) = first_ids(folder.path(), "mon", 20);
    let file = file.to_str().unwrap();
    let ship = |title: &str| {
        run_words(
            folder.path(),
            &["ledger", "ship", "--title", title, "--ids", file],
        )
    };
    assert_eq!(
        ship("Monday book").expect(0).out,
        "20 puzzles shipped as \"Monday book\"\n"
    );
    ship("Monday book").expect(0);
    ship("Other book")
        .expect(65)
        .complains(&["No. 1 of \"Monday book\"", "19 more"]);
    let asked = [
        "ledger",
        "query",
        "--title",
        "Monday book",
        "--no",
        "13",
        "--json",
    ];
    let said = run_words(folder.path(), &asked).expect(0);
    let found: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(found["id"], ids[12]);
    assert_eq!(found["shipped"]["no"], 13);
    assert_eq!(found["pack"], "mon");
    let asked = ["ledger", "query", "--title", "Monday book", "--no", "21"];
    run_words(folder.path(), &asked)
        .expect(2)
        .complains(&["no No. 21"]);
    // A puzzle, turned and relabelled, is found by its id.
    let puzzle = fs::read_to_string(folder.path().join("output/mon/2-fairly-easy.sdm")).unwrap();
    let turned: String = puzzle.lines().next().unwrap().chars().rev().collect();
    let said = run_words(folder.path(), &["ledger", "query", &turned]).expect(0);
    assert!(said.out.contains("level      fairly-easy"), "{}", said.out);
    let retire = ["ledger", "retire", &ids[18], &ids[19], "--why", "misprint"];
    let said = run_words(folder.path(), &retire).expect(0);
    assert_eq!(said.out, "2 puzzles retired\n");
    let said = run_words(folder.path(), &retire[..3]).expect(0);
    assert_eq!(said.out, "0 puzzles retired, 1 before\n");
    run_words(folder.path(), &["ledger", "unship", "Monday book"]).expect(0);
    ship("Other book")
        .expect(65)
        .complains(&["retired (misprint)"]);
    let said = run_in(folder.path(), "ledger query").expect(0);
    assert!(said.out.contains("60 puzzles in 1 pack\n"), "{}", said.out);
    let unknown = "00112233445566778899aabbccddeeff";
    let said = run_words(folder.path(), &["ledger", "query", unknown]).expect(3);
    assert_eq!(said.out, format!("{unknown}: not in the ledger\n"));
    sound(folder.path());
}

#[test]
fn the_ledger_knows_d_in_thousandths() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let json = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let exported = run_in(folder.path(), "export output/mon --to jsonl").expect(0);
    let puzzles: Vec<_> = exported.out.lines().map(json).collect();
    let hardest = puzzles
        .iter()
        .max_by(|one, other| {
            one["d"]
                .as_f64()
                .unwrap()
                .total_cmp(&other["d"].as_f64().unwrap())
        })
        .unwrap();
    let asked = ["ledger", "query", hardest["id"].as_str().unwrap(), "--json"];
    let known = json(&run_words(folder.path(), &asked).expect(0).out);
    let (packed, recorded) = (hardest["d"].as_f64().unwrap(), known["d"].as_f64().unwrap());
    assert!(
        packed > 2.0 && (packed - recorded).abs() <= 0.0005,
        "{packed} and {recorded}"
    );
}

#[test]
fn an_export_is_recorded_in_one_step_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let export = |level: &str, title: &str, file: &str| {
        let words = ["export", "output/mon", "--to", "sdm", "--level", level];
        run_words(
            folder.path(),
            &[&words[..], &["--ship", title, "--out", file]].concat(),
        )
    };
    export("hard", "Monday book", "monday.sdm").expect(0);
    let puzzles = fs::read_to_string(folder.path().join("monday.sdm")).unwrap();
    let eleventh = puzzles.lines().nth(10).unwrap();
    let said = run_words(folder.path(), &["ledger", "query", eleventh]).expect(0);
    assert!(
        said.out.contains("No. 11 of \"Monday book\""),
        "{}",
        said.out
    );
    // The same again only writes the file again, as after a kill between the two.
    fs::remove_file(folder.path().join("monday.sdm")).unwrap();
    export("hard", "Monday book", "monday.sdm").expect(0);
    export("hard", "Other book", "other.sdm")
        .expect(65)
        .complains(&["Monday book"]);
    export("easy", "Monday book", "other.sdm")
        .expect(65)
        .complains(&["other puzzles"]);
    assert!(!folder.path().join("other.sdm").exists());
    // A file that can't be put there takes its record back.
    export("easy", "Easy book", "monday.sdm")
        .expect(2)
        .complains(&["exists already"]);
    assert_eq!(open(folder.path()).shipments().unwrap().len(), 1);
    let to_folder = [
        "export",
        "output/mon",
        "--to",
        "sdk",
        "--level",
        "easy",
        "--out",
        "sdk",
        "--ship",
        "Easy book",
    ];
    run_words(folder.path(), &to_folder).expect(0);
    sound(folder.path());
}

/// Returns the ids of the puzzles that the ledger has under this title.
fn shipped(folder: &Path, title: &str) -> Vec<String> {
    let ledger = open(folder);
    let ids = (1..).map_while(|place| ledger.puzzle_shipped(title, place).unwrap());
    ids.map(|id| id.to_string()).collect()
}

#[test]
fn books_are_recorded_in_one_step_with_their_files() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let at = folder.path();
    let book = |words: &str, title: &str| {
        let words = format!("book output/mon --preset home {words} --ship");
        let words: Vec<&str> = words.split(' ').chain([title]).collect();
        run_words(at, &words)
    };
    // What stands there already is kept, and nothing is recorded.
    fs::write(at.join("v-2.json"), "mine").unwrap();
    let volumes = "--volumes 2 --level hard -o v.pdf --svg pages";
    book(volumes, "Hard book")
        .expect(2)
        .complains(&["v-2.json"]);
    assert_eq!(open(at).shipments().unwrap(), []);
    assert!(!at.join("v-1.pdf").exists());
    fs::remove_file(at.join("v-2.json")).unwrap();

    book(volumes, "Hard book").expect(0);
    for volume in ["1", "2"] {
        let listing = fs::read_to_string(at.join(format!("v-{volume}.json"))).unwrap();
        let listing: serde_json::Value = serde_json::from_str(&listing).unwrap();
        let printed = listing["puzzles"].as_array().unwrap().iter();
        let printed: Vec<&str> = printed.map(|line| line["id"].as_str().unwrap()).collect();
        assert_eq!(shipped(at, &format!("Hard book, volume {volume}")), printed);
        assert!(at.join(format!("pages/{volume}-0001.svg")).exists());
    }
    // The same again only writes the files again; others are refused, and leave nothing.
    fs::remove_file(at.join("v-1.pdf")).unwrap();
    fs::remove_file(at.join("v-1.json")).unwrap();
    book(&format!("{volumes} --force"), "Hard book").expect(0);
    assert!(at.join("v-1.pdf").exists());
    book("--level hard -o other.pdf", "Other book")
        .expect(65)
        .complains(&["Hard book, volume 1"]);
    assert!(!at.join("other.pdf").exists() && !at.join("other.json").exists());
    sound(at);
}

#[test]
fn a_calendar_is_recorded_and_a_day_replaced_in_the_ledger_too() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let at = folder.path();
    fs::write(at.join("week.toml"), include_str!("../config/week.toml")).unwrap();
    let made = "calendar output/mon --start 2027-03-01 --days 8 --week week.toml -o days";
    run_in(at, &format!("{made} --ship Daily")).expect(0);
    let of_day = |day: &str| {
        let index = fs::read_to_string(at.join("days/index.csv")).unwrap();
        let row = index.lines().find(|row| row.starts_with(day)).unwrap();
        row.split(',').nth(6).unwrap().to_owned()
    };
    let before = shipped(at, "Daily");
    assert_eq!((before.len(), &before[2]), (8, &of_day("2027-03-03")));
    run_in(
        at,
        "calendar output/mon --replace 2027-03-03 --week week.toml -o days",
    )
    .expect(0);
    let after = shipped(at, "Daily");
    assert_eq!(after[2], of_day("2027-03-03"));
    assert_eq!((&after[..2], &after[3..]), (&before[..2], &before[3..]));
    let said = run_words(at, &["ledger", "query", &before[2]]).expect(0);
    assert!(said.out.contains("taken out of \"Daily\""), "{}", said.out);
    sound(at);
    // The plan as a kill leaves it after the files: the same command adds the record alone.
    let plan = fs::read_to_string(at.join("days/calendar.json")).unwrap();
    let all = ids(&at.join("output/mon"));
    let spare = all
        .iter()
        .map(ToString::to_string)
        .find(|id| !plan.contains(id))
        .unwrap();
    let ahead = plan.replacen(&after[2], &spare, 1);
    let ahead = ahead.replacen(&before[2], &format!("{}\", \"{}", before[2], after[2]), 1);
    fs::write(at.join("days/calendar.json"), &ahead).unwrap();
    run_in(
        at,
        "calendar output/mon --replace 2027-03-03 --week week.toml -o days",
    )
    .expect(0);
    assert_eq!(shipped(at, "Daily")[2], spare);
    assert_eq!(
        fs::read_to_string(at.join("days/calendar.json")).unwrap(),
        ahead
    );
    sound(at);
    // What was replaced stays replaced.
    run_in(at, &format!("{made} --force"))
        .expect(2)
        .complains(&["2027-03-03", "--out"]);
    assert_eq!(
        fs::read_to_string(at.join("days/calendar.json")).unwrap(),
        ahead
    );
}

#[test]
fn nothing_is_shipped_of_nothing() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let none = "export output/mon --to csv --where number>100000000 -o none.csv --ship Empty";
    run_in(folder.path(), none).expect(3);
    assert!(open(folder.path()).shipments().unwrap().is_empty());
    sound(folder.path());
    // As older programs recorded it.
    open(folder.path()).ship("Empty", &[]).unwrap();
    sound(folder.path());
}

#[test]
fn what_is_in_stock_is_told_and_taken() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let words = ["export", "output/mon", "--to", "sdm"];
    for level in ["easy", "hard"] {
        let file = format!("{level}.sdm");
        let more = ["--level", level, "--ship", level, "--out", &file];
        run_words(folder.path(), &[&words[..], &more[..]].concat()).expect(0);
    }
    let take = format!("take output/mon --name rest --ledger {LEDGER} -q");
    run_in(folder.path(), &take).expect(0);
    assert_eq!(ids(&folder.path().join("output/rest")).len(), 36);
    let said = run_in(folder.path(), "ledger query --json").expect(0);
    let found: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(found["levels"][0]["in_stock"], 0);
    assert_eq!(found["levels"][1]["in_stock"], 12);
    run_in(folder.path(), "--count 20 --seed 3 --name strange -q").expect(0);
    let strange = [
        "export",
        "output/strange",
        "--to",
        "sdm",
        "--out",
        "s",
        "--ship",
        "S",
    ];
    run_words(folder.path(), &strange)
        .expect(2)
        .complains(&["factory ledger import"]);
    sound(folder.path());
}

#[test]
fn a_folder_of_files_is_there_and_recorded_or_neither() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let files = folder.path().join("files");
    fs::create_dir(&files).unwrap();
    let taken = files.join("1-easy-000002.sdk");
    fs::write(&taken, "mine").unwrap();
    let ship = "export output/mon --level easy --to sdk --out files --ship Monday";
    run_in(folder.path(), ship)
        .expect(2)
        .complains(&["exists already"]);
    assert_eq!(fs::read_dir(&files).unwrap().count(), 1);
    let ledger = open(folder.path());
    assert!(ledger.puzzle_shipped("Monday", 1).is_err() || ledger.shipments().unwrap().is_empty());
    drop(ledger);
    fs::remove_file(taken).unwrap();
    run_in(folder.path(), ship).expect(0);
    assert!(
        open(folder.path())
            .puzzle_shipped("Monday", 1)
            .unwrap()
            .is_some()
    );
    run_in(folder.path(), &ship.replace("Monday", "")).expect(2);
    sound(folder.path());
}

/// A pack's folder may hold puzzles that the ledger recorded with another pack.
#[test]
fn copies_of_puzzles_are_available_if_their_own_pack_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let ledger = open(folder.path());
    let all: Vec<PuzzleId> = ids(&folder.path().join("output/mon")).into_iter().collect();
    ledger.ship("Book", &all[..20]).unwrap();
    let unknown = PuzzleId::from_bytes([7; 16]);
    let asked = [all[0], all[20], unknown];
    let availabilities = |name: &str, is_there: bool| {
        let found = ledger.availabilities(name, &asked, |it| is_there && it == "mon");
        let found = found.unwrap().into_iter();
        found.map(|it| (it.how, it.is_own)).collect::<Vec<_>>()
    };
    let of = |how: [Availability; 3], is_own: bool| {
        vec![(how[0], is_own), (how[1], is_own), (how[2], false)]
    };
    assert_eq!(availabilities("mon", true), of([Gone, Free, Unknown], true));
    assert_eq!(
        availabilities("copy", false),
        of([Gone, Free, Unknown], false)
    );
    assert_eq!(
        availabilities("copy", true),
        of([Elsewhere, Elsewhere, Unknown], false)
    );
}

#[test]
fn puzzles_in_stock_are_counted_over_all_packs() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon", "tue"]);
    let (file, _) = first_ids(folder.path(), "mon", 20);
    let ship = [
        "ledger",
        "ship",
        "--title",
        "Book",
        "--ids",
        file.to_str().unwrap(),
    ];
    run_words(folder.path(), &ship).expect(0);
    for (pack, retired) in [("mon", 20..23), ("tue", 0..3)] {
        let (_, ids) = first_ids(folder.path(), pack, 23);
        for id in &ids[retired] {
            run_words(
                folder.path(),
                &["ledger", "retire", id, "--why", "misprint"],
            )
            .expect(0);
        }
    }
    let said = run_in(folder.path(), "ledger query --json").expect(0);
    let found: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let sum = |field: &str| -> u64 {
        let levels = found["levels"].as_array().unwrap();
        levels.iter().map(|it| it[field].as_u64().unwrap()).sum()
    };
    let counts = ["published", "shipped", "retired", "in_stock"].map(sum);
    assert_eq!(counts, [120, 20, 6, 94]);
}
