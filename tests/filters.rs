//! Filters: which puzzles pass, what is refused beforehand, and that packs hold what was asked.

use crate::factory::{bytes_of, factory, feed, run_in, run_words};
use serde_json::Value;
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::Scheme;
use sudoku_factory::config::Settings;
use sudoku_factory::dig::Plan;
use sudoku_factory::filter::{Condition, Filters, Lack, PreparedFilters, Subject, Wish};
use sudoku_factory::grid::Canonical;
use sudoku_factory::line::{Maker, StageTimes};
use sudoku_factory::pack::{Pack, Record};
use sudoku_factory::rate::{Extra, Preset, Rater, Raters, Ratings, Rule};
use sudoku_factory::seed::Generator;
use sudoku_factory::verify::{Options, Problem, verify};

/// The filters that a job file asks for, with what refuses them.
fn filters(text: &str) -> Result<Filters, String> {
    let settings = Settings::from_toml(&format!("count = 9\n{text}"), "job.toml");
    let below = Settings::defaults().unwrap();
    let order = settings.map_err(|error| error.to_string())?.over(below);
    let order = order.run_spec().map_err(|error| error.to_string())?;
    Ok(order.job.filters)
}

fn refusal(text: &str) -> String {
    let message = filters(text).expect_err(text);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

/// The first puzzles of a plain job, of all levels.
fn puzzles(count: u64) -> Vec<Record> {
    puzzles_of("", count)
}

fn puzzles_of(job: &str, count: u64) -> Vec<Record> {
    let text = format!("count = 1\nseed = 4\n{job}");
    let settings = Settings::from_toml(&text, "job.toml").unwrap();
    let order = settings
        .over(Settings::defaults().unwrap())
        .run_spec()
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
        let prepared = PreparedFilters::new(&filters(text).unwrap(), &preset);
        let passes = |record: &&Record| prepared.passes(&record.subject(), &form(record));
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
        let prepared =
            PreparedFilters::new(&Filters::new(vec![], vec![], None, vec![rule]), &preset);
        let mut needed = 0;
        for record in &all {
            let with: &[Rule] = match rule {
                Rule::Trial => &[],
                _ => &[Rule::Trial],
            };
            let expected =
                solved_without(record, with) && !solved_without(record, &[rule, Rule::Trial]);
            let lack = prepared.lack(&record.subject(), &form(record));
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
    let (plain, hasty) = (
        PreparedFilters::new(&filters, &usual),
        PreparedFilters::new(&filters, &early),
    );
    let mut tried = 0;
    for record in puzzles(120) {
        let form = form(&record);
        let rating = Rater::new(&early).rate_canonical(&form);
        let needed = plain.passes(&record.subject(), &form);
        // A ladder that is stuck with trial fails before its need is asked for.
        if rating.solved {
            let took_trial = rating.used[Rule::Trial.index()] > 0;
            let ratings = Ratings {
                ladder: rating,
                ..record.ratings.clone()
            };
            let subject = Subject {
                ratings: &ratings,
                ..record.subject()
            };
            assert_eq!(hasty.passes(&subject, &form), needed, "{}", record.puzzle);
            tried += u32::from(needed && took_trial);
        }
    }
    assert!(tried > 0);
}

#[test]
fn contradictions_are_refused_in_one_line() {
    assert_eq!(
        refusal("require = ['x-wing']\nforbid = ['xwing']"),
        "no puzzle passes these filters: used.x-wing>0 and used.x-wing=0 contradict each other"
    );
    refused(
        "need = ['xy-wing']\nmax-rule = 'swordfish'",
        &["xy-wing must be used", "weighs 3000", "hardest<=swordfish"],
    );
    refused("require = ['wxyz-wing']", &["scheme wu", "xyz-wing, trial"]);
    refused(
        "need = ['x-wing']\nrequire = ['trial']",
        &["without trial", "need"],
    );
    refused(
        "need = ['x-wing']\nforbid = ['x-wing']",
        &["need x-wing and used.x-wing=0 contradict"],
    );
    refused("where = 'used.x-wing=1.5'", &["no number meets"]);
    refused(
        "where = 'clues<17 or blanks>64'",
        &["17 to 81 clues", "clues<17 is required"],
    );
    refused(
        "where = 'clues>=25 and clues<25'",
        &["clues>=25 and clues<25 contradict each other"],
    );
    refused(
        "where = 'hodoku=extreme and hodoku=2'",
        &["no puzzle meets hodoku=extreme and hodoku=2"],
    );
    refused("where = 'd<5 and claes>3'", &["--where, column 9", "clues"]);
    refused("where = 'backdoor=0 and used.x-wing>0'", &["easier rules"]);
    refused(
        "where = 'level>2'\nlevel = { easy = 2 }",
        &["level easy", "level>2"],
    );
    assert!(refusal("require = ['jelly-fsih']").contains("the nearest is jelly-fish"));
}

fn refused(text: &str, words: &[&str]) {
    let message = refusal(text);
    for word in words {
        assert!(message.contains(word), "{word:?} is not in {message:?}");
    }
}

#[test]
fn a_level_that_cannot_be_reached_is_refused() {
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
    assert!(!refusal(&format!("require = ['x-wing']\n{easy}")).contains("NAME=N"));
    refused(
        &format!("where = 'd>5'\n{easy}"),
        &["this level has D below 1.05, and d>5 is required"],
    );
    refused(
        "scheme = 'logic'\nper-level = 2\nmax-rule = 'naked-pair'",
        &[
            "the last rule that its puzzles need is one of naked-triplet",
            "the filters exclude",
        ],
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
    // The scheme of `book`: a puzzle that uses an X-wing is hard at least.
    let logic = "scheme = 'logic'\nlevel = { easy = 5 }";
    for asked in [
        "need = ['x-wing']",
        "require = ['x-wing']",
        "where = 'used.x-wing=1'",
        "where = 'hardest>=x-wing'",
        "where = 'clues<32 or used.trial>0'",
        "clues = '24'",
        "where = 'solved=no'",
    ] {
        refused(&format!("{asked}\n{logic}"), &["level easy (scheme logic)"]);
    }
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

#[test]
fn every_scheme_has_levels_that_can_be_ruled_out() {
    for (scheme, asked) in [
        ("clues", "where = 'clues=26'\nlevel = { hard = 1 }"),
        ("clues", "clues = '30'\nlevel = { very-hard = 1 }"),
        ("blanks", "where = 'blanks<46'\nlevel = { moderate = 1 }"),
        ("freedom", "where = 'clues>70'\nlevel = { very-hard = 1 }"),
        ("grade", "where = 'grade=I'\nlevel = { easy = 1 }"),
        ("grade-letters", "where = 'blanks<40'\nlevel = { i = 1 }"),
        (
            "grade-printed",
            "where = 'blanks<40'\nlevel = { very-hard = 1 }",
        ),
        ("stuart", "where = 'backdoor=0'\nlevel = { basic = 1 }"),
        ("stuart", "need = ['x-wing']\nlevel = { basic = 1 }"),
        (
            "qqwing",
            "require = ['xy-wing']\nlevel = { intermediate = 1 }",
        ),
        ("qqwing", "need = ['pair']\nlevel = { easy = 1 }"),
        (
            "hodoku-like",
            "require = ['trial']\nlevel = { extreme = 1 }",
        ),
        (
            "hodoku-like",
            "require = ['x-wing']\nlevel = { medium = 1 }",
        ),
        ("hodoku-like", "where = 'hodoku=1'\nlevel = { hard = 1 }"),
        ("hodoku-like", "where = 'hodoku=2'\nlevel = { unfair = 1 }"),
        ("hodoku-like", "where = 'hodoku>800'\nlevel = { easy = 1 }"),
        ("hodoku", "require = ['skyscraper']\nlevel = { medium = 1 }"),
        (
            "hodoku",
            "where = 'technique_level=1'\nlevel = { hard = 1 }",
        ),
        ("people", "require = ['x-wing']\nlevel = { moderate = 1 }"),
        ("people", "where = 'naked-single>0'\nlevel = { easy = 1 }"),
        (
            "people",
            "where = 'technique_score<100'\nlevel = { hard = 1 }",
        ),
        ("people", "where = 'se>7'\nlevel = { hard = 1 }"),
        ("people", "forbid = ['fh', 'h1b']\nlevel = { easy = 1 }"),
        ("time", "where = 'minutes>9'\nlevel = { moderate = 1 }"),
        ("wu-literal", "where = 'd>13'\nlevel = { easy = 1 }"),
    ] {
        refused(
            &format!("scheme = '{scheme}'\n{asked}"),
            &["no puzzle of level"],
        );
    }
}

/// A condition that holds of one puzzle: all that is known of it, or a part.
fn portrait(subject: &Subject<'_>, scheme: &Scheme, rng: &mut Generator) -> String {
    let ratings = subject.ratings;
    let ladder = &ratings.ladder;
    let mut said = vec![
        format!("blanks={}", ratings.looks.blanks),
        format!("clues={}", 81 - ratings.looks.blanks),
        format!("freedom={}", ratings.looks.freedom),
        format!("grade={}", ratings.looks.grade.letter()),
        format!("d={}", ladder.difficulty),
        format!("d<={} or d>99999", ladder.difficulty),
        format!("hardest={}", ladder.hardest().map_or("none", Rule::name)),
        format!("solved={}", if ladder.solved { "yes" } else { "no" }),
        format!("level={}", scheme.level_name(subject.level.unwrap())),
        format!("not qqwing!={}", ratings.qqwing.unwrap() as u8),
        format!("stuart={}", ratings.guesses.unwrap().stuart),
        format!("backdoor={}", ratings.guesses.unwrap().backdoor),
        format!("minutes={}", ratings.minutes.unwrap().value()),
    ];
    match ratings.hodoku.unwrap().known() {
        Some(it) => said.push(format!("hodoku={} and hodoku={}", it.score, it.level)),
        None => said.push("not hodoku>=0".to_owned()),
    }
    for rule in Rule::ALL {
        let (used, counted) = (ladder.used[rule.index()], ladder.rules[rule.index()]);
        said.push(format!("used.{}={used}", rule.name()));
        said.push(format!("rules.{}={counted}", rule.name()));
    }
    let keeps = 1 + rng.below(3);
    said.retain(|_| keeps == 1 || rng.below(keeps) == 0);
    let bracketed = said.iter().map(|it| format!("({it})"));
    let all: Vec<String> = bracketed.chain(["number>=0".to_owned()]).collect();
    all.join(" and ")
}

/// Under every scheme, each puzzle is possible at its own level, and mostly proven impossible at the
/// others: nothing that exists is refused.
#[test]
fn no_puzzle_is_of_a_level_that_was_ruled_out() {
    let mut all = puzzles(60);
    all.extend(puzzles_of("clues = '32..40'", 20));
    all.extend(puzzles_of("symmetry = 'rotate180'", 20));
    let mut rng = Generator::for_candidate(1, 1);
    let (mut ruled_out, mut asked) = (0, 0);
    for scheme in Scheme::NAMES.map(|name| Scheme::named(name).unwrap()) {
        let raters = Raters::new(&scheme.preset, &Extra::ALL);
        let order = &scheme.preset.order;
        for record in &all {
            let form = form(record);
            let ratings = raters.rate(&form);
            let Some(own) = scheme.level(&ratings) else {
                continue;
            };
            let subject = Subject {
                level: Some(own),
                ratings: &ratings,
                ..record.subject()
            };
            let text = portrait(&subject, &scheme, &mut rng);
            let mut filters = Filters {
                condition: Some(Condition::parse(&text, &scheme).unwrap()),
                ..Filters::default()
            };
            let needing = Filters {
                need: vec![order[rng.below(order.len() as u32) as usize]],
                ..filters.clone()
            };
            if PreparedFilters::new(&needing, &scheme.preset).passes(&subject, &form) {
                filters = needing;
            }
            let prepared = PreparedFilters::new(&filters, &scheme.preset);
            assert!(prepared.passes(&subject, &form), "{text}");
            for plans in [&[][..], &[Plan::MINIMAL]] {
                let (filters, scheme) = (&filters, &scheme);
                let wish = |level| {
                    let wish = Wish {
                        filters,
                        scheme,
                        level,
                        plans,
                    };
                    wish.check()
                };
                assert_eq!(wish(None), Ok(()), "{text}");
                assert_eq!(wish(Some(own)), Ok(()), "{} {text}", scheme.name);
                let others = scheme.levels().filter(|level| *level != own);
                asked += others.clone().count();
                ruled_out += others.filter(|it| wish(Some(*it)).is_err()).count();
            }
        }
    }
    assert!(ruled_out > asked / 2, "{ruled_out} of {asked}");
}

#[test]
fn a_condition_is_written_as_it_is_read() {
    let scheme = Scheme::default();
    for (text, written) in [
        ("D < 5 && used.xwing == 1", "d<5 and used.x-wing=1"),
        (
            "(clues>=26 and solved) and not solved=no",
            "clues>=26 and solved and not solved=0",
        ),
        ("not (level>=hard or d<2)", "not (level>=4 or d<2)"),
        (
            "(d<1 or d>2) and hodoku=unfair",
            "(d<1 or d>2) and hodoku=unfair",
        ),
        (
            "hardest<=pair or (grade=C or qqwing=expert)",
            "hardest<=naked-pair or grade=3 or qqwing=4",
        ),
        (
            "id!=0123456789ABCDEF0123456789abcdef",
            "id!=0123456789abcdef0123456789abcdef",
        ),
    ] {
        let condition = Condition::parse(text, &scheme).unwrap();
        assert_eq!(condition.to_string(), written);
        let json = serde_json::to_string(&condition).unwrap();
        assert_eq!(serde_json::from_str::<Condition>(&json).unwrap(), condition);
    }
    assert!(serde_json::from_str::<Condition>("\"level>=hard\"").is_err());
}

const WISH: &str = "used.x-wing=1 and used.trial=0 and clues>=25";

fn records(pack: &Pack) -> Vec<Record> {
    let levels = pack.manifest().job.scheme.levels();
    let all = levels.flat_map(|level| pack.records(level).unwrap());
    all.map(Result::unwrap).collect()
}

/// One X-wing, no trial, 25 clues and more, diagonal.
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

/// The short forms and the condition that they are choose the same puzzles, and so does a choice
/// among all puzzles.
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
    all.retain(|record| condition.holds(&record.subject()));
    assert_eq!(chosen, all);
}

/// A condition on ratings that are made on request makes them.
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

/// A pack of filters that an older program made is made again, byte for byte.
#[test]
fn an_older_job_with_filters_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/filtered");
    let report = verify(
        std::slice::from_ref(&golden),
        Options::default(),
        &mut |_| (),
    );
    assert_eq!(report.findings, vec![]);
    let job = "--count 60 --seed 5 --require locked-candidates --forbid trial --max-rule xy-wing --need intersection-removal --name filtered";
    run_in(folder.path(), job).expect(0);
    assert!(bytes_of(&folder.path().join("output/filtered")) == bytes_of(&golden));
}

/// A rare level is reported before any work, and the work is done.
#[test]
fn levels_that_may_stay_empty_are_told_of_beforehand() {
    let folder = tempfile::tempdir().unwrap();
    let told = |job: &str| {
        run_in(folder.path(), &format!("{job} --count 3 --seed 4"))
            .expect(3)
            .err
    };
    let book = told("--profile book --minimal --per-level 5 --name a");
    let empty = "factory: level easy may stay empty: its puzzles have at least 32 clues;";
    assert!(book.starts_with(empty), "{book}");
    assert_eq!(book.matches("may stay").count(), 1, "{book}");
    let rare = told("--scheme hodoku-like --level unfair=1 --name b");
    assert!(
        rare.starts_with("factory: level unfair may stay short: measured: 5 of 40,000"),
        "{rare}"
    );
    let slow = told("--scheme time --level easy=1 --name d");
    assert!(slow.contains("level easy may stay short: measured: none of 20,000"));
    fs::write(
        folder.path().join("own.toml"),
        "scheme = 'hodoku'\n[schemes.hodoku]\nlike = 'hodoku'\nlimits = [1.5, 2, 3, 5]",
    )
    .unwrap();
    let own = told("--job own.toml --level unfair=100 --name e");
    assert!(!own.contains("minimal digs"), "{own}");
    let plain = told("--profile book --per-level 5 --name c");
    assert!(!plain.contains("may stay"), "{plain}");
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
    let broken = "used.hidden-single=0";
    let is_lack = |it: &Problem| matches!(it, Problem::Filter(Lack::Unmet(it)) if it == broken);
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
