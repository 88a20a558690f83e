//! Targets for job files, and for conditions on puzzles.

use crate::{assert_one_line, scratch};
use std::sync::OnceLock;
use sudoku_factory::bucket::{Level, Scheme};
use sudoku_factory::config::{Settings, effective};
use sudoku_factory::filter::{Condition, Subject};
use sudoku_factory::pack::{Record, RecordReader};

/// Reads a job file and checks its job.
pub fn job(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let settings = match Settings::from_toml(&text, "job.toml") {
        Err(error) => return assert_one_line(&error),
        Ok(settings) => settings,
    };
    if let Ok(written) = toml::to_string(&settings) {
        let again = Settings::from_toml(&written, "job.toml");
        assert_eq!(again.expect("written settings can be read"), settings);
    }
    let defaults = Settings::defaults().expect("the defaults can be read");
    if let Err(error) = effective(&[defaults.clone(), settings.clone()]) {
        assert_one_line(&error);
    }
    match settings.over(defaults).run_spec() {
        Err(error) => assert_one_line(&error),
        Ok(spec) => {
            let text = serde_json::to_string(&spec.job).expect("a job can be written");
            let again = serde_json::from_str(&text);
            assert_eq!(Some(spec.job), again.ok(), "{text}");
        }
    }
}

/// Reads a condition on puzzles, writes it, and reads it again. Asserts that the second condition holds for the
/// same puzzles of a golden pack as the first.
pub fn conditions(bytes: &[u8]) {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    let records = RECORDS.get_or_init(|| {
        let file = scratch::read_golden("hodoku-priced/2-medium.pack");
        let records = RecordReader::new(file.as_slice()).collect::<Result<_, _>>();
        records.expect("a golden pack can be read")
    });
    let text = String::from_utf8_lossy(bytes);
    let scheme = Scheme::default();
    let condition = match Condition::parse(&text, &scheme) {
        Err(error) => return assert_one_line(&error),
        Ok(condition) => condition,
    };
    let written = condition.to_string();
    let again = Condition::parse(&written, &scheme);
    let again = again.unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.to_string(), written);
    let json = serde_json::to_string(&condition).expect("a condition can be written");
    assert!(serde_json::from_str::<Condition>(&json).is_ok(), "{json}");
    for record in records {
        let subject = Subject::of(record);
        assert_eq!(
            condition.holds(&subject),
            again.holds(&subject),
            "{written}"
        );
        let unknown = Subject {
            level: None,
            id: None,
            number: None,
            unfinished: true,
            ..subject
        };
        if let Some(early) = condition.decide(&unknown) {
            let known = Subject {
                level: Some(Level::HARD),
                ..subject
            };
            assert_eq!(early, condition.holds(&known), "{written}");
        }
    }
}
