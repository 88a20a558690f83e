//! Tests the marks beside the puzzles of a book: stars for the easier or the harder half of a level, minutes, and
//! D. Minutes are printed only for puzzles with an ER of at most 2.0, for which the estimates were checked.

use crate::book_layout::text_of;
use crate::factory::run_in;
use serde_json::{Value, json};
use std::collections::HashMap;

#[test]
fn halves_are_marked_and_minutes_that_nobody_checked_are_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let make = "--profile book --count 3000 --per-level 12 --seed 3 --name p --out . --ratings time --quiet";
    run_in(at, make).expect(0);
    let objects = run_in(at, "show p --json").expect(0).out;
    let objects = objects
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let (mut halves, mut unchecked) = ([0; 2], 0);
    let mut timed = HashMap::<String, bool>::new();
    for object in objects {
        let er = object["se_er"].as_f64().unwrap();
        unchecked += usize::from(er > 2.0);
        let level = object["level_name"].as_str().unwrap();
        *timed.entry(level.to_owned()).or_insert(true) &= er <= 2.0;
        let half = match level {
            "very-hard" => json!(if er <= 7.1 { "easier" } else { "harder" }),
            _ => Value::Null,
        };
        assert_eq!(object["level_half"], half);
        halves[0] += usize::from(half == "easier");
        halves[1] += usize::from(half == "harder");
    }
    let sections = timed.values().filter(|it| **it).count();
    assert!((1..5).contains(&sections));
    let words = text_of(at, "--preset home --minutes").join("\n");
    let ends = |ending: &str| words.lines().filter(|it| it.ends_with(ending)).count();
    assert_eq!(
        [ends("Very hard *"), ends("Very hard **")],
        halves,
        "{words}"
    );
    assert!(halves.iter().all(|&it| it > 0));
    assert_eq!((ends(" min"), unchecked < 60), (60 - unchecked, true));
    // A section names a range only if all its times are known.
    assert_eq!(ends(" minutes each"), sections);
    assert!(words.contains("One star marks the easier half"));
    for (language, decimal) in [("en", '.'), ("de", ','), ("zh", '.')] {
        let options = format!("--preset home --difficulty --language {language}");
        let words = text_of(at, &options).join("\n");
        let figures = words
            .lines()
            .filter_map(|it| it.rsplit_once("D ")?.1.split_once(decimal));
        let is_figure = |(whole, part): &(&str, &str)| {
            whole.parse::<u32>().is_ok() && part.len() == 1 && part.parse::<u32>().is_ok()
        };
        assert_eq!(figures.filter(is_figure).count(), 60, "{language}");
    }
}
