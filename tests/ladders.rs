//! Tests ratings by technique in packs and outputs, ladders of the user's own, filters of techniques, and levels
//! by bands.

use crate::factory::{bytes_of, feed, run_in, run_words};
use crate::sets;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::{Level, Scheme};
use sudoku_factory::config::Settings;
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::pack::{Pack, Record};
use sudoku_factory::rate::techniques::{Climbers, Technique, TechniqueLadder};
use sudoku_factory::rate::{Extra, HodokuLevel};
use sudoku_factory::solve::search;

const JOB: &str = "--count 150 --seed 11 --symmetry rotate180 --ratings techniques --quiet";

fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn records(pack: &Pack, level: Level) -> Vec<Record> {
    pack.records(level).unwrap().map(Result::unwrap).collect()
}

fn uses(record: &Record, technique: Technique) -> bool {
    record.ratings.techniques.unwrap().counts[technique.index()] > 0
}

/// Returns the puzzles of a pack of [`JOB`] as `factory rate` reads them.
fn puzzles(at: &Path) -> Vec<u8> {
    run_in(at, "export output/p --to line -o p.txt --force").expect(0);
    fs::read(at.join("p.txt")).unwrap()
}

#[test]
fn a_pack_holds_the_steps_and_every_output_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name p")).expect(0);
    run_in(at, "verify output/p --spot-check 50").expect(0);
    let pack = Pack::open(&at.join("output/p")).unwrap();
    let scheme = &pack.manifest().job.scheme;
    let ladder = scheme.techniques.clone().unwrap();
    assert_eq!(ladder, TechniqueLadder::people());
    let all: Vec<Record> = scheme.levels().flat_map(|it| records(&pack, it)).collect();
    let climbers = Climbers::of(&ladder);
    for record in &all {
        let form = Canonical::of(&record.puzzle, &record.solution);
        let path = climbers.solve(&form.puzzle, Some(&form.solution));
        assert_eq!(record.ratings.techniques, Some(path));
        let Some(rating) = path.rating else { continue };
        let points = path
            .used()
            .map(|(it, n)| n * ladder.rung(it).unwrap().score);
        assert_eq!(points.sum::<u32>(), rating.score);
    }
    let shown = objects(&run_in(at, "show output/p --json").expect(0).out);
    let exported = objects(&run_in(at, "export output/p --to jsonl").expect(0).out);
    let csv = run_in(at, "export output/p --to csv").expect(0).out;
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let heads = csv.headers().unwrap().clone();
    let column = |name: &str| heads.iter().position(|it| it == name).unwrap();
    let places = ["technique_level", "technique_score", "techniques"].map(column);
    run_in(at, "export output/p --to sqlite -o p.sqlite").expect(0);
    let database = rusqlite::Connection::open(at.join("p.sqlite")).unwrap();
    let asked = "SELECT technique_score, technique_level, techniques FROM puzzles ORDER BY key";
    let mut asked = database.prepare(asked).unwrap();
    let rows = asked.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let in_sql: Vec<(Option<u32>, String, String)> = rows.unwrap().map(Result::unwrap).collect();
    assert_eq!(in_sql.len(), all.len());
    for (n, row) in csv.records().enumerate() {
        let (row, record) = (row.unwrap(), &all[n]);
        let path = record.ratings.techniques.unwrap();
        let counts: BTreeMap<String, u32> = path
            .used()
            .map(|(it, n)| (it.key().to_owned(), n))
            .collect();
        let rating = path.rating.unwrap();
        for object in [&shown[n], &exported[n]] {
            assert_eq!(object["techniques"], serde_json::to_value(&counts).unwrap());
            assert_eq!(object["technique_score"], rating.score);
            assert_eq!(object["ladder"], "people");
        }
        let text = path.used().map(|(it, n)| format!("{}:{n}", it.key()));
        let text = text.collect::<Vec<_>>().join(" ");
        let [level, score, techniques] = places.map(|place| &row[place]);
        assert_eq!(shown[n]["technique_level"], level);
        assert_eq!((level, techniques), (rating.level.key(), text.as_str()));
        assert_eq!(score, rating.score.to_string());
        assert_eq!(in_sql[n], (Some(rating.score), level.to_owned(), text));
    }
}

#[test]
fn statistics_count_the_puzzles_that_take_a_technique() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name p")).expect(0);
    let pack = Pack::open(&at.join("output/p")).unwrap();
    let told = run_in(at, "stats output/p --svg pictures --json")
        .expect(0)
        .out;
    let told: Value = serde_json::from_str(&told).unwrap();
    let counted = told["levels"][0]["techniques"]["full-house"]["puzzles"].as_u64();
    assert_eq!(counted, Some(records(&pack, Level::EASY).len() as u64));
    assert!(at.join("pictures/techniques.svg").is_file());
}

