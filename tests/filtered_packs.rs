//! Tests that packs contain the puzzles that their filters ask for, whether a filter is an option, a condition
//! or a setting in a file.

use crate::factory::{bytes_of, factory, feed, run_in, run_words};
use crate::filters::puzzles;
use serde_json::Value;
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::Scheme;
use sudoku_factory::filter::{Condition, Filters, Lack, Subject};
use sudoku_factory::pack::{Pack, Record};
use sudoku_factory::rate::{Extra, Rule};
use sudoku_factory::verify::{PackProblem, VerifyOptions, verify};

const WISH: &str = "used.x-wing=1 and used.trial=0 and clues>=25";

fn records(pack: &Pack) -> Vec<Record> {
    let levels = pack.manifest().job.scheme.levels();
    let all = levels.flat_map(|level| pack.records(level).unwrap());
    all.map(Result::unwrap).collect()
}

/// A job can ask for several things at once: one X-wing, no trial and error, at least 25 clues, diagonal symmetry.
#[test]
fn the_main_job_takes_conditions() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--level fairly-easy=1,hard=4 --symmetry diagonal --seed 3 --name p";
    let job: Vec<&str> = job.split(' ').collect();
    let make = |condition: &str| run_words(at, &[&job[..], &["--where", condition]].concat());
    make(WISH).expect(0);
    let pack = Pack::open(&at.join("output/p")).unwrap();
    let made = records(&pack);
    assert_eq!(made.len(), 5);
    for record in &made {
        let used = record.ratings.ladder.used;
        assert_eq!(
            (used[Rule::XWing.index()], used[Rule::Trial.index()]),
            (1, 0)
        );
        assert!(record.puzzle.clue_count() >= 25);
    }
    assert!(pack.manifest().dropped.filtered > 0);
    let text = fs::read_to_string(at.join("output/p/pack.json")).unwrap();
    assert!(text.contains(&format!("\"where\": {WISH:?}")), "{text}");
    run_in(at, "verify output/p").expect(0);
    // The same condition in other words is the same job.
    let again = make("(used.xwing == 1 && USED.trial == 0) && clues ≥ 25").expect(0);
    assert!(again.out.contains("already made"), "{}", again.out);
    let shown = run_in(at, "config --count 5 --where d<5").expect(0);
    assert!(shown.out.contains("where = \"d<5\""), "{}", shown.out);
    // A job file and the environment say the same.
    let file = format!(
        "symmetry = 'diagonal'\nseed = 3\nname = 'p'\nout = 'filed'\nwhere = '{WISH}'\nlevel = {{ fairly-easy = 1, hard = 4 }}"
    );
    fs::write(at.join("job.toml"), file).unwrap();
    run_in(at, "--job job.toml").expect(0);
    let mut command = factory();
    command.current_dir(at).args(&job).args(["--out", "told"]);
    let told = command.env("FACTORY_WHERE", WISH).output().unwrap();
    assert!(told.status.success());
    for place in ["filed/p", "told/p"] {
        assert!(
            bytes_of(&at.join(place)) == bytes_of(&at.join("output/p")),
            "{place}"
        );
    }
}

/// The short options choose the same puzzles as the condition with the same meaning: all puzzles that meet the
/// condition.
#[test]
fn short_forms_are_conditions() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let make = |name: &str, options: &[&str]| {
        let plain = ["--count", "2000", "--seed", "5", "--quiet", "--name", name];
        run_words(at, &[&plain[..], options].concat()).expect(0);
        records(&Pack::open(&at.join("output").join(name)).unwrap())
    };
    let short = "--require x-wing --forbid xy-wing,trial --max-rule xyz-wing";
    let long = "used.x-wing>0 and used.xy-wing=0 and used.trial=0 and solved and hardest<=xyz-wing";
    let chosen = make("short", &short.split(' ').collect::<Vec<_>>());
    assert!(!chosen.is_empty());
    assert_eq!(chosen, make("long", &["--where", long]));
    let condition = Condition::parse(long, &Scheme::default()).unwrap();
    let mut all = make("plain", &[]);
    all.retain(|record| condition.holds(&Subject::of(record)));
    assert_eq!(chosen, all);
}

/// A run computes the ratings that its condition uses, although they are otherwise computed only on request.
#[test]
fn ratings_that_are_asked_of_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let condition = "stuart=1 and hodoku<2000";
    let job = [
        "--count", "60", "--seed", "5", "--name", "p", "--where", condition,
    ];
    run_words(at, &job).expect(0);
    run_in(at, "verify output/p").expect(0);
    let pack = Pack::open(&at.join("output/p")).unwrap();
    assert_eq!(pack.manifest().job.ratings, [Extra::Stuart, Extra::Hodoku]);
    let made = records(&pack);
    assert!((1..40).contains(&made.len()), "{}", made.len());
    for record in &made {
        assert_eq!(record.ratings.guesses.unwrap().stuart, 1);
        assert!(record.ratings.hodoku.unwrap().by_technique);
    }
}

