//! Tests calendar pages for newspapers: today's puzzle with yesterday's solution, the levels of the week, and
//! the table for page layout.

use crate::factory::{bytes_of, run_in};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use sudoku_factory::print::read;

fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let make = "--count 4000 --per-level 20 --seed 3 --name p --out . --quiet";
    run_in(folder.path(), make).expect(0);
    folder
}

fn boards(at: &Path, name: &str) -> Vec<Vec<u8>> {
    let bytes = fs::read(at.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let grids = read::grids(&bytes).unwrap();
    grids.into_iter().map(|grid| grid.values).collect()
}

#[test]
fn a_box_has_todays_puzzle_and_yesterdays_solution() {
    let folder = pack();
    let at = folder.path();
    let made = "calendar p --start 2026-12-30 --days 9 --kinds puzzle,solution,box,week --language de -o days";
    run_in(at, made).expect(0);
    let days = at.join("days");
    assert_eq!(
        boards(&days, "2026-12-30-box.pdf"),
        boards(&days, "2026-12-30-puzzle.pdf")
    );
    for (yesterday, today) in [("2026-12-30", "2026-12-31"), ("2026-12-31", "2027-01-01")] {
        let expected = [
            boards(&days, &format!("{today}-puzzle.pdf")),
            boards(&days, &format!("{yesterday}-solution.pdf")),
        ];
        assert_eq!(
            boards(&days, &format!("{today}-box.pdf")),
            expected.concat()
        );
    }
    // Weeks begin on Monday, the first and the last with the days that they have.
    for (first, count) in [("2026-12-30", 5), ("2027-01-04", 4)] {
        for (kind, single) in [("week", "puzzle"), ("week-solutions", "solution")] {
            let week = boards(&days, &format!("{first}-{kind}.pdf"));
            assert_eq!(week.len(), count);
            assert_eq!(week[..1], boards(&days, &format!("{first}-{single}.pdf")));
        }
    }
    let words = read::words(&fs::read(days.join("2027-01-01-box.pdf")).unwrap()).unwrap();
    let words: Vec<String> = words.into_iter().map(|it| it.text).collect();
    let page = words.join(" ");
    for part in [
        "1. Januar 2027",
        "31. Dezember 2026",
        "Freitag",
        "Donnerstag",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    let table = fs::read_to_string(days.join("data-merge.csv")).unwrap();
    assert!(
        table.starts_with("date,day,level,@puzzle,@solution,@box\n"),
        "{table}"
    );
    assert!(table.contains("2027-01-01,1. Januar 2027,"), "{table}");
    assert!(table.contains(",2027-01-01-puzzle.pdf,2027-01-01-solution.pdf,2027-01-01-box.pdf\n"));
    let tabs = fs::read(days.join("data-merge.txt")).unwrap();
    assert_eq!(
        (&tabs[..2], tabs.len()),
        (&[0xFF, 0xFE][..], 2 + 2 * table.chars().count())
    );
}

#[test]
fn another_puzzle_for_a_day_changes_its_boxes_and_its_week_alone() {
    let folder = pack();
    let at = folder.path();
    let kinds = "--kinds puzzle,solution,box,week --language de";
    for out in ["a", "b"] {
        let made = format!("calendar p --start 2027-03-01 --days 14 {kinds} -o {out}");
        run_in(at, &made).expect(0);
    }
    assert!(bytes_of(&at.join("a")) == bytes_of(&at.join("b")));
    // The settings are those of the calendar, whether or not they are given again.
    let other = run_in(at, "calendar p --replace 2027-03-03 --language fr -o a").expect(2);
    other.complains(&["other settings", "--language"]);
    run_in(at, "calendar p --replace 2027-03-03 -o a").expect(0);
    let before: BTreeMap<String, Vec<u8>> = bytes_of(&at.join("b")).into_iter().collect();
    let after = bytes_of(&at.join("a"));
    let changed = after.iter().filter(|(name, bytes)| before[name] != *bytes);
    let changed: Vec<&str> = changed
        .map(|(name, _)| name.as_str())
        .filter(|name| name.ends_with("pdf"))
        .collect();
    assert_eq!(
        changed,
        [
            "2027-03-01-week-solutions.pdf",
            "2027-03-01-week.pdf",
            "2027-03-03-box.pdf",
            "2027-03-03-puzzle.pdf",
            "2027-03-03-solution.pdf",
            "2027-03-04-box.pdf",
        ]
    );
}

#[test]
fn titles_of_a_week_are_alike() {
    let folder = pack();
    let at = folder.path();
    for (language, sentence) in [("de", "Rätsel"), ("en", "Puzzle"), ("it", "Sudoku")] {
        let made = "calendar p --start 2027-02-01 --days 28 --kinds week";
        run_in(at, &format!("{made} --language {language} -o {language}")).expect(0);
        let mut titled = Vec::new();
        for monday in ["2027-02-01", "2027-02-08", "2027-02-15", "2027-02-22"] {
            let page = fs::read(at.join(format!("{language}/{monday}-week.pdf"))).unwrap();
            let words = read::words(&page).unwrap();
            let dated = words.iter().filter(|it| it.text.contains("2027"));
            titled.extend(dated.map(|it| it.text.contains(sentence)));
        }
        assert_eq!(titled.len(), 28, "{language}");
        assert!(
            titled.iter().all(|it| *it == titled[0]),
            "{language}: {titled:?}"
        );
    }
}

#[test]
fn a_wrong_kind_or_size_is_told_in_a_line() {
    let folder = pack();
    let at = folder.path();
    let week =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/config/week.toml")).unwrap();
    for (line, words) in [
        ("kinds = ['boxes']", &["w.toml", "boxes"][..]),
        ("kinds = []", &["w.toml", "kinds"]),
        ("kinds = ['box']\nbox-trim = '40x60mm'", &["box-trim", "7"]),
        (
            "kinds = ['week']\nweek-trim = '60x60mm'",
            &["week-trim", "7"],
        ),
        ("box-trim = 'wide'", &["wide"]),
        ("style = 'none.toml'", &["none.toml"]),
    ] {
        fs::write(at.join("w.toml"), format!("{line}\n{week}")).unwrap();
        run_in(
            at,
            "calendar p --start 2027-03-01 --days 2 --week w.toml -o x",
        )
        .expect(2)
        .complains(words);
        assert!(!at.join("x").exists(), "{line}");
    }
    run_in(at, "calendar p --start 2027-03-01 --kinds page -o x")
        .expect(2)
        .complains(&["page", "box"]);
}