/// Shares of techniques count only the puzzles that a technique ladder has rated.
#[test]
fn shares_of_techniques_are_of_the_puzzles_that_have_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(
        at,
        "--count 60 --seed 1 --ratings techniques --name a --quiet",
    )
    .expect(0);
    run_in(at, "--count 60 --seed 2 --name b --quiet").expect(0);
    let stats = |packs: &str| {
        let said = run_in(at, &format!("stats {packs} --json")).expect(0);
        objects(&said.out)[0]["levels"][0].clone()
    };
    let (alone, both) = (stats("output/a"), stats("output/a output/b"));
    assert!(both["puzzles"].as_u64() > alone["puzzles"].as_u64());
    assert_eq!(both["rated_by_techniques"], alone["puzzles"]);
    assert_eq!(both["techniques"], alone["techniques"]);
}

#[test]
fn jobs_that_do_not_ask_know_nothing_of_ladders() {
    let job = Settings::from_toml("count = 5", "job").unwrap();
    let job = job
        .over(Settings::defaults().unwrap())
        .run_spec()
        .unwrap()
        .job;
    assert_eq!(
        (job.scheme.techniques.as_ref(), job.ratings.as_slice()),
        (None, &[][..])
    );
    let text = serde_json::to_string(&job).unwrap();
    assert!(
        !text.contains("techniques") && !text.contains("bands"),
        "{text}"
    );
}

#[test]
fn conditions_know_every_technique() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name p")).expect(0);
    let list = puzzles(at);
    let count = |filter: &[&str]| {
        let words = [&["rate", "--json"], filter].concat();
        let mut command = assert_cmd::Command::from_std(crate::factory::factory());
        let output = command
            .current_dir(at)
            .args(&words)
            .write_stdin(list.clone());
        let output = output.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        objects(&String::from_utf8(output.stdout).unwrap())
    };
    let with = |technique: &str| {
        let all = count(&["--ratings", "techniques"]);
        let has = |it: &&Value| it["techniques"][technique].is_u64();
        all.iter().filter(has).count()
    };
    let wings = with("xy-wing");
    assert!(wings > 0);
    for filter in [
        &["--where", "xy-wing>=1"][..],
        &["--where", "techniques.xy-wing>0"],
        &["--require", "techniques.xy-wing"],
        &["--scheme", "people", "--require", "y-wing"],
    ] {
        assert_eq!(count(filter).len(), wings, "{filter:?}");
    }
    let needing = count(&["--need", "techniques.xy-wing"]);
    assert!(!needing.is_empty() && needing.len() < wings);
    let people = TechniqueLadder::people();
    for it in &needing {
        let puzzle: Board = it["puzzle"].as_str().unwrap().parse().unwrap();
        let solution = search::solve(&puzzle, 1).first.unwrap();
        let form = Canonical::of(&puzzle, &solution);
        let path = Climbers::of(&people).solve(&form.puzzle, None);
        let level = people.hardest(&path).unwrap().level;
        let without = people.clone().without(Technique::XyWing).within(level);
        assert!(Climbers::of(&without).solve(&form.puzzle, None).blanks > 0);
    }
    let easy = count(&["--max-technique", "techniques.claiming"]);
    let beyond = |it: &Value| it["techniques"]["naked-pair"].is_u64();
    assert!(!easy.is_empty() && !easy.iter().any(beyond));
    assert_eq!(
        count(&["--where", "technique_level<=hard and technique_score<400"]).len(),
        {
            let all = count(&["--ratings", "techniques"]);
            all.iter()
                .filter(|it| it["technique_score"].as_u64() < Some(400))
                .count()
        }
    );
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let folder = tempfile::tempdir().unwrap();
    for (words, nearest) in [
        (["--count", "1", "--where", "skyscrapper>=1"], "skyscraper"),
        (["--count", "1", "--require", "skyscrapper"], "skyscraper"),
        (["--count", "1", "--max-technique", "xy-chian"], "xy-chain"),
        (["--count", "1", "--ladder", "poeple"], "people"),
        (["--count", "1", "--uniqueness-techniques", "maybe"], "off"),
    ] {
        let said = run_words(folder.path(), &words).expect(2);
        assert!(said.err.contains(nearest), "{words:?}: {}", said.err);
    }
}

