//! Tests the choice of puzzles by a condition, a sort order and counts, and new packs of the chosen puzzles.

use crate::factory::{bytes_of, run_in, run_words};
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::Scheme;
use sudoku_factory::filter::Condition;
use sudoku_factory::pack::{Pack, PackError, Record};
use sudoku_factory::rate::HodokuRating;
use sudoku_factory::select::{ChosenPuzzle, Selection, SortOrder};

/// Makes the packs `a` and `b` of 200 candidates each in a new folder. The puzzles of `b` have every rating.
fn packs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--count 200 --seed 1 --name a --quiet").expect(0);
    run_in(at, "--count 200 --seed 2 --name b --ratings all --quiet").expect(0);
    folder
}

/// A function that returns `true` for exactly the puzzles that meet a condition.
type Test<'a> = &'a dyn Fn(&Record) -> bool;

fn open(at: &Path, name: &str) -> Pack {
    Pack::open(&at.join("output").join(name)).unwrap()
}

fn chosen(packs: &[Pack], selection: &Selection) -> Vec<Record> {
    let mut all = Vec::new();
    selection
        .choose(
            packs,
            |_| true,
            |ChosenPuzzle { record, .. }| {
                all.push(record);
                Ok::<(), PackError>(())
            },
        )
        .unwrap();
    all
}

fn count(packs: &[Pack], condition: &str) -> usize {
    let condition = Condition::parse(condition, &Scheme::default()).unwrap();
    let selection = Selection {
        condition: Some(condition),
        ..Selection::default()
    };
    chosen(packs, &selection).len()
}

