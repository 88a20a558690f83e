//! Tests pairs of pictures (a puzzle and its solution) for page layout: the numbers in their names, and the table
//! of the pairs. Also tests style sheets, which books, calendars and pictures share.

use crate::factory::{bytes_of, run_in};
use std::fs;
use std::path::Path;
use sudoku_factory::grid::{Board, text};
use sudoku_factory::print::read;

fn pack(per_level: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let make = format!("--count 3000 --per-level {per_level} --seed 3 --name p --out . --quiet");
    run_in(folder.path(), &make).expect(0);
    folder
}

/// Decodes the text of a UTF-16 file that begins with a byte order mark.
fn from_utf16(bytes: &[u8]) -> String {
    let units = bytes
        .chunks_exact(2)
        .map(|it| u16::from_le_bytes([it[0], it[1]]));
    let text = String::from_utf16(&units.collect::<Vec<_>>()).unwrap();
    text.strip_prefix('\u{FEFF}').expect("a mark").to_owned()
}

#[test]
fn pairs_are_numbered_and_listed_for_data_merge() {
    let folder = pack(12);
    let at = folder.path();
    run_in(at, "export p --to line -o all.txt").expect(0);
    let lines = fs::read_to_string(at.join("all.txt")).unwrap();
    let puzzles: Vec<&str> = lines.lines().map(|line| &line[..81]).collect();
    for format in ["svg", "png", "pdf"] {
        run_in(at, &format!("export p --to {format} --pairs -o {format}")).expect(0);
        let table = fs::read(at.join(format!("{format}/data-merge-{format}.csv"))).unwrap();
        let mut rows = csv::Reader::from_reader(&table[..]);
        let columns = rows.headers().unwrap().clone();
        assert_eq!(&columns[6], "@puzzle");
        assert_eq!(&columns[7], "@solution");
        let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 60);
        for (n, row) in (1..).zip(&rows) {
            assert_eq!(row[0], n.to_string());
            for (column, kind) in [(6, "puzzle"), (7, "solution")] {
                assert_eq!(row[column], format!("{n:03}-{kind}.{format}"));
                assert!(at.join(format).join(&row[column]).exists());
            }
        }
        let tabs = fs::read(at.join(format!("{format}/data-merge-{format}.txt"))).unwrap();
        let commas = String::from_utf8(table.clone()).unwrap();
        assert_eq!(from_utf16(&tabs), commas.replace(',', "\t"));
        // 120 pictures and two tables, the same again.
        assert_eq!(bytes_of(&at.join(format)).len(), 122);
        let again = run_in(at, &format!("export p --to {format} --pairs -o {format}")).expect(0);
        assert!(again.err.contains("already there"), "{}", again.err);
    }
    for (n, line) in (1..).zip(&puzzles) {
        let read = |kind: &str| {
            let file = fs::read(at.join(format!("pdf/{n:03}-{kind}.pdf"))).unwrap();
            let values = read::grids(&file).unwrap()[0].values.clone();
            Board::from_values(values.try_into().unwrap()).unwrap()
        };
        assert_eq!(text::line(&read("puzzle"), '.'), *line);
        assert!(
            read("puzzle")
                .givens()
                .all(|(cell, digit)| read("solution").get(cell) == Some(digit))
        );
        assert_eq!(read("solution").clue_count(), 81);
    }
}

#[test]
fn pairs_that_cannot_be_are_told_in_a_line() {
    let folder = pack(12);
    let at = folder.path();
    for (options, words) in [
        (
            "--to csv --pairs -o a",
            &["--pairs", "csv is no picture"][..],
        ),
        ("--to svg --pairs -o -", &["--pairs", "folder"]),
        ("--to svg --pairs", &["--out"]),
        ("--to svg --pairs --no-solution -o a", &["--no-solution"]),
        (
            "--to csv --style s.toml -o a",
            &["--style", "csv is no picture"],
        ),
    ] {
        run_in(at, &format!("export p {options}"))
            .expect(2)
            .complains(words);
        assert!(!at.join("a").exists(), "{options}");
    }
}

