//! Tests that exports in formats of other programs contain the right data about a puzzle.

use crate::factory::{bytes_of, feed, run_in};
use crate::shuffling::objects;
use serde_json::Value;
use std::fs;
use sudoku_factory::export;
use sudoku_factory::solve::search;

pub const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// A puzzle that naked and hidden singles solve.
pub const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Makes a pack of 10 puzzles of each level in a new folder.
pub fn small_pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--per-level 10 --seed 3 --name p --quiet").expect(0);
    folder
}

/// Returns the puzzles of the pack, in the order of its files.
pub fn packed(folder: &tempfile::TempDir) -> Vec<String> {
    let lines = run_in(folder.path(), "export output/p --to line").expect(0);
    lines.out.lines().map(str::to_owned).collect()
}

#[test]
fn lines_are_the_puzzles_of_the_pack() {
    let folder = small_pack();
    let puzzles = packed(&folder);
    assert_eq!(puzzles.len(), 50);
    let mut digits = String::new();
    for level in [
        "1-easy",
        "2-fairly-easy",
        "3-moderate",
        "4-hard",
        "5-very-hard",
    ] {
        digits += &fs::read_to_string(folder.path().join(format!("output/p/{level}.sdm"))).unwrap();
    }
    let sdm = run_in(folder.path(), "export output/p --to sdm").expect(0);
    assert_eq!(sdm.out, digits);
    assert_eq!(puzzles.join("\n").replace('.', "0"), digits.trim_end());
    let hard = run_in(
        folder.path(),
        "export output/p --to line --level hard --per-level 3",
    )
    .expect(0);
    assert_eq!(hard.out.lines().collect::<Vec<_>>(), puzzles[30..33]);
}

/// Puzzles exported in the formats that this program reads come back unchanged, from one file for all puzzles or
/// from one file for each.
#[test]
fn what_can_be_read_again_is_the_same() {
    let folder = small_pack();
    let puzzles = packed(&folder);
    for format in ["line", "sdm", "sdk", "ss"] {
        run_in(
            folder.path(),
            &format!("export output/p --to {format} --out {format}"),
        )
        .expect(0);
        let at = folder.path().join(format);
        let mut files = match at.is_dir() {
            true => fs::read_dir(&at)
                .unwrap()
                .map(|file| file.unwrap().path())
                .collect(),
            false => vec![at],
        };
        files.sort();
        assert_eq!(
            files.len(),
            if matches!(format, "sdk" | "ss") {
                50
            } else {
                1
            }
        );
        let names: Vec<String> = files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        let again = run_in(
            folder.path(),
            &format!("convert --to line {}", names.join(" ")),
        )
        .expect(0);
        assert_eq!(again.out.lines().collect::<Vec<_>>(), puzzles, "{format}");
    }
}

#[test]
fn tables_have_a_row_a_puzzle() {
    let folder = small_pack();
    let puzzles = packed(&folder);
    let rows = |format: &str, more: &str| -> (Vec<String>, Vec<csv::StringRecord>) {
        let said = run_in(
            folder.path(),
            &format!("export output/p --to {format}{more}"),
        )
        .expect(0);
        let text = said.out.trim_start_matches('\u{FEFF}').to_owned();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let head = reader
            .headers()
            .unwrap()
            .iter()
            .map(str::to_owned)
            .collect();
        (head, reader.records().map(Result::unwrap).collect())
    };
    let (head, ours) = rows("csv", "");
    assert_eq!(head[..3], ["id", "puzzle", "solution"]);
    for (row, puzzle) in ours.iter().zip(&puzzles) {
        assert_eq!(
            (row[0].len(), &row[1], row[2].len()),
            (32, puzzle.as_str(), 81)
        );
        let clues = puzzle.chars().filter(|&c| c != '.').count();
        assert_eq!(row[3], clues.to_string());
    }
    assert_eq!((&ours[30][4], &ours[30][5]), ("4", "hard"));
    let (_, excel) = rows("csv-excel", " --no-solution");
    assert_eq!(
        (&excel[0][1], &excel[0][2]),
        (format!("=\"{}\"", puzzles[0]).as_str(), "")
    );
    let (head, kaggle) = rows("csv-kaggle", "");
    assert_eq!(
        (head.join(","), kaggle.len()),
        ("quizzes,solutions".to_owned(), 50)
    );
    assert_eq!(kaggle[7][0], puzzles[7].replace('.', "0"));
    let (head, rated) = rows("csv-rated", "");
    assert_eq!(head.join(","), "source,question,answer,rating");
    assert_eq!(
        (&rated[49][0], &rated[49][1]),
        ("very-hard", puzzles[49].as_str())
    );
}

