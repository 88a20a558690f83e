//! Tests how schemes divide ratings into levels, and packs with fewer or more than five levels.

use crate::factory::{feed, run_in};
use std::error::Error;
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::{Level, Measure, Scheme, SchemeError};
use sudoku_factory::config::{ConfigError, SchemeTable, Settings};
use sudoku_factory::create::equivalents;
use sudoku_factory::grid::{Board, Canonical, text};
use sudoku_factory::pack::{Pack, Record};
use sudoku_factory::rate::{Extra, Raters, Ratings, Rule};
use sudoku_factory::solve::search;
use sudoku_factory::verify::{VerifyOptions, verify};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// The first puzzle of the set of the hardest known, with an ER above 11.
const HARDEST: &str =
    "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3";

fn ratings(puzzle: &str) -> Ratings {
    let puzzle: Board = puzzle.parse().unwrap();
    let solution = search::solve(&puzzle, 2).first.unwrap();
    let raters = Raters::new(&Scheme::default().preset, &Extra::ALL);
    raters.rate(&Canonical::of(&puzzle, &solution))
}

fn level_name(scheme: &str, puzzle: &str) -> String {
    let scheme = Scheme::named(scheme).unwrap();
    let level = scheme.level(&ratings(puzzle));
    level
        .map_or("none", |level| scheme.level_name(level))
        .to_owned()
}

#[test]
fn built_in_schemes_make_sense() {
    for name in Scheme::NAMES {
        let scheme = Scheme::named(name).unwrap();
        assert_eq!((scheme.name.as_str(), scheme.check()), (name, Ok(())));
        let text = serde_json::to_string(&scheme).unwrap();
        assert_eq!(serde_json::from_str::<Scheme>(&text).unwrap(), scheme);
    }
}