#[test]
fn a_ladder_is_data() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = |text: &str| {
        fs::write(
            at.join("job.toml"),
            format!("count = 30\nseed = '1'\n{text}"),
        )
        .unwrap();
    };
    let house = "ratings = ['techniques']\nladder = 'house'\n[ladders.house]\norder = ['naked-single', 'hidden-single', 'x-wing']\nscores = { x-wing = 7 }\nlevels = { x-wing = 'easy' }\n";
    job(house);
    run_in(at, "--job job.toml --name p --quiet").expect(0);
    let pack = Pack::open(&at.join("output/p")).unwrap();
    let ladder = pack.manifest().job.scheme.techniques.clone().unwrap();
    assert_eq!((ladder.name(), ladder.rungs().len()), ("house", 3));
    let rung = ladder.rung(Technique::XWing).unwrap();
    assert_eq!((rung.score, rung.level), (7, HodokuLevel::Easy));
    let beyond = pack
        .manifest()
        .job
        .scheme
        .levels()
        .flat_map(|it| records(&pack, it));
    let beyond = beyond.filter(|it| it.ratings.techniques.unwrap().rating.is_none());
    assert!(beyond.count() > 0);
    run_in(at, "verify output/p").expect(0);
    for (text, why) in [
        (house.replace("'naked-single', ", ""), "needs singles"),
        (
            house.replace("'hidden-single', ", "'hidden-single-box', "),
            "needs singles",
        ),
        (house.replace("'x-wing']", "'x-wing', 'x-wing']"), "twice"),
        (house.replace("x-wing = 7", "swordfish = 7"), "swordfish"),
        (house.replace("x-wing = 7", "x-wing = 4000000000"), "points"),
        (house.replace("['naked", "['naket"), "naked-single"),
    ] {
        job(&text);
        let said = run_in(at, "--job job.toml --name q").expect(2);
        assert!(said.err.contains(why), "{why}: {}", said.err);
    }
    fs::create_dir_all(at.join("config/ladders")).unwrap();
    fs::write(
        at.join("config/ladders/mine.toml"),
        "like = 'hodoku'\nscores = { full-house = 5 }\n",
    )
    .unwrap();
    run_in(
        at,
        "--count 9 --seed 1 --ratings techniques --ladder mine --name m --quiet",
    )
    .expect(0);
    let listed = run_in(at, "list ladders").expect(0).out;
    assert!(listed.contains("mine") && listed.contains("of config/ladders/mine.toml"));
    let unknown = run_in(at, "--count 9 --ladder mien").expect(2);
    unknown.complains(&["people, hodoku, mine"]);
}

#[test]
fn a_technique_that_hardly_a_puzzle_needs_is_named_beforehand() {
    let folder = tempfile::tempdir().unwrap();
    for (technique, is_rare) in [("x-wing", true), ("xy-wing", false)] {
        let make = format!(
            "--profile book --count 5 --seed 3 --level hard=1 --need {technique} --name {technique}"
        );
        let said = run_in(folder.path(), &make).expect(3);
        let warning = format!("almost no puzzle needs {technique}");
        assert_eq!(said.err.contains(&warning), is_rare, "{}", said.err);
    }
}

#[test]
fn without_uniqueness_puzzles_are_rated_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name p")).expect(0);
    let list = puzzles(at);
    let rate = |more: &str| {
        objects(
            &feed(
                at,
                &format!("rate --ratings techniques --json {more}"),
                &list,
            )
            .expect(0)
            .out,
        )
    };
    let (with, without) = (rate(""), rate("--uniqueness-techniques off"));
    assert_eq!(with.len(), without.len());
    let relies = |it: &Value| {
        let used = it["techniques"].as_object().unwrap().keys();
        let mut used = used.map(|name| name.parse::<Technique>().unwrap());
        used.any(Technique::rests_on_uniqueness)
    };
    assert!(with.iter().any(relies) && !without.iter().any(relies));
    for (with, without) in with.iter().zip(&without) {
        assert!(relies(with) || with == without);
        assert!(without["technique_score"].is_u64());
    }
}

#[test]
fn the_form_given_is_rated_where_that_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let row = sets::table("se-1.2.1.tsv").nth(40).unwrap();
    let puzzle: Board = row[1].parse().unwrap();
    let rated = |more: &str| {
        let asked = format!("rate --scheme hodoku --json {more}");
        objects(
            &feed(folder.path(), &asked, puzzle.to_string().as_bytes())
                .expect(0)
                .out,
        )[0]
        .clone()
    };
    let (given, canonical) = (rated("--as-given"), rated(""));
    assert_eq!(
        (&given["technique_form"], &canonical["technique_form"]),
        (&"given".into(), &"canonical".into())
    );
    let path = Climbers::of(&TechniqueLadder::hodoku()).solve(&puzzle, None);
    assert_eq!(given["technique_score"], path.rating.unwrap().score);
}

/// Returns the number of steps of each technique in a list of steps.
fn counted(steps: &Value) -> Value {
    let mut counts = BTreeMap::<&str, u32>::new();
    for step in steps.as_array().unwrap() {
        *counts
            .entry(step["technique"].as_str().unwrap())
            .or_default() += 1;
    }
    serde_json::to_value(counts).unwrap()
}

