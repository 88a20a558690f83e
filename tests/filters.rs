//! Tests filters: which puzzles pass them, which rules a puzzle needs, and how conditions are written. Also has
//! helper functions for the other tests of filters.

use sudoku_factory::bucket::Scheme;
use sudoku_factory::config::Settings;
use sudoku_factory::filter::{Condition, Filters, PreparedFilters, Subject};
use sudoku_factory::grid::Canonical;
use sudoku_factory::line::{Maker, StageTimes};
use sudoku_factory::pack::Record;
use sudoku_factory::rate::{Preset, Rater, Ratings, Rule};

/// Returns the filters that a job file asks for, or the message with which it is refused.
pub fn filters(text: &str) -> Result<Filters, String> {
    let settings = Settings::from_toml(&format!("count = 9\n{text}"), "job.toml");
    let below = Settings::defaults().unwrap();
    let order = settings.map_err(|error| error.to_string())?.over(below);
    let order = order.run_spec().map_err(|error| error.to_string())?;
    Ok(order.job.filters)
}

pub fn refusal(text: &str) -> String {
    let message = filters(text).expect_err(text);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

/// Returns the puzzles of the first `count` candidates of a job without filters. They are of all levels.
pub fn puzzles(count: u64) -> Vec<Record> {
    puzzles_of("", count)
}

pub fn puzzles_of(job: &str, count: u64) -> Vec<Record> {
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

pub fn form(record: &Record) -> Canonical {
    Canonical::of(&record.puzzle, &record.solution)
}

/// Returns whether a puzzle can be solved with these rules switched off, by solving it again.
pub fn solved_without(record: &Record, off: &[Rule]) -> bool {
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
        let passes = |record: &&Record| prepared.passes(&Subject::of(record), &form(record));
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
            let lack = prepared.lack(&Subject::of(record), &form(record));
            assert_eq!(lack.is_none(), expected, "{rule} {}", record.puzzle);
            needed += u32::from(expected);
        }
        if [Rule::HiddenSingle, Rule::IntersectionRemoval, Rule::Trial].contains(&rule) {
            assert!((1..250).contains(&needed), "{rule}: {needed}");
        }
    }
}

/// A preset that tries digits early does not hide that a puzzle needs another rule.
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
        let needed = plain.passes(&Subject::of(&record), &form);
        // A ladder that is stuck with trial fails before its need is asked for.
        if rating.solved {
            let took_trial = rating.used[Rule::Trial.index()] > 0;
            let ratings = Ratings {
                ladder: rating,
                ..record.ratings.clone()
            };
            let subject = Subject {
                ratings: &ratings,
                ..Subject::of(&record)
            };
            assert_eq!(hasty.passes(&subject, &form), needed, "{}", record.puzzle);
            tried += u32::from(needed && took_trial);
        }
    }
    assert!(tried > 0);
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
            "technique_level<1.5 or technique_level>-1 or technique_level=1",
            "technique_level<1.5 or technique_level>-1 or technique_level=medium",
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
