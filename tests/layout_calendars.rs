//! Tests calendars of layouts: each day has its own puzzle, drawn with the layout's boxes and letters, and shipped
//! puzzles are not used again.

use crate::factory::{bytes_of, run_in};
use std::collections::HashSet;
use std::fs;
use sudoku_factory::print::read;

#[test]
fn each_day_has_its_own_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--layout 6x6 --per-level 20 --seed 2 --name six -q").expect(0);
    run_in(at, "calendar output/six --start 2027-01-01 --days 14").expect(0);
    let index = fs::read_to_string(at.join("calendar/index.csv")).unwrap();
    let rows: Vec<Vec<&str>> = index
        .lines()
        .skip(1)
        .map(|it| it.split(',').collect())
        .collect();
    let puzzles: HashSet<&str> = rows.iter().map(|row| row[7]).collect();
    assert_eq!((rows.len(), puzzles.len()), (14, 14));
    for row in &rows {
        let [date, puzzle, solution] = [row[0], row[7], row[8]];
        assert_eq!((puzzle.len(), solution.len()), (36, 36));
        let file = |kind: &str, ending: &str| at.join(format!("calendar/{date}-{kind}.{ending}"));
        let text = fs::read_to_string(file("puzzle", "txt")).unwrap();
        assert_eq!(text.lines().count(), 6);
        assert_eq!(text.replace('\n', ""), puzzle);
        let grids = read::grids(&fs::read(file("solution", "pdf")).unwrap()).unwrap();
        let values: String = grids[0].values.iter().map(u8::to_string).collect();
        assert_eq!(values, solution);
    }
    let before = bytes_of(&at.join("calendar"));
    run_in(at, "calendar output/six --start 2027-01-01 --days 14").expect(0);
    assert!(before == bytes_of(&at.join("calendar")));
    let old = rows[3][6].to_owned();
    run_in(at, "calendar output/six --replace 2027-01-04").expect(0);
    let index = fs::read_to_string(at.join("calendar/index.csv")).unwrap();
    assert!(!index.contains(&old), "{index}");
}

#[test]
fn larger_boards_and_rules_are_drawn_and_conditions_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(
        at,
        "--layout 9x9+knight --level box-singles=9,singles=9 --seed 2 --name knight -q",
    )
    .expect(0);
    let week =
        "trim = \"100x128mm\"\nname = \"{date}-{kind}\"\nformats = [\"svg\"]\nlanguage = \"en\"\n";
    let days = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let days: String = days
        .map(|day| format!("[{day}]\nlevel = \"singles\"\n"))
        .concat();
    fs::write(at.join("week.toml"), format!("{week}{days}")).unwrap();
    run_in(
        at,
        "calendar output/knight --start 2027-01-01 --days 2 --week week.toml",
    )
    .expect(0);
    let drawn = fs::read_to_string(at.join("calendar/2027-01-01-puzzle.svg")).unwrap();
    assert!(drawn.starts_with("<svg") || drawn.contains("<svg"));
    fs::write(
        at.join("week.toml"),
        format!("{week}[monday]\nwhere = \"clues>3\"\n"),
    )
    .unwrap();
    run_in(
        at,
        "calendar output/knight --start 2027-01-01 --days 2 --week week.toml",
    )
    .expect(2)
    .complains(&["monday", "where is for 9x9 only", "9x9+knight"]);
    // Digits of 16×16 would be too small on so narrow a page.
    run_in(at, "--layout 16x16 --count 4 --seed 2 --name sixteen -q").expect(0);
    fs::write(at.join("week.toml"), week.replace("100x128mm", "50x60mm")).unwrap();
    run_in(
        at,
        "calendar output/sixteen --start 2027-01-01 --days 1 --week week.toml",
    )
    .expect(2)
    .complains(&["too small"]);
}
