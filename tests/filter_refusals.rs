//! Tests that filters that no puzzle can pass are refused before any puzzle is made, and that all other filters are
//! accepted.

use crate::factory::run_in;
use crate::filters::{filters, form, puzzles, puzzles_of, refusal};
use std::fs;
use sudoku_factory::bucket::Scheme;
use sudoku_factory::dig::Plan;
use sudoku_factory::filter::{Condition, Filters, PreparedFilters, PuzzleRequirements, Subject};
use sudoku_factory::rate::{Extra, Raters, Rule};
use sudoku_factory::seed::Generator;

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

/// Returns a condition that this puzzle meets. The condition states everything that is known of the puzzle, or a
/// random part of it.
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

/// Under every scheme, no puzzle is refused at its own level, and most puzzles are proven impossible at the
/// other levels.
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
                ..Subject::of(record)
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
                let requirements = |level| {
                    let requirements = PuzzleRequirements {
                        filters,
                        scheme,
                        level,
                        plans,
                    };
                    requirements.check()
                };
                assert_eq!(requirements(None), Ok(()), "{text}");
                assert_eq!(requirements(Some(own)), Ok(()), "{} {text}", scheme.name);
                let others = scheme.levels().filter(|level| *level != own);
                asked += others.clone().count();
                ruled_out += others.filter(|it| requirements(Some(*it)).is_err()).count();
            }
        }
    }
    assert!(ruled_out > asked / 2, "{ruled_out} of {asked}");
}

/// A level that may stay empty or short is reported before any puzzle is made, and the run then goes on.
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