#[test]
fn the_steps_listed_are_those_that_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let lines: Vec<String> = sets::table("se-1.2.1.tsv")
        .step_by(17)
        .map(|row| row[1].to_owned())
        .collect();
    let list = lines.join("\n");
    for form in ["", "--as-given"] {
        let asked = format!("rate --ratings techniques --steps=techniques --json {form}");
        for rated in objects(&feed(at, &asked, list.as_bytes()).expect(0).out) {
            assert_eq!(counted(&rated["steps"]), rated["techniques"], "{rated}");
        }
    }
    let make = "--ratings techniques --per-level 20 --count 120 --seed 5 --name p --quiet";
    run_in(at, make).expect(3);
    let shown = run_in(at, "show output/p --steps=techniques --json").expect(0);
    run_in(
        at,
        "export output/p --to jsonl --steps=techniques -o p.jsonl",
    )
    .expect(0);
    let exported = fs::read_to_string(at.join("p.jsonl")).unwrap();
    for record in [objects(&shown.out), objects(&exported)].concat() {
        assert_eq!(counted(&record["steps"]), record["techniques"], "{record}");
    }
}

#[test]
fn scheme_hodoku_fills_five_levels() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(
        at,
        "--scheme hodoku --per-level 2 --count 2000 --seed 2 --name p --quiet",
    )
    .expect(0);
    run_in(at, "verify output/p").expect(0);
}

#[test]
fn a_book_has_five_levels_that_keep_to_their_bands() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--profile book --per-level 6 --seed 1 --quiet --name p";
    run_in(at, &format!("{job} --threads 1 --out one")).expect(0);
    run_in(at, &format!("{job} --threads 3 --out three")).expect(0);
    let [one, three] = ["one/p", "three/p"].map(|out| at.join(out));
    assert!(bytes_of(&one) == bytes_of(&three));
    run_in(at, "verify one/p").expect(0);
    let pack = Pack::open(&one).unwrap();
    let scheme = &pack.manifest().job.scheme;
    assert_eq!(*scheme, Scheme::named("people").unwrap());
    let hodoku = TechniqueLadder::hodoku();
    let categories = [
        HodokuLevel::Easy,
        HodokuLevel::Easy,
        HodokuLevel::Medium,
        HodokuLevel::Hard,
        HodokuLevel::Unfair,
    ];
    let mut last = 0;
    for (level, category) in scheme.levels().zip(categories) {
        let mut scores = Vec::new();
        for record in records(&pack, level) {
            let path = record.ratings.techniques.unwrap();
            let as_given = Climbers::of(&hodoku).solve(&record.puzzle, Some(&record.solution));
            assert_eq!(hodoku.hardest(&as_given).unwrap().level, category);
            assert!(!uses(&record, Technique::ForcingChainContradiction));
            scores.push(path.rating.unwrap().score);
            assert!(record.ratings.se.is_some());
        }
        scores.sort_unstable();
        assert!(scores.len() == 6 && scores[3] > last, "{level}: {scores:?}");
        last = scores[3];
    }
    let said = run_in(at, "book one/p --preset home -o p.pdf --shares").expect(0);
    assert!(said.code == 0 && at.join("p.pdf").is_file());
}

#[test]
fn every_profile_by_technique_fills() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (profile, count) in [("newspaper", 3000), ("kids", 200)] {
        let job = format!(
            "--profile {profile} --per-level 1 --count {count} --seed 4 --quiet --name {profile}"
        );
        run_in(at, &job).expect(0);
        run_in(at, &format!("verify output/{profile}")).expect(0);
    }
    run_in(
        at,
        "--profile expert --level forcing=1 --count 9000 --seed 4 --quiet --name e",
    )
    .expect(0);
    let pack = Pack::open(&at.join("output/e")).unwrap();
    let forcing = Level::from_number(3).unwrap();
    let [record] = records(&pack, forcing).try_into().unwrap();
    let hardest = TechniqueLadder::people();
    let path = record.ratings.techniques.unwrap();
    assert_eq!(hardest.hardest(&path).unwrap().level, HodokuLevel::Extreme);
}

#[test]
fn techniques_are_listed_with_all_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let listed = objects(
        &run_in(folder.path(), "list techniques --json")
            .expect(0)
            .out,
    );
    assert_eq!(listed.len(), Technique::all().len());
    let wing = listed.iter().find(|it| it["name"] == "xy-wing").unwrap();
    assert_eq!(
        (&wing["hodoku_score"], &wing["se"]),
        (&160.into(), &4.2.into())
    );
    assert!(
        wing["aliases"]
            .as_array()
            .unwrap()
            .contains(&"y-wing".into())
    );
    assert_eq!(Extra::Techniques.name(), "techniques");
}