#[test]
fn conditions_mean_what_they_say() {
    let folder = packs();
    let b = [open(folder.path(), "b")];
    let all = chosen(&b, &Selection::default());
    assert_eq!(all.len(), 200);
    let by = |test: &dyn Fn(&Record) -> bool| all.iter().filter(|record| test(record)).count();
    let used = |it: &Record, rule: usize| it.ratings.ladder.used[rule];
    let cases: [(&str, Test<'_>); 14] = [
        ("clues>=24", &|it| it.puzzle.clue_count() >= 24),
        ("blanks < 57", &|it| it.puzzle.clue_count() > 24),
        ("D<=1.5 or d>10", &|it| {
            !(1.5..=10.0).contains(&it.ratings.ladder.difficulty)
                || it.ratings.ladder.difficulty == 1.5
        }),
        ("used.x-wing>0 and clues<24", &|it| {
            used(it, 9) > 0 && it.puzzle.clue_count() < 24
        }),
        ("not (used.trial=0)", &|it| used(it, 13) > 0),
        ("! used.trial == 0 && number != 3", &|it| {
            used(it, 13) > 0 && it.number != 3
        }),
        ("level>=hard", &|it| it.level.number() >= 4),
        ("level=2 or level = very-hard", &|it| {
            [2, 5].contains(&it.level.number())
        }),
        ("grade>=G", &|it| it.ratings.looks.grade.letter() >= 'G'),
        ("stuart=0 and backdoor<>0", &|it| {
            it.ratings
                .guesses
                .is_some_and(|it| it.stuart == 0 && it.backdoor > 0)
        }),
        ("hodoku>=1000 or hodoku=easy", &|it| {
            it.ratings
                .hodoku
                .and_then(HodokuRating::known)
                .is_some_and(|it| it.score >= 1000 || it.level as u8 == 0)
        }),
        ("qqwing=expert", &|it| {
            it.ratings.qqwing.is_some_and(|it| it as u8 == 4)
        }),
        ("hardest<=intersection-removal", &|it| {
            it.ratings
                .ladder
                .hardest()
                .is_none_or(|it| it.default_weight() <= 40.0)
        }),
        // `and` binds closer than `or`.
        ("clues=23 or clues=24 and solved", &|it| {
            it.puzzle.clue_count() == 23 || it.puzzle.clue_count() == 24 && it.ratings.ladder.solved
        }),
    ];
    for (condition, test) in cases {
        assert_eq!(count(&b, condition), by(test), "{condition}");
    }
    let id = all[7].id.to_string();
    assert_eq!(count(&b, &format!("id={id}")), 1);
    assert_eq!(count(&b, &format!("id!={}", id.to_uppercase())), 199);
    // What was not rated is never so, and neither is its contrary.
    let a = [open(folder.path(), "a")];
    assert_eq!((count(&a, "stuart>=0"), count(&a, "stuart<0")), (0, 0));
}

#[test]
fn what_makes_no_sense_is_pointed_at() {
    let parse = |text: &str| Condition::parse(text, &Scheme::default()).unwrap_err();
    let said: Vec<String> = [
        "",
        "d",
        "d<",
        "d<five",
        "minuts<5",
        "used.xwnig>0",
        "clues>24 x",
        "(clues>24",
        "x-wnig>0",
        "level=hrad",
        "grade=K",
        "solved=maybe",
        "id<5",
        "hardest=x-wnig",
        "clues ~ 5",
        "d<nan",
    ]
    .iter()
    .map(|text| format!("{text}: {}", parse(text)))
    .collect();
    insta::assert_snapshot!(said.join("\n"), @r#"
    : column 1: expected a field such as d, clues or used.x-wing, found the end
    d: column 2: expected a comparison: < <= = != >= >, found the end
    d<: column 3: expected a number, found the end
    d<five: column 3: expected a number, found "five"
    minuts<5: column 1: expected a field (the nearest is minutes), found "minuts"
    used.xwnig>0: column 1: expected a field (the nearest is used.x-wing), found "used.xwnig"
    clues>24 x: column 10: expected and, or, or the end, found "x"
    (clues>24: column 10: expected a closing ), found the end
    x-wnig>0: column 1: expected a field (the nearest is x-wing), found "x-wnig"
    level=hrad: column 7: expected a number or easy, fairly-easy, moderate, hard, very-hard, found "hrad"
    grade=K: column 7: expected a grade from A to I, found "K"
    solved=maybe: column 8: expected yes or no, found "maybe"
    id<5: column 3: expected = or !=, found "<"
    hardest=x-wnig: column 9: expected none or a rule (the nearest is x-wing), found "x-wnig"
    clues ~ 5: column 7: expected a comparison: < <= = != >= >, found "~"
    d<nan: column 3: expected a number, found "nan"
    "#);
    assert!(parse(&("not ".repeat(100_000) + "solved")).column > 64 * 4);
    assert_eq!(SortOrder::parse("d, id").unwrap_err().column, 4);
}

#[test]
fn orders_and_counts_cut_what_is_shown() {
    let folder = packs();
    let at = folder.path();
    let show = |options: &str| -> Vec<serde_json::Value> {
        let said = run_in(at, &format!("show output/a output/b --json {options}")).expect(0);
        let lines = said.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let keys = |shown: &[serde_json::Value]| -> Vec<(u64, f64)> {
        let key =
            |it: &serde_json::Value| (it["clues"].as_u64().unwrap(), it["d"].as_f64().unwrap());
        shown.iter().map(key).collect()
    };
    let all = keys(&show("--sort clues,-d"));
    assert_eq!(all.len(), 400);
    assert!(all.is_sorted_by(|a, b| a.0 < b.0 || (a.0 == b.0 && a.1 >= b.1)));
    assert_eq!(
        keys(&show("--sort clues,-d --skip 10 --limit 5")),
        all[10..15]
    );
    let two_each = show("--sort d --per-level 2");
    assert_eq!(two_each.len(), 10);
    assert_eq!(
        show("--level hard --limit 1 --skip 1"),
        show("--level hard")[1..2]
    );
    run_in(at, "show output/a --sort e").expect(2).complains(&[
        "--sort",
        "column 1",
        "nearest is d",
    ]);
    run_words(at, &["stats", "output/a", "--where", "d <"])
        .expect(2)
        .complains(&["--where", "column 4", "a number"]);
    let said = run_in(at, "show output/a --where stuart>0 --limit 1").expect(3);
    assert!(said.out.is_empty());
    for words in [
        "output/a was made without the stuart ratings",
        "no puzzle fits",
    ] {
        assert!(said.err.contains(words), "{}", said.err);
    }
}

#[test]
fn taken_packs_are_packs() {
    let folder = packs();
    let at = folder.path();
    let before = bytes_of(&at.join("output/a"));
    let take = |rest: &[&str]| {
        let first = ["take", "output/a", "output/b", "output/a"];
        run_words(at, &[&first, rest].concat())
    };
    let said = take(&[
        "--where",
        "clues<=24",
        "--sort",
        "-d",
        "--name",
        "best",
        "--limit",
        "50",
    ]);
    assert!(said.expect(0).out.contains("50 puzzles"));
    run_in(at, "verify output/best").expect(0);
    let best = open(at, "best");
    let mut records = chosen(std::slice::from_ref(&best), &Selection::default());
    records.sort_by_key(|record| record.number);
    let ds: Vec<f64> = records
        .iter()
        .map(|it| it.ratings.ladder.difficulty)
        .collect();
    assert!(ds.len() == 50 && ds.is_sorted_by(|a, b| a >= b));
    assert!(
        records.iter().all(|it| it.ratings.guesses.is_none()),
        "a has none"
    );
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(at.join("output/best/pack.json")).unwrap()).unwrap();
    let source = &manifest["job"]["source"]["packs"];
    assert_eq!(source["packs"][1]["seal"], open(at, "b").seal());
    assert_eq!(source["packs"][2]["taken"], 0, "all repeats");
    assert_eq!(source["options"]["where"], "clues<=24");
    assert!(
        bytes_of(&at.join("output/a")) == before,
        "the old packs stay as they are"
    );
}

#[test]
fn what_is_taken_again_is_there_already() {
    let folder = packs();
    let at = folder.path();
    let take = |rest: &[&str]| {
        let first = ["take", "output/a", "output/b", "output/a"];
        run_words(at, &[&first, rest].concat())
    };
    take(&["--where", "clues<=24", "--name", "best", "--limit", "50"]).expect(0);
    // Once more it is there; other puzzles would be another pack.
    let again = ["--where", "clues<=24", "--name", "best", "--limit", "50"];
    assert!(take(&again).expect(0).out.contains("already made"));
    take(&["--limit", "50", "--name", "best"])
        .expect(2)
        .complains(&["another job"]);
    // All of a and b, then as many of each level as there aren't.
    assert!(
        take(&["--name", "both"])
            .expect(0)
            .out
            .contains("200 repeats skipped")
    );
    run_in(at, "verify output/both").expect(0);
    take(&["--name", "many", "--per-level", "1000", "--quiet"]).expect(3);
    run_in(at, "verify output/many").expect(0);
    take(&["--name", "none", "--where", "clues=81"])
        .expect(3)
        .complains(&["no puzzle fits"]);
    take(&["--name", "../out"])
        .expect(2)
        .complains(&["cannot name a pack"]);
    run_in(at, "--count 5 --seed 1 --scheme clues --name c --quiet").expect(0);
    run_in(at, "take output/a output/c --name d")
        .expect(2)
        .complains(&["scheme wu", "clues"]);
}

#[test]
fn stats_count_what_is_there() {
    let folder = packs();
    let at = folder.path();
    let said = run_in(at, "stats output/a output/b --json").expect(0).out;
    let stats: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(stats["puzzles"], 400);
    let records = chosen(&[open(at, "a"), open(at, "b")], &Selection::default());
    for level in stats["levels"].as_array().unwrap() {
        let of_level: Vec<&Record> = records
            .iter()
            .filter(|it| level["level"] == it.level.number())
            .collect();
        assert_eq!(level["puzzles"], of_level.len());
        let mut ds: Vec<f64> = of_level
            .iter()
            .map(|it| it.ratings.ladder.difficulty)
            .collect();
        ds.sort_by(f64::total_cmp);
        let last = ds.len() - 1;
        assert_eq!(
            (&level["d"]["min"], &level["d"]["max"]),
            (&ds[0].into(), &ds[last].into())
        );
        assert_eq!(level["d"]["median"], ds[last / 2]);
        let with_24 = of_level
            .iter()
            .filter(|it| it.puzzle.clue_count() == 24)
            .count();
        assert_eq!(level["clues"]["24"].as_u64().unwrap_or(0), with_24 as u64);
        let pairs: u32 = of_level.iter().map(|it| it.ratings.ladder.used[2]).sum();
        assert_eq!(
            level["rules"]["naked-pair"]["steps"].as_u64().unwrap_or(0),
            u64::from(pairs)
        );
    }
    let text = run_in(at, "stats output/a --level easy").expect(0).out;
    for word in ["easy", "100.0 %", "median", "hidden single", "clues"] {
        assert!(text.contains(word), "{text}");
    }
}