/// A pack that an older version made with filters is made again, byte for byte.
#[test]
fn an_older_job_with_filters_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/filtered");
    let report = verify(
        std::slice::from_ref(&golden),
        VerifyOptions::default(),
        &mut |_| (),
    );
    assert_eq!(report.findings, vec![]);
    let job = "--count 60 --seed 5 --require locked-candidates --forbid trial --max-rule xy-wing --need intersection-removal --name filtered";
    run_in(folder.path(), job).expect(0);
    assert!(bytes_of(&folder.path().join("output/filtered")) == bytes_of(&golden));
}

const ASKED: &str = "--require locked-candidates --forbid trial --symmetry rotate180 --seed 5";

fn json(said: &str) -> Value {
    serde_json::from_str(said).unwrap()
}

#[test]
fn a_pack_holds_what_was_asked_and_says_what_was_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = format!("{ASKED} --level fairly-easy=6 --name p");
    let said = run_in(folder.path(), &format!("{wanted} --json")).expect(0);
    let report = json(&said.out);
    let (filtered, used) = (&report["filtered"], &report["candidates"]);
    let rated: u64 = report["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["rated"].as_u64().unwrap())
        .sum();
    assert_eq!(filtered.as_u64().unwrap() + rated, used.as_u64().unwrap());
    let pack = Pack::open(&folder.path().join("output/p")).unwrap();
    assert_eq!(pack.manifest().dropped.filtered, filtered.as_u64().unwrap());
    let report = verify(
        &[pack.folder().to_owned()],
        VerifyOptions::default(),
        &mut |_| (),
    );
    assert_eq!((report.puzzles, report.findings), (6, vec![]));
    let again = run_in(folder.path(), &wanted).expect(0).out;
    let line = format!("{filtered} candidates did not pass the filters");
    assert!(
        again.contains("already made") && again.contains(&line),
        "{again}"
    );
    run_in(folder.path(), "--count 40 --seed 5 --name plain").expect(0);
    let plain = fs::read_to_string(folder.path().join("output/plain/pack.json")).unwrap();
    assert!(
        !plain.contains("filter"),
        "a job without filters says nothing of them"
    );
}

/// `verify` reports the puzzles that do not pass the filters of their pack's job.
#[test]
fn verify_finds_what_does_not_pass() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--count 30 --seed 5 --name p").expect(0);
    let place = folder.path().join("output/p");
    let findings = |filters: Filters, filtered: u64| reseal(&place, filters, filtered);
    assert_eq!(findings(Filters::default(), 0), vec![]);
    let strict = Filters::new(vec![], vec![Rule::HiddenSingle], None, vec![]);
    let lacks = findings(strict, 0);
    let broken = "used.hidden-single=0";
    let is_lack =
        |it: &PackProblem| matches!(it, PackProblem::Filter(Lack::Unmet(it)) if it == broken);
    assert!(lacks.len() > 20 && lacks.iter().all(is_lack), "{lacks:?}");
    let claims = findings(Filters::default(), 3);
    let text: Vec<String> = claims.iter().map(ToString::to_string).collect();
    assert!(
        text.iter().any(|it| it.contains("the job has no filters")),
        "{text:?}"
    );
}

fn reseal(place: &Path, filters: Filters, filtered: u64) -> Vec<PackProblem> {
    let pack = Pack::open(place).unwrap();
    let mut manifest = pack.manifest().clone();
    manifest.job.filters = filters;
    manifest.dropped.filtered = filtered;
    fs::write(place.join("pack.json"), manifest.to_text().unwrap()).unwrap();
    let report = verify(&[place.to_owned()], VerifyOptions::default(), &mut |_| ());
    report.findings.into_iter().map(|it| it.problem).collect()
}

#[test]
fn rate_selects_by_the_same_filters() {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = puzzles(60)
        .iter()
        .map(|it| format!("{}\n", it.puzzle))
        .collect();
    let count = |filter: &str| {
        let said = feed(folder.path(), &format!("rate {filter}"), lines.as_bytes()).expect(0);
        said.out.lines().count()
    };
    let (all, with, without) = (
        count(""),
        count("--require trial"),
        count("--forbid trial --max-rule xyz-wing"),
    );
    assert_eq!(all, 60);
    assert!(with > 0 && without > 0 && with + without <= all);
    let said = feed(folder.path(), "rate --require x-wing --forbid xwing", b"").expect(2);
    said.complains(&["used.x-wing>0 and used.x-wing=0 contradict"]);
    let one = "rate --where used.x-wing=1andd<20";
    let exact = feed(folder.path(), &one.replace("and", "&&"), lines.as_bytes()).expect(0);
    let some = feed(folder.path(), "rate --require x-wing", lines.as_bytes()).expect(0);
    let (exact, some) = (exact.out.lines().count(), some.out.lines().count());
    assert!((1..=some).contains(&exact), "{exact} {some}");
}

#[test]
fn flags_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let said = run_in(folder.path(), "--where foo=1 --count 10")
        .expect(2)
        .err;
    assert_eq!(said.matches("column 1").count(), 1, "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    run_in(folder.path(), "--level easy=5 --require x-wing")
        .expect(2)
        .complains(&["level easy", "D is at least"]);
    run_in(folder.path(), "--count 5 --max-rule jelyfish")
        .expect(2)
        .complains(&["jellyfish", "--max-rule"]);
    assert!(!folder.path().join("output").exists(), "no work was done");
}