#[test]
fn json_has_the_solving_path_on_request() {
    let folder = small_pack();
    let said = run_in(
        folder.path(),
        "export output/p --to jsonl --steps --level 4",
    )
    .expect(0);
    let all = objects(&said.out);
    assert_eq!(all.len(), 10);
    for object in &all {
        let steps = object["steps"].as_array().unwrap().len() as u64;
        let used = object["used"].as_array().unwrap();
        assert_eq!(used.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), steps);
    }
    let bare = run_in(
        folder.path(),
        "export output/p --to jsonl --no-solution --per-level 1",
    )
    .expect(0);
    assert!(
        objects(&bare.out)
            .iter()
            .all(|object| object["solution"].is_null())
    );
    run_in(folder.path(), "export output/p --to sdm --steps")
        .expect(2)
        .complains(&["jsonl"]);
}

/// Returns the lines of an export in a format that has one line for each puzzle.
fn lines_of(folder: &tempfile::TempDir, format: &str) -> Vec<String> {
    let said = run_in(folder.path(), &format!("export output/p --to {format}")).expect(0);
    said.out.lines().map(str::to_owned).collect()
}

fn blanks(count: u32) -> String {
    ".".repeat(count as usize)
}

/// Decodes a puzzle in the format SCF exactly by the grammar: the value of each character is a digit plus ten
/// times the number of blanks after that digit.
fn of_scf(text: &str) -> String {
    let value = |c: char| match c {
        '0'..='9' => c as u32 - '0' as u32,
        'A'..='Z' => c as u32 - 'A' as u32 + 10,
        _ => c as u32 - 'a' as u32 + 36,
    };
    let shown = |c: char| match value(c) {
        v if v % 10 == 0 => blanks(1 + v / 10),
        v => format!("{}{}", v % 10, blanks(v / 10)),
    };
    text.chars().map(shown).collect()
}

/// Decodes a puzzle id of *Solo* exactly by the grammar: each letter stands for a run of blanks.
fn of_sgt(text: &str) -> String {
    let shown = |c: char| match c {
        '_' => String::new(),
        'a'..='z' => blanks(c as u32 - 'a' as u32 + 1),
        digit => digit.to_string(),
    };
    let id = text.strip_prefix("3x3:").unwrap();
    id.chars().map(shown).collect()
}

#[test]
fn short_forms_say_the_whole_puzzle() {
    let folder = small_pack();
    let puzzles = packed(&folder);
    let lines = |format: &str| lines_of(&folder, format);
    let read = |format: &str, of: fn(&str) -> String| -> Vec<String> {
        lines(format).iter().map(|line| of(line)).collect()
    };
    assert_eq!(read("scf", of_scf), puzzles);
    assert_eq!(read("sgt", of_sgt), puzzles);
    for (line, puzzle) in lines("exchange").iter().zip(&puzzles) {
        let digits = puzzle.replace('.', "0");
        assert_eq!((line.len(), &line[13..94]), (99, digits.as_str()));
    }
    for (line, puzzle) in lines("hodoku").iter().zip(&puzzles) {
        let fields: Vec<&str> = line.split(':').collect();
        assert_eq!(fields, ["", "0000", "x", puzzle, "", "", "", ""]);
    }
}

#[test]
fn links_say_the_whole_puzzle() {
    let folder = small_pack();
    let puzzles = packed(&folder);
    for (format, before) in [
        ("f-puzzles", "https://f-puzzles.com/?load="),
        ("sudokupad", "https://sudokupad.app/fpuzzles"),
    ] {
        for (line, puzzle) in lines_of(&folder, format).iter().zip(&puzzles) {
            let packed = line.strip_prefix(before).unwrap();
            let signs = [("%2B", "+"), ("%2F", "/"), ("%3D", "=")];
            let packed = signs.iter().fold(packed.to_owned(), |text, (coded, sign)| {
                text.replace(coded, sign)
            });
            let units = lz_str::decompress_from_base64(&packed).unwrap();
            let text = String::from_utf16(&units).unwrap();
            let object: Value = serde_json::from_str(&text).unwrap();
            let rows = object["grid"].as_array().unwrap().iter();
            let shown = |cell: &Value| match cell["value"].as_u64() {
                Some(digit) => digit.to_string(),
                None => ".".to_owned(),
            };
            let cells = rows.flat_map(|row| row.as_array().unwrap()).map(shown);
            assert_eq!(&cells.collect::<String>(), puzzle);
            assert_eq!(object["solution"].as_array().unwrap().len(), 81);
        }
    }
}