const STYLE: &str = "thin = 0.8\nthick = 2.6\nframe = 4\ndigit = 0.7\nclues = \"bold\"\nlines = 0.7\ntint = 0.14\nrounded = 0.6\n";

fn write(at: &Path, name: &str, text: &str) {
    fs::write(at.join(name), text).unwrap();
}

#[test]
fn a_style_sheet_is_for_books_calendars_and_pictures() {
    let folder = pack(24);
    let at = folder.path();
    write(at, "s.toml", STYLE);
    // Each shop takes the book, and reads every grid though its corners are round.
    for preset in [
        "kdp",
        "ingram",
        "lulu",
        "press",
        "newspaper",
        "home",
        "tablet",
    ] {
        let made = format!("book p --preset {preset} --style s.toml -o {preset}.pdf");
        run_in(at, &made).expect(0);
        run_in(at, &format!("preflight {preset}.pdf --against p")).expect(0);
        let styled = fs::read(at.join(format!("{preset}.pdf"))).unwrap();
        run_in(
            at,
            &format!("book p --preset {preset} -o plain.pdf --force"),
        )
        .expect(0);
        assert_ne!(styled, fs::read(at.join("plain.pdf")).unwrap(), "{preset}");
    }
    run_in(
        at,
        "calendar p --start 2027-03-01 --days 7 --style s.toml -o days",
    )
    .expect(0);
    for format in ["svg", "png", "pdf"] {
        let made = format!("export p --to {format} --limit 2 --style s.toml -o styled-{format}");
        run_in(at, &made).expect(0);
    }
    let svg = fs::read_to_string(at.join("styled-svg/1-easy-000001.svg")).unwrap();
    // Round corners, the tint, and grey lines.
    for part in ["C", "#dbdbdb", "stroke=\"#4d4d4d\""] {
        assert!(svg.contains(part), "{part}");
    }
    // Settings of the command line stand above the style sheet's.
    write(at, "large.toml", "large-print = true\n");
    run_in(at, "book p --preset home --style large.toml -o large.pdf").expect(0);
    run_in(at, "book p --preset home --large-print -o same.pdf").expect(0);
    let bytes = |name: &str| fs::read(at.join(name)).unwrap();
    assert!(bytes("large.pdf") == bytes("same.pdf"));
    let small = "export p --to svg --limit 1 --style large.toml -o large-svg";
    run_in(at, small).expect(0);
    let usual = "export p --to svg --limit 1 -o usual-svg";
    run_in(at, usual).expect(0);
    assert!(bytes("large-svg/1-easy-000001.svg") != bytes("usual-svg/1-easy-000001.svg"));
}

#[test]
fn a_wrong_style_sheet_is_a_line_with_file_and_key() {
    let folder = pack(12);
    let at = folder.path();
    for (text, words) in [
        ("thinn = 1", &["s.toml, line 1", "thinn"][..]),
        ("tint = 0.05", &["s.toml: tint is 0.05", "0.1"]),
        ("rounded = 2", &["s.toml: rounded is 2", "0.9"]),
        ("thin = nan", &["s.toml: thin"]),
        ("digit = 'large'", &["s.toml, line 1", "digit"]),
        ("thin = 3\nthick = 1", &["s.toml: thin is 3", "thick"]),
        ("clues = 'italic'", &["s.toml, line 1", "bold"]),
        ("font = 'nothere.ttf'", &["nothere.ttf"]),
        ("[", &["s.toml, line 1"]),
    ] {
        write(at, "s.toml", text);
        for command in [
            "book p --style s.toml -o x.pdf",
            "export p --to svg --style s.toml -o x",
            "calendar p --start 2027-03-01 --days 1 --style s.toml -o x",
        ] {
            let said = run_in(at, command);
            assert!([1, 2].contains(&said.code), "{command}: {}", said.err);
            said.complains(words);
            assert!(!at.join("x.pdf").exists() && !at.join("x").exists());
        }
    }
    run_in(at, "book p --style missing.toml")
        .expect(2)
        .complains(&["missing.toml"]);
}