#[test]
fn two_puzzles_under_every_scheme() {
    let row = |name: &&str| {
        let (easy, hard) = (level_name(name, EASY), level_name(name, HARDEST));
        format!("{name:<16} {easy:<12} {hard}")
    };
    let said: Vec<String> = Scheme::NAMES.iter().map(row).collect();
    insta::assert_snapshot!(said.join("\n"), @"
    wu               easy         very-hard
    wu-strict        easy         very-hard
    wu-literal       easy         very-hard
    clues            easy         moderate
    blanks           moderate     hard
    blanks-first     hard         hard
    freedom          moderate     very-hard
    freedom-printed  fairly-easy  hard
    freedom-first    moderate     moderate
    grade            moderate     very-hard
    grade-printed    fairly-easy  hard
    grade-letters    e            h
    stuart           singles      two-guesses
    hardest-rule     singles      trial
    qqwing           simple       expert
    hodoku           easy         none
    logic            none         none
    time             easy         very-hard
    se               easy         very-hard
    hodoku-like      easy         none
    people           none         none
    ");
}

#[test]
fn whole_numbers_are_cut_where_the_papers_cut_them() {
    let levels = |scheme: &str, values: &[f64]| -> Vec<u8> {
        let scheme = Scheme::named(scheme).unwrap();
        values
            .iter()
            .map(|&value| scheme.cut(value).number())
            .collect()
    };
    let clues = [81.0, 24.0, 23.0, 22.0, 21.0, 20.0, 17.0];
    assert_eq!(levels("clues", &clues), [1, 1, 2, 3, 4, 5, 5]);
    let blanks = [
        0.0, 40.0, 45.0, 46.0, 50.0, 51.0, 55.0, 56.0, 60.0, 61.0, 64.0,
    ];
    assert_eq!(levels("blanks", &blanks), [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    let freedom = [698.0, 700.0, 701.0, 820.0, 821.0, 1060.0, 1061.0];
    assert_eq!(levels("freedom", &freedom), [1, 1, 2, 2, 3, 4, 5]);
    assert_eq!(levels("freedom-printed", &freedom), [1, 1, 1, 1, 2, 3, 4]);
    let grades = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    assert_eq!(levels("grade", &grades), [1, 1, 2, 2, 3, 4, 4, 5, 5]);
    assert_eq!(
        levels("grade-letters", &grades),
        [1, 2, 3, 4, 5, 6, 7, 8, 9]
    );
}

#[test]
fn what_the_rules_do_not_solve_is_of_the_last_level() {
    let mut hard = ratings(HARDEST);
    hard.ladder.solved = false;
    for name in ["wu", "wu-strict", "hardest-rule"] {
        let scheme = Scheme::named(name).unwrap();
        assert_eq!(scheme.level(&hard), Some(Level::VERY_HARD), "{name}");
    }
}

/// `factory rate` gives the same ratings for all forms of a puzzle; only the grids in its output differ.
#[test]
fn every_rating_is_the_same_for_all_forms() {
    let folder = tempfile::tempdir().unwrap();
    for puzzle in [EASY, HARDEST] {
        let puzzle: Board = puzzle.parse().unwrap();
        let forms = equivalents(3, 0).take(20).map(|turn| turn.apply(&puzzle));
        let lines: Vec<String> = forms.map(|form| text::line(&form, '.')).collect();
        let lines = format!("{puzzle}\n{}\n", lines.join("\n"));
        let said = feed(folder.path(), "rate --ratings all --json", lines.as_bytes()).expect(0);
        let ratings = said.out.lines().map(|line| {
            let mut object: serde_json::Value = serde_json::from_str(line).unwrap();
            let fields = object.as_object_mut().unwrap();
            for grid in ["line", "puzzle", "solution"] {
                fields.remove(grid);
            }
            assert!(fields.len() > 10, "{line}");
            object
        });
        let ratings: Vec<_> = ratings.collect();
        assert_eq!(ratings.len(), 21);
        for other in &ratings[1..] {
            assert_eq!(other, &ratings[0]);
        }
    }
}

#[test]
fn schemes_that_make_no_sense_are_refused() {
    let with = |change: fn(&mut Scheme)| {
        let mut scheme = Scheme::default();
        change(&mut scheme);
        scheme.check().unwrap_err().to_string()
    };
    let said = [
        with(|s| s.levels.truncate(1)),
        with(|s| s.levels = (0..10).map(|n| format!("l{n}")).collect()),
        with(|s| s.levels[1] = "../../etc/passwd".to_owned()),
        with(|s| s.levels[1] = "Easy".to_owned()),
        with(|s| s.levels[1] = "2".to_owned()),
        with(|s| s.levels[1] = "easy".to_owned()),
        with(|s| s.limits.truncate(3)),
        with(|s| s.limits[2] = 4.5),
        with(|s| s.limits[3] = f64::INFINITY),
        with(|s| s.limits[1] = f64::NAN),
        with(|s| s.by = Measure::Clues),
        with(|s| s.preset.order.clear()),
        with(|s| (s.by, s.limits[0]) = (Measure::Bands, 1.0)),
        with(|s| {
            *s = Scheme::named("people").unwrap();
            s.limits = vec![1.0];
        }),
    ];
    insta::assert_snapshot!(said.join("\n"), @r#"
    a scheme has 2 to 9 levels, not 1
    a scheme has 2 to 9 levels, not 10
    "../../etc/passwd" cannot name a level: use a lower-case letter first, then letters, digits and '-', 24 at most
    "Easy" cannot name a level: use a lower-case letter first, then letters, digits and '-', 24 at most
    "2" cannot name a level: use a lower-case letter first, then letters, digits and '-', 24 at most
    two levels are called "easy"
    5 levels need 4 limits between them, not 3
    limits must ascend and be finite: [1.05, 4.5, 4.5, 13.0]
    limits must ascend and be finite: [1.05, 4.5, 6.0, inf]
    limits must ascend and be finite: [1.05, NaN, 6.0, 13.0]
    limits must descend and be finite: [1.05, 4.5, 6.0, 13.0]
    order must begin with naked-single
    a scheme by bands needs one band for each level: "easy" is only one of the two
    a scheme by bands takes no limits, since each band has its own: leave them out
    "#);
    let mut nan = Scheme::default();
    nan.limits[0] = f64::NAN;
    assert!(matches!(nan.check(), Err(SchemeError::Limits { .. })));
}

/// A pack made with a user's own scheme of three levels has these levels, and all commands use them.
#[test]
fn a_pack_has_the_levels_of_its_scheme() {
    let folder = tempfile::tempdir().unwrap();
    let job = r#"
        count = 400
        scheme = "house"
        per-level = 5
        [level]
        tough = 7
        [schemes.house]
        like = "wu-strict"
        levels = ["gentle", "steady", "tough"]
        limits = [1.5, 9]
    "#;
    fs::write(folder.path().join("job.toml"), job).unwrap();
    let said = run_in(folder.path(), "--job job.toml --seed 4 --name p").expect(0);
    assert!(said.out.contains("steady"), "{}", said.out);
    let names: Vec<String> = fs::read_dir(folder.path().join("output/p"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 8, "{names:?}");
    assert!(names.contains(&"3-tough.pack".to_owned()), "{names:?}");
    run_in(folder.path(), "verify output/p").expect(0);
    let shown = run_in(folder.path(), "show output/p --level tough --json").expect(0);
    assert_eq!(shown.out.lines().count(), 7);
    assert!(shown.out.contains(r#""level_name":"tough""#));
    let refused = run_in(folder.path(), "show output/p --level hard").expect(2);
    assert!(
        refused.err.contains("gentle, steady, tough"),
        "{}",
        refused.err
    );
    let again = run_in(folder.path(), "--job job.toml --seed 4 --name p").expect(0);
    assert!(again.out.contains("already made"), "{}", again.out);
}

#[test]
fn all_ratings_are_packed_and_proven() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 40 --seed 5 --ratings all --scheme stuart --name all";
    run_in(folder.path(), job).expect(0);
    run_in(folder.path(), "verify output/all").expect(0);
    let shown = run_in(folder.path(), "show output/all --json --limit 40").expect(0);
    for line in shown.out.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        for field in ["stuart", "backdoor", "qqwing", "freedom", "grade", "blanks"] {
            assert!(!object[field].is_null(), "{field} in {line}");
        }
        // Beyond our techniques there is no rating of HoDoKu's, and no other is made up.
        let is_known = object["hodoku_by_technique"].as_bool().unwrap();
        for field in ["hodoku_level", "hodoku_score"] {
            assert_eq!(object[field].is_null(), !is_known, "{field} in {line}");
        }
        let guesses = object["stuart"].as_u64().unwrap();
        let singles = object["backdoor"] == 0;
        let level = if singles { 1 } else { 2 + guesses };
        assert_eq!(object["level"], level, "{line}");
    }
    let plain = run_in(folder.path(), "--count 3 --seed 5 --name plain --json").expect(0);
    assert!(plain.out.contains("very-hard"));
    let shown = run_in(folder.path(), "show output/plain --json --limit 1").expect(0);
    let object: serde_json::Value = serde_json::from_str(&shown.out).unwrap();
    assert!(object["stuart"].is_null() && !object["freedom"].is_null());
    let refused = run_in(folder.path(), "--count 3 --ratings stuart,sturat").expect(2);
    assert!(refused.err.contains("sturat"), "{}", refused.err);
}

/// Returns the text of an error together with its cause.
fn whole_message(error: &ConfigError) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

#[test]
fn a_table_of_a_job_file_says_only_what_differs() {
    let scheme = |table: &str| {
        let text = format!("count = 1\nscheme = 'own'\n[schemes.own]\n{table}");
        let settings = Settings::from_toml(&text, "job.toml").unwrap();
        settings.scheme().map_err(|error| whole_message(&error))
    };
    let own = scheme("like = 'clues'\nlevels = ['few', 'fewer']\nlimits = [25]").unwrap();
    assert_eq!((own.by, own.limits), (Measure::Clues, vec![25.0]));
    assert_eq!(own.preset, Scheme::default().preset);
    let said = [
        scheme("like = 'wuu'"),
        scheme("levels = ['a', 'b']"),
        scheme("by = 'clues'"),
        scheme("order = []"),
    ]
    .map(Result::unwrap_err);
    insta::assert_snapshot!(said.join("\n"), @r#"
    scheme "own": like takes a built-in scheme: no built-in scheme is called "wuu"; the nearest is wu
    scheme "own" makes no sense: 2 levels need 1 limit between them, not 4
    scheme "own" makes no sense: limits must descend and be finite: [1.05, 4.5, 6.0, 13.0]
    scheme "own" makes no sense: order must begin with naked-single
    "#);
}

/// The scheme file of `wu`, which people copy, states every setting, and equals the built-in scheme.
#[test]
fn the_file_of_wu_is_the_built_in_scheme() {
    let text = include_str!("../config/schemes/wu.toml");
    let table: SchemeTable = toml::from_str(text).unwrap();
    assert_eq!(table.scheme("wu").unwrap(), Scheme::named("wu").unwrap());
    assert_eq!(table.weights.len(), Rule::ALL.len());
    let stated: toml::Table = text.parse().unwrap();
    let whole = SchemeTable {
        like: Some("wu".to_owned()),
        ..table
    };
    let known = toml::Table::try_from(&whole).unwrap();
    for key in known.keys().filter(|key| *key != "like") {
        assert!(stated.contains_key(key), "{key} is not in the file");
    }
}

#[test]
fn a_file_beside_the_program_is_a_scheme() {
    let folder = tempfile::tempdir().unwrap();
    let schemes = folder.path().join("config/schemes");
    fs::create_dir_all(&schemes).unwrap();
    let own = "levels = [\"kind\", \"mean\"]\nlimits = [6]\n";
    fs::write(schemes.join("mine.toml"), own).unwrap();
    fs::write(schemes.join("slip.toml"), "levels = []\nlimit = [6]\n").unwrap();
    run_in(
        folder.path(),
        "--per-level 2 --seed 1 --scheme mine --quiet",
    )
    .expect(0);
    assert!(folder.path().join("output/sudoku-1/2-mean.pack").exists());
    let slip = run_in(folder.path(), "--per-level 2 --scheme slip").expect(2);
    slip.complains(&["config/schemes/slip.toml, line 2", "`limits`"]);
    let unknown = run_in(folder.path(), "--per-level 2 --scheme min").expect(2);
    unknown.complains(&["\"min\"", "wu,", "mine"]);
    fs::remove_file(schemes.join("slip.toml")).unwrap();
    let listed = run_in(folder.path(), "list schemes").expect(0);
    assert!(listed.out.contains("mine"), "{}", listed.out);
}

/// A puzzle that the program's techniques can't solve has no HoDoKu level and no score, and matches no condition
/// on them.
#[test]
fn beyond_our_techniques_hodoku_has_no_level() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--count 60 --seed 1 --scheme hodoku-like --name h").expect(0);
    run_in(at, "verify output/h").expect(0);
    let pack = Pack::open(&at.join("output/h")).unwrap();
    let levels = pack.manifest().job.scheme.levels();
    let made = levels.flat_map(|level| pack.records(level).unwrap());
    let made: Vec<Record> = made.map(Result::unwrap).collect();
    let beyond = pack.manifest().dropped.no_level as usize;
    assert!(beyond > 10 && made.len() + beyond == 60, "{beyond}");
    let mut ratings = made.iter().map(|it| it.ratings.hodoku.unwrap());
    assert!(ratings.all(|it| it.by_technique));
    let rated = feed(at, "rate --scheme hodoku-like", HARDEST.as_bytes()).expect(0);
    assert!(rated.out.contains("no level") && rated.out.contains("HoDoKu: beyond our techniques"));
    let rated = feed(at, "rate --ratings hodoku", EASY.as_bytes()).expect(0);
    assert!(rated.out.contains("HoDoKu Easy, "), "{}", rated.out);
    run_in(at, "--count 60 --seed 1 --ratings hodoku --name r").expect(0);
    let shown = |condition: &str, code| {
        let said = run_in(
            at,
            &format!("show output/r --json --limit 60 --where {condition}"),
        );
        said.expect(code).out.lines().count()
    };
    assert_eq!(
        (shown("hodoku>=unfair", 3), shown("hodoku>10000", 3)),
        (0, 0)
    );
    assert_eq!(shown("hodoku>=0", 0), made.len());
}

/// Older packs can still be read and verified. In these packs, puzzles beyond the program's techniques have the level
/// `extreme`.
#[test]
fn older_packs_of_hodoku_are_read_and_proven() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/hodoku-priced");
    let report = verify(
        std::slice::from_ref(&golden),
        VerifyOptions::default(),
        &mut |_| (),
    );
    assert_eq!((report.puzzles, report.findings), (8, vec![]));
    let folder = golden.display();
    let shown = run_in(&golden, &format!("show {folder} --level extreme --json")).expect(0);
    assert!(shown.out.lines().count() > 0);
    for line in shown.out.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&object["level"], &object["level_name"]),
            (&5.into(), &"extreme".into())
        );
        assert!(object["hodoku_level"].is_null() && object["hodoku_score"].is_null());
    }
}

/// A run names the file of a scheme that replaces a built-in scheme. The list of schemes reports an invalid file
/// and lists the others.
#[test]
fn files_of_schemes_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let schemes = folder.path().join("config/schemes");
    fs::create_dir_all(&schemes).unwrap();
    fs::write(schemes.join("wu.toml"), "limits = [2, 4.5, 6, 13]").unwrap();
    fs::write(schemes.join("stuart.toml"), "like = 'stuart'").unwrap();
    fs::write(schemes.join("bad.toml"), "limits = [2, 1]").unwrap();
    let own = run_in(folder.path(), "--count 3 --seed 1 --name a")
        .expect(0)
        .err;
    let notice = "scheme wu is that of config/schemes/wu.toml, not the built-in one";
    assert!(own.contains(notice), "{own}");
    let same = run_in(folder.path(), "--count 3 --seed 1 --scheme stuart --name b").expect(0);
    assert!(!same.err.contains("built-in"), "{}", same.err);
    let said = run_in(folder.path(), "list schemes").expect(3);
    assert!(
        said.out.contains("hodoku") && !said.out.contains("bad"),
        "{}",
        said.out
    );
    said.complains(&["config/schemes/bad.toml: scheme \"bad\" makes no sense"]);
}

#[test]
fn where_a_level_has_its_halves_does_not_part_packs() {
    let new = Scheme::named("people").unwrap();
    let with = |easier_er: Option<f64>| {
        let mut scheme = new.clone();
        scheme.bands.get_mut("very-hard").unwrap().easier_er = easier_er;
        scheme
    };
    assert!(new.is_alike(&with(None)) && with(Some(6.9)).is_alike(&new));
    let mut other = with(None);
    other.bands.get_mut("very-hard").unwrap().score = Some((1170, 2400));
    assert!(!new.is_alike(&other));
    assert!(with(Some(6.9)).check().is_ok());
    for outside in [6.5, 7.3, f64::NAN] {
        assert!(with(Some(outside)).check().is_err(), "{outside}");
    }
}
