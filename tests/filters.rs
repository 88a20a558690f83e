//! Filters: which puzzles pass, what is refused beforehand, and that packs hold what was asked.

use crate::factory::{feed, run_in};
use serde_json::Value;
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::{Filters, Lack, Scheme, Sieve};
use sudoku_factory::config::Settings;
use sudoku_factory::grid::Canonical;
use sudoku_factory::line::{Maker, StageTimes};
use sudoku_factory::pack::{Pack, Record};
use sudoku_factory::rate::{Preset, Rater, Rule};
use sudoku_factory::verify::{Options, Problem, verify};

/// The filters that a job file asks for, with what refuses them.
fn filters(text: &str) -> Result<Filters, String> {
    let settings = Settings::from_toml(&format!("count = 9\n{text}"), "job.toml");
    let below = Settings::defaults().unwrap();
    let order = settings.map_err(|error| error.to_string())?.over(below);
    let order = order.order().map_err(|error| error.to_string())?;
    Ok(order.job.filters)
}

fn refusal(text: &str) -> String {
    let message = filters(text).expect_err(text);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

/// The first puzzles of a plain job, of all levels.
fn puzzles(count: u64) -> Vec<Record> {
    let settings = Settings::from_toml("count = 1\nseed = 4", "job.toml").unwrap();
    let order = settings
        .over(Settings::defaults().unwrap())
        .order()
        .unwrap();
    let maker = Maker::new(&order.job);
    let mut times = StageTimes::default();
    (0..count)
        .filter_map(|k| maker.make(k, &mut times).made.ok())
        .collect()
}

fn form(record: &Record) -> Canonical {
    Canonical::of(&record.puzzle, &record.solution)
}

/// Told by switching rules off anew for each puzzle, and not by what the rating says.
fn solved_without(record: &Record, off: &[Rule]) -> bool {
    let preset = Preset::default();
    let on = preset.order.iter().filter(|rule| !off.contains(rule));
    let ladder = Rater::new(&Preset {
        order: on.copied().collect(),
        ..preset.clone()
    });
    ladder.rate(&record.puzzle, &record.solution).solved
}

#[test]
fn a_sieve_lets_through_what_it_says() {
    let all = puzzles(400);
    let preset = Preset::default();
    let passed = |text: &str| {
        let sieve = Sieve::new(&filters(text).unwrap(), &preset);
        let passes = |record: &&Record| sieve.passes(&record.ratings.ladder, &form(record));
        all.iter().filter(passes).collect::<Vec<_>>()
    };
    let used = |record: &Record, rule: Rule| record.ratings.ladder.used[rule.index()] > 0;
    let is_not_vacuous = |some: &[&Record]| assert!((1..400).contains(&some.len()));
    let with = passed("require = ['x-wing', 'pair']");
    is_not_vacuous(&with);
    let asked = |record: &&Record| used(record, Rule::XWing) && used(record, Rule::NakedPair);
    assert_eq!(with, all.iter().filter(asked).collect::<Vec<_>>());
    let without = passed("forbid = ['hidden-pair', 'XY-wing']");
    is_not_vacuous(&without);
    let asked = |record: &&Record| !used(record, Rule::HiddenPair) && !used(record, Rule::XyWing);
    assert_eq!(without, all.iter().filter(asked).collect::<Vec<_>>());
    let no_trial = passed("forbid = ['bifurcation']");
    assert!(no_trial.iter().all(|it| it.ratings.ladder.solved));
    assert_eq!(no_trial, passed("max-rule = 'wxyz-wing'"));
    let light = passed("max-rule = 'locked candidates'");
    is_not_vacuous(&light);
    for record in &light {
        let heavier = Rule::ALL[Rule::XWing.index()..].iter();
        assert!(heavier.copied().all(|rule| !used(record, rule)));
        assert!(record.ratings.ladder.solved);
    }
}

#[test]
fn a_needed_rule_is_one_without_which_the_ladder_is_stuck() {
    let all = puzzles(250);
    let preset = Preset::default();
    for rule in preset.order.clone() {
        let sieve = Sieve::new(&Filters::new(vec![], vec![], None, vec![rule]), &preset);
        let mut needed = 0;
        for record in &all {
            let with: &[Rule] = match rule {
                Rule::Trial => &[],
                _ => &[Rule::Trial],
            };
            let expected =
                solved_without(record, with) && !solved_without(record, &[rule, Rule::Trial]);
            let lack = sieve.lack(&record.ratings.ladder, &form(record));
            assert_eq!(lack.is_none(), expected, "{rule} {}", record.puzzle);
            needed += u32::from(expected);
        }
        if [Rule::HiddenSingle, Rule::IntersectionRemoval, Rule::Trial].contains(&rule) {
            assert!((1..250).contains(&needed), "{rule}: {needed}");
        }
    }
}

/// Where trial comes before other rules, what was tried may have had another way out.
#[test]
fn an_early_trial_hides_no_need() {
    let usual = Preset::default();
    let mut order = usual.order.clone();
    let trial = order.pop().unwrap();
    order.insert(2, trial);
    let early = Preset {
        order,
        ..usual.clone()
    };
    let filters = Filters::new(vec![], vec![], None, vec![Rule::IntersectionRemoval]);
    let (plain, hasty) = (Sieve::new(&filters, &usual), Sieve::new(&filters, &early));
    let mut tried = 0;
    for record in puzzles(120) {
        let form = form(&record);
        let rating = Rater::new(&early).rate_canonical(&form);
        let needed = plain.passes(&record.ratings.ladder, &form);
        // A ladder that is stuck with trial fails before its need is asked for.
        if rating.solved {
            assert_eq!(hasty.passes(&rating, &form), needed, "{}", record.puzzle);
            tried += u32::from(needed && rating.used[Rule::Trial.index()] > 0);
        }
    }
    assert!(tried > 0);
}

#[test]
fn contradictions_are_refused_in_one_line() {
    let both = refusal("require = ['x-wing']\nforbid = ['xwing']");
    assert_eq!(
        both,
        "require x-wing and forbid x-wing contradict each other"
    );
    let heavy = refusal("need = ['xy-wing']\nmax-rule = 'swordfish'");
    assert!(
        heavy.contains("need xy-wing") && heavy.contains("3000 and 1000"),
        "{heavy}"
    );
    let unknown = refusal("require = ['wxyz-wing']");
    assert!(
        unknown.contains("scheme wu") && unknown.contains("xyz-wing, trial"),
        "{unknown}"
    );
    let beside = refusal("need = ['x-wing']\nrequire = ['trial']");
    assert!(beside.contains("without trial"), "{beside}");
    assert!(refusal("require = ['jelly-fish']").contains("the nearest is sword-fish"));
}

#[test]
fn a_level_that_cannot_be_reached_is_refused() {
    let refused = |text: &str, words: &[&str]| {
        let message = refusal(text);
        for word in words {
            assert!(message.contains(word), "{word:?} is not in {message:?}");
        }
    };
    let easy = "[level]\neasy = 5";
    refused(
        &format!("require = ['x-wing']\n{easy}"),
        &["level easy", "D is at least 2.66"],
    );
    refused(&format!("need = ['pair']\n{easy}"), &["level easy", "1.05"]);
    refused(
        "require = ['x-wing']\nper-level = 5",
        &["level easy", "--level NAME=N"],
    );
    refused(
        "max-rule = 'hidden-single'\nlevel = { hard = 5 }",
        &["level hard", "at most 1"],
    );
    let hardest = "scheme = 'hardest-rule'";
    refused(
        &format!("{hardest}\nrequire = ['x-wing']\nlevel = {{ sets = 5 }}"),
        &["at least 500"],
    );
    refused(
        &format!("{hardest}\nforbid = ['trial']\nlevel = {{ trial = 5 }}"),
        &["at most 5000"],
    );
    for possible in [
        "require = ['x-wing']\nlevel = { fairly-easy = 5 }".to_owned(),
        format!("require = ['hidden-single']\n{easy}"),
        "forbid = ['x-wing']\nper-level = 5".to_owned(),
        // What the rules do not solve is of the last level, and may have used nothing but singles.
        "forbid = ['x-wing', 'pair']\nlevel = { very-hard = 5 }".to_owned(),
        format!("{hardest}\nrequire = ['x-wing']\nlevel = {{ wings = 5 }}"),
        "scheme = 'clues'\nrequire = ['x-wing']\nper-level = 5".to_owned(),
    ] {
        filters(&possible).unwrap_or_else(|error| panic!("{possible}: {error}"));
    }
}

/// What is refused as impossible never happens.
#[test]
fn no_puzzle_is_of_a_level_that_was_ruled_out() {
    let all = puzzles(300);
    let mut ruled_out = 0;
    for scheme in ["wu", "hardest-rule"].map(|name| Scheme::named(name).unwrap()) {
        for rule in scheme.preset.order.clone() {
            for filters in [
                Filters::new(vec![rule], vec![], None, vec![]),
                Filters::new(vec![], vec![rule], None, vec![]),
                Filters::new(vec![], vec![], Some(rule), vec![]),
            ] {
                let sieve = Sieve::new(&filters, &scheme.preset);
                let possible: Vec<bool> = scheme
                    .levels()
                    .map(|level| filters.check_level(&scheme, level).is_ok())
                    .collect();
                ruled_out += possible.iter().filter(|possible| !**possible).count();
                for record in &all {
                    if sieve.passes(&record.ratings.ladder, &form(record)) {
                        let level = scheme.level(&record.ratings).unwrap();
                        assert!(
                            possible[level.index()],
                            "{filters:?} {level} {}",
                            record.puzzle
                        );
                    }
                }
            }
        }
    }
    assert!(ruled_out > 40, "{ruled_out}");
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
    let report = verify(&[pack.folder().to_owned()], Options::default(), &mut |_| ());
    assert_eq!((report.puzzles, report.findings), (6, vec![]));
    let again = run_in(folder.path(), &wanted).expect(0).out;
    let line = format!("{filtered} candidates lacked the rules asked for");
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

/// The same pack under a job whose filters its puzzles do not pass.
#[test]
fn verify_finds_what_does_not_pass() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--count 30 --seed 5 --name p").expect(0);
    let place = folder.path().join("output/p");
    let findings = |filters: Filters, filtered: u64| reseal(&place, filters, filtered);
    assert_eq!(findings(Filters::default(), 0), vec![]);
    let strict = Filters::new(vec![], vec![Rule::HiddenSingle], None, vec![]);
    let lacks = findings(strict, 0);
    let is_lack = |it: &Problem| matches!(it, Problem::Filter(Lack::Forbidden(Rule::HiddenSingle)));
    assert!(lacks.len() > 20 && lacks.iter().all(is_lack), "{lacks:?}");
    let claims = findings(Filters::default(), 3);
    let text: Vec<String> = claims.iter().map(ToString::to_string).collect();
    assert!(
        text.iter().any(|it| it.contains("the job has no filters")),
        "{text:?}"
    );
}

fn reseal(place: &Path, filters: Filters, filtered: u64) -> Vec<Problem> {
    let pack = Pack::open(place).unwrap();
    let mut manifest = pack.manifest().clone();
    manifest.job.filters = filters;
    manifest.dropped.filtered = filtered;
    fs::write(place.join("pack.json"), manifest.to_text().unwrap()).unwrap();
    let report = verify(&[place.to_owned()], Options::default(), &mut |_| ());
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
    said.complains(&["require x-wing"]);
}

#[test]
fn flags_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--level easy=5 --require x-wing")
        .expect(2)
        .complains(&["level easy", "D is at least"]);
    run_in(folder.path(), "--count 5 --max-rule jellyfish")
        .expect(2)
        .complains(&["jellyfish", "--max-rule"]);
    assert!(!folder.path().join("output").exists(), "no work was done");
}