#[test]
fn files_for_players_hold_the_puzzle() {
    let folder = small_pack();
    let puzzles = packed(&folder);
    run_in(folder.path(), "export output/p --to ipuz --out ipuz").expect(0);
    let first = fs::read_to_string(folder.path().join("ipuz/1-easy-000001.ipuz")).unwrap();
    let object: Value = serde_json::from_str(&first).unwrap();
    let rows = object["puzzle"].as_array().unwrap().iter();
    let cells = rows
        .flat_map(|row| row.as_array().unwrap())
        .map(|v| v.as_u64().unwrap().to_string());
    assert_eq!(cells.collect::<String>(), puzzles[0].replace('.', "0"));
    assert_eq!(object["kind"][0], "http://ipuz.org/sudoku#1");

    let said = run_in(folder.path(), "export output/p --to opensudoku").expect(0);
    let mut reader = quick_xml::Reader::from_str(&said.out);
    let (mut folders, mut games) = (Vec::new(), Vec::new());
    loop {
        use quick_xml::events::Event;
        let tag = match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => tag,
            _ => continue,
        };
        let value = |name: &str| {
            let found = tag.try_get_attribute(name).unwrap();
            found.map(|it| it.value.into_owned())
        };
        match tag.name().as_ref() {
            "folder" => folders.push((value("name").unwrap(), value("created").unwrap())),
            "game" => games.push(value("data").unwrap()),
            _ => {}
        }
    }
    let names: Vec<&str> = folders.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["easy", "fairly-easy", "moderate", "hard", "very-hard"]
    );
    assert_eq!(
        games,
        puzzles
            .iter()
            .map(|it| it.replace('.', "0"))
            .collect::<Vec<_>>()
    );
}

/// The export formats that have a place for solutions.
const WITH_SOLUTION: [&str; 16] = [
    "csv",
    "csv-excel",
    "csv-kaggle",
    "csv-rated",
    "jsonl",
    "json",
    "sqlite",
    "parquet",
    "ipuz",
    "f-puzzles",
    "sudokupad",
    "pencilmark",
    "markdown",
    "svg",
    "png",
    "pdf",
];

const WITHOUT: [&str; 10] = [
    "line",
    "sdm",
    "sdk",
    "ss",
    "opensudoku",
    "hodoku",
    "exchange",
    "scf",
    "sgt",
    "cnf",
];

/// A list that `convert` solves has its solutions in every format that can hold them.
#[test]
fn solutions_are_in_every_format_that_can_hold_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let bytes = |to: &str, more: &str| -> Vec<u8> {
        let out = format!("{to}{more}");
        let command = format!("convert --to {to} {more} --out {out}");
        feed(at, &command, EASY.as_bytes()).expect(0);
        let out = at.join(out);
        match out.is_dir() {
            true => bytes_of(&out)
                .into_iter()
                .flat_map(|(_, bytes)| bytes)
                .collect(),
            false => fs::read(out).unwrap(),
        }
    };
    let solution = search::solve(&EASY.parse().unwrap(), 2)
        .first
        .unwrap()
        .to_string();
    for format in export::EXPORT_FORMATS.iter().map(|it| it.name) {
        let (bare, solved) = (bytes(format, ""), bytes(format, "--solve"));
        let holds = WITH_SOLUTION.contains(&format);
        assert_ne!(holds, WITHOUT.contains(&format), "{format}");
        assert_eq!(bare != solved, holds, "{format}");
        if ["csv", "jsonl", "json", "sqlite"].contains(&format) {
            let digits = solution.as_bytes();
            assert!(solved.windows(81).any(|it| it == digits), "{format}");
        }
    }
}

/// The notes that OpenSudoku shows below a puzzle state the level and the difficulty.
#[test]
fn notes_for_players_say_level_and_difficulty() {
    let folder = small_pack();
    let said = run_in(
        folder.path(),
        "export output/p --to opensudoku --level hard --limit 2",
    );
    let said = said.expect(0).out;
    let rows = run_in(
        folder.path(),
        "export output/p --to jsonl --level hard --limit 2",
    );
    for (n, object) in (1..).zip(objects(&rows.expect(0).out)) {
        let note = format!("note=\"hard {n}, D {:.2}\"", object["d"].as_f64().unwrap());
        assert!(said.contains(&note), "{note} in {said}");
    }
    // 2026 and not 1970.
    assert!(
        said.contains("<folder name=\"hard\" created=\"1767225600000\">"),
        "{said}"
    );
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_its_magic_at_both_ends() {
    let folder = small_pack();
    let at = folder.path();
    run_in(at, "export output/p --to parquet --out p.parquet").expect(0);
    let bytes = fs::read(at.join("p.parquet")).unwrap();
    let (body, end) = bytes.split_at(bytes.len() - 8);
    let footer = u32::from_le_bytes(end[..4].try_into().unwrap()) as usize;
    assert!(bytes.starts_with(b"PAR1") && end.ends_with(b"PAR1") && footer < body.len());
    let footer = &body[body.len() - footer..];
    let has = |name: &[u8]| footer.windows(name.len()).any(|window| window == name);
    assert!(has(b"used_xy_wing") && has(b"pack_seal"));
    let json = feed(at, "convert --to parquet --json", EASY.as_bytes()).expect(2);
    json.complains(&["parquet", "--out"]);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_says_so() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "export p --to parquet --out p.parquet")
        .expect(2)
        .complains(&[
            "this build has no parquet",
            "cargo build --profile dist --features parquet",
        ]);
}
