//! Tests the help that the program gives: lists of names, the output of `factory config`, estimates, and warnings.
//! A warning comes before a mistake costs time.

use crate::factory::{Said, factory, run_in};
use insta::assert_snapshot;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use sudoku_factory::config::{Job, Settings};
use sudoku_factory::import::Format;
use sudoku_factory::line::progress::RunProgress;
use sudoku_factory::line::{LONG_WAIT, RunHooks, Tally, puzzle_bytes, stall_warning};
use sudoku_factory::rate::Rule;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn every_format_that_can_be_read_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let listed = run_in(folder.path(), "list formats --json").expect(0).out;
    let formats: Vec<Value> = listed.lines().map(json).collect();
    for name in Format::ALL.iter().flat_map(|it| it.names()) {
        let mut found = formats.iter().filter(|it| it["name"] == *name);
        let about = found.next().unwrap()["about"].as_str().unwrap();
        assert!(about.contains("be read)"), "{name}: {about}");
        assert_eq!(found.next(), None, "{name} is listed twice");
    }
}

#[test]
fn lists_name_what_options_take() {
    let folder = tempfile::tempdir().unwrap();
    let list = |arguments: &str| {
        run_in(folder.path(), &format!("list {arguments}"))
            .expect(0)
            .out
    };
    let rules = list("rules");
    assert_eq!(rules.lines().count(), Rule::ALL.len());
    assert!(
        rules
            .lines()
            .any(|it| it.contains(" trial ") && it.contains("bifurcation"))
    );
    for line in list("rules --json").lines() {
        let line = json(line);
        let name = line["name"].as_str().unwrap();
        let rule: Rule = name.parse().unwrap();
        for alias in line["aliases"].as_array().unwrap() {
            assert_eq!(alias.as_str().unwrap().parse(), Ok(rule));
        }
    }
    assert_snapshot!(list("levels --scheme hardest-rule"), @r"
    singles  weight of the heaviest rule used below 10 (also 1)
    sets     weight of the heaviest rule used from 10, below 500 (also 2)
    fish     weight of the heaviest rule used from 500, below 3000 (also 3)
    wings    weight of the heaviest rule used from 3000, below 8000 (also 4)
    trial    weight of the heaviest rule used from 8000 (also 5)
    ");
    fs::write(
        folder.path().join("job.toml"),
        "[schemes.house]\nlevels = ['a', 'b']\nlimits = [3]\n",
    )
    .unwrap();
    let schemes = list("schemes --job job.toml");
    assert!(
        schemes.lines().next().unwrap().contains("wu  "),
        "{schemes}"
    );
    assert!(
        schemes.contains("clues: easy, fairly-easy 23, moderate 22"),
        "{schemes}"
    );
    assert!(schemes.trim_end().ends_with("D: a, b 3"), "{schemes}");
    assert!(list("formats").contains("cnf"));
    run_in(folder.path(), "list rule")
        .expect(2)
        .complains(&["rules, levels"]);
}

/// Runs `factory config` in a folder with a job file and a file of defaults, and with a setting in an environment
/// variable.
fn config(folder: &Path, arguments: &str) -> Said {
    fs::create_dir_all(folder.join("config")).unwrap();
    fs::write(
        folder.join("config/default.toml"),
        "symmetry = 'rotate180'\nseed-cells = 9\n",
    )
    .unwrap();
    let job = "count = 30\nscheme = 'my house'\nseed = 18446744073709551615\nforbid = ['guess']\n\
               [level]\neasy = 3\n[schemes.'my house']\nweights = { x-wing = 400 }\n";
    fs::write(folder.join("job.toml"), job).unwrap();
    let mut command = factory();
    command
        .current_dir(folder)
        .env("FACTORY_CLUES", "24..30")
        .arg("config");
    let output = command.args(arguments.split_whitespace()).output().unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn config_says_what_comes_from_where() {
    let folder = tempfile::tempdir().unwrap();
    let asked = "--job job.toml --level hard=2 --timeout 90s --create las-vegas";
    let said = config(folder.path(), asked).expect(0);
    assert_snapshot!(said.out, @r#"
    clues = "24..30"               # environment, FACTORY_CLUES
    count = 30                     # job.toml
    create = "las-vegas"           # flag --create
    dig = "one-by-one"             # default
    exhaust = false                # default
    forbid = ["trial"]             # job.toml
    out = "output"                 # default
    quiet = false                  # default
    scheme = "my house"            # job.toml
    seed = "18446744073709551615"  # job.toml
    seed-cells = 9                 # config/default.toml
    symmetry = "rotate180"         # config/default.toml
    timeout = "1m 30s"             # flag --timeout
    uniqueness = "fast"            # default
    level.easy = 3                 # job.toml
    level.hard = 2                 # flag --level
    schemes."my house" = { weights = { x-wing = 400.0 } }  # job.toml
    # name is not set: sudoku-{seed}
    # threads is not set: one per processor
    "#);
    // What is printed is a job file that says the same.
    let again = Settings::from_toml(&said.out, "config")
        .unwrap()
        .run_spec()
        .unwrap();
    assert_eq!(again.job.seed, u64::MAX);
    assert_eq!(again.run.timeout.unwrap().as_secs(), 90);
    assert_eq!(again.job.scheme.preset.weights[Rule::XWing.index()], 400.0);
    assert_eq!(again.job.filters.forbid, [Rule::Trial]);
}

#[test]
fn config_in_json_and_without_a_job() {
    let folder = tempfile::tempdir().unwrap();
    let said = config(folder.path(), "--json --count 5").expect(0);
    let settings = json(&said.out)["settings"].clone();
    assert_eq!(settings["count"]["from"], "flag --count");
    assert_eq!(settings["clues"]["from"], "environment, FACTORY_CLUES");
    assert_eq!(settings["clues"]["value"], "24..30");
    let said = config(folder.path(), "").expect(0);
    assert!(
        said.out
            .contains("# this is not a job yet: nothing says when to end"),
        "{}",
        said.out
    );
    config(folder.path(), "--count 5 --need x-wing --forbid x-wing")
        .expect(2)
        .complains(&["contradict"]);
    assert!(!folder.path().join("output").exists());
}

#[test]
fn an_estimate_tells_time_candidates_and_bytes_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--per-level 50 --count 900 --seed 3";
    let said = run_in(folder.path(), &format!("{job} --estimate=200ms")).expect(0);
    for word in [
        "candidates",
        "time",
        "bytes",
        "very-hard",
        "the whole run",
        "/s on",
    ] {
        assert!(said.out.contains(word), "{word} is not in {}", said.out);
    }
    // So few candidates that the sample is the run itself.
    let estimate = json(
        &run_in(folder.path(), "--count 60 --seed 3 --estimate=30s --json")
            .expect(0)
            .out,
    );
    assert!(
        !folder.path().join("output").exists(),
        "something was written"
    );
    let made = json(
        &run_in(folder.path(), "--count 60 --seed 3 --json")
            .expect(0)
            .out,
    );
    assert_eq!(estimate["sampled"], 60);
    for (told, made) in estimate["levels"]
        .as_array()
        .unwrap()
        .iter()
        .zip(made["levels"].as_array().unwrap())
    {
        assert_eq!(told["puzzles"], made["made"]);
        assert_eq!(told["bytes"], 414 * made["made"].as_u64().unwrap());
    }
    let unseen = "--scheme stuart --level three-guesses=1 --estimate=100ms";
    let said = run_in(folder.path(), unseen).expect(0);
    assert!(
        said.out.contains("no puzzle of three-guesses among"),
        "{}",
        said.out
    );
}

#[test]
fn a_disk_that_is_too_small_is_told_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |job: &str| {
        let said = run_in(folder.path(), &format!("{job} --out out --name p")).expect(75);
        assert_eq!(
            fs::read_dir(folder.path().join("out")).unwrap().count(),
            0,
            "nothing is left"
        );
        said.complains(&["free", "--out", "B below"]);
    };
    refused("--count 1000000000000000");
    refused("--per-level 1000000000000000");
    // What a timeout or a filter keeps small is not refused.
    let huge = "--count 1000000000000000 --timeout 200ms";
    run_in(folder.path(), &format!("{huge} --out out --name q")).expect(3);
}

fn job(text: &str) -> Job {
    let settings = Settings::from_toml(text, "job.toml").unwrap();
    settings
        .over(Settings::defaults().unwrap())
        .run_spec()
        .unwrap()
        .job
}

#[test]
fn the_size_of_a_pack_is_known_before_it_is_made() {
    let folder = tempfile::tempdir().unwrap();
    for layout in ["9x9", "6x6+jigsaw", "6x6+even-odd", "4x4"] {
        let made = format!("--layout {layout} --count 10 --seed 3 --out {layout} --name pack");
        run_in(folder.path(), &made).expect(0);
        let files = fs::read_dir(folder.path().join(layout).join("pack")).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let files = files.filter(|file| file.extension().unwrap() != "json");
        let bytes: u64 = files.map(|file| file.metadata().unwrap().len()).sum();
        let told = 10 * puzzle_bytes(&job(&format!("count = 10\nlayout = \"{layout}\"")));
        assert!(
            told <= bytes && bytes < told + 400,
            "{layout}: {told} of {bytes}"
        );
    }
}

#[test]
fn a_level_that_never_comes_is_told_of() {
    let wanting = job("[level]\neasy = 5\nhard = 5\nvery-hard = 5");
    let mut tally = Tally {
        used: LONG_WAIT - 1,
        ..Tally::default()
    };
    tally.rated[0] = 7;
    assert_eq!(stall_warning(&wanting, &tally), None);
    tally.used = LONG_WAIT;
    assert_snapshot!(stall_warning(&wanting, &tally).unwrap(), @"no puzzle of level hard, very-hard among 100,000 candidates so far; without --count or --timeout the run may never end");
    assert_eq!(
        stall_warning(&job("count = 5"), &tally),
        None,
        "all levels are welcome"
    );
    assert_eq!(stall_warning(&job("[level]\neasy = 5"), &tally), None);
    let counted = stall_warning(&job("count = 250000\n[level]\nhard = 5"), &tally).unwrap();
    assert!(
        counted.ends_with("the run goes on to candidate 250,000"),
        "{counted}"
    );
}

/// A receiver of a run's messages, which keeps them.
#[derive(Default)]
struct Listener(Mutex<Vec<String>>);

impl RunHooks for Listener {
    fn advance(&self, _: &Job, _: &Tally) {}

    fn notice(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }
}

#[test]
fn a_level_that_never_comes_is_told_of_at_every_doubling() {
    let listener = Arc::new(Listener::default());
    let wanting = job("[level]\nhard = 5");
    let mut progress = RunProgress::new(&wanting, 0, false, Some(listener.clone()));
    for used in (10_000..=1_000_000).step_by(10_000) {
        let tally = Tally {
            used,
            ..Tally::default()
        };
        progress.advance(&tally);
    }
    let told = listener.0.lock().unwrap();
    let after = ["100,000", "200,000", "400,000", "800,000"];
    assert_eq!(told.len(), after.len(), "{told:?}");
    for (said, used) in told.iter().zip(after) {
        assert!(
            said.contains(&format!("hard among {used} candidates")),
            "{said}"
        );
    }
}
