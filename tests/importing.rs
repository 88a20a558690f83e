//! Tests reading formats of other programs: this program's exports come back unchanged, other
//! programs' files are understood, and no content of a file can do harm.

use crate::factory::{factory, feed, run_in};
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::json;
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use sudoku_factory::export::{
    EXPORT_FORMATS, ExportEntry, ExportFormat, FileOptions, PuzzleFile, SourceInfo,
};
use sudoku_factory::grid::{Board, CELLS};
use sudoku_factory::import::{self, Format};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const OTHER: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn boards(most: usize) -> impl Strategy<Value = Vec<Board>> {
    let cell = prop_oneof![3 => Just(0u8), 1 => 1u8..=9];
    let board = proptest::collection::vec(cell, CELLS)
        .prop_map(|values| Board::from_values(values.try_into().unwrap()).unwrap());
    proptest::collection::vec(board, 1..=most)
}

/// Returns a file in this export format with these boards.
fn written(format: &ExportFormat, boards: &[Board]) -> Vec<u8> {
    let mut file = Vec::new();
    let options = FileOptions {
        source: SourceInfo {
            title: "a <list> & \"more\"".to_owned(),
            notes: Vec::new(),
        },
        ..FileOptions::default()
    };
    let mut writing = PuzzleFile::begin(format, &options).unwrap();
    for (place, board) in (1..).zip(boards) {
        let entry = ExportEntry {
            level: Some((4, "<hard>")),
            ..ExportEntry::bare(place, board)
        };
        writing.put(&entry, &mut file).unwrap();
    }
    writing.end(&mut file).unwrap();
    file
}

/// Returns the puzzles and errors in a text, each on its own line with the number of its line.
fn listing(text: impl AsRef<[u8]>, format: Option<Format>) -> String {
    let found = import::read(text.as_ref(), format).map(|item| match item.unwrap() {
        (line, Ok(board)) => format!("{line}: {board}"),
        (line, Err(error)) => format!("{line}: {error}"),
    });
    found.collect::<Vec<_>>().join("\n")
}

/// Returns the errors in a text, of which there must be at least one.
fn listing_errors(text: &str) -> Vec<String> {
    let found = import::read(text.as_bytes(), None).filter_map(|item| item.unwrap().1.err());
    let errors: Vec<String> = found.map(|error| error.to_string()).collect();
    assert!(!errors.is_empty(), "{text:?} is read without an error");
    errors
}

/// The export formats that this program does not read.
const NOT_READ: [&str; 7] = [
    "parquet",
    "sqlite",
    "markdown",
    "svg",
    "png",
    "pdf",
    "pencilmark",
];

proptest! {
    #![proptest_config(crate::cases(24))]

    #[test]
    fn every_format_comes_back(boards in boards(3)) {
        for format in EXPORT_FORMATS.iter().filter(|it| !NOT_READ.contains(&it.name)) {
            let files: Vec<&[Board]> = match format.one_a_file {
                true => boards.chunks(1).collect(),
                false => vec![&boards],
            };
            for boards in files {
                let file = written(format, boards);
                let named = format.name.parse().unwrap();
                for asked in [None, Some(named)] {
                    let found: Result<Vec<Board>, _> =
                        import::read(file.as_slice(), asked).map(|item| item.unwrap().1).collect();
                    prop_assert_eq!(found.as_deref(), Ok(boards), "{}", format.name);
                }
            }
        }
    }

    /// In files with changed, missing and doubled bytes, every reader comes to an end, and reports for each
    /// entry the line where it is.
    #[test]
    fn damage_is_no_panic(
        boards in boards(3),
        wounds in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..6),
    ) {
        for format in EXPORT_FORMATS {
            let mut file = written(format, &boards);
            for (place, byte, how) in &wounds {
                let at = place.index(file.len());
                match how {
                    0 => file[at] = *byte,
                    1 => file.truncate(at + 1),
                    2 => file.insert(at, *byte),
                    _ => file.extend_from_within(at..),
                }
            }
            let lines = file.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
            for asked in std::iter::once(None).chain(Format::ALL.map(Some)) {
                for item in import::read(file.as_slice(), asked) {
                    let (line, board) = item.unwrap();
                    prop_assert!((1..=lines).contains(&line), "{} of {}", line, lines);
                    if let Err(error) = board {
                        let error = error.to_string();
                        prop_assert!(!error.contains('\n'), "{error:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn anything_may_come(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for asked in std::iter::once(None).chain(Format::ALL.map(Some)) {
            let found = import::read(bytes.as_slice(), asked).map(Result::unwrap);
            prop_assert!(found.count() <= bytes.len());
        }
    }
}

/// An error that quotes the file is still a single line.
#[test]
fn errors_that_quote_the_file_stay_on_their_line() {
    let xml = "<opensudoku version=\"2\">\n<game data=\"12\"/>\n</opensudoku \nx=\"1\">\n";
    let json = r#"{"error": "none\nleft\u001b[2J"}"#;
    for text in [xml, json] {
        for line in listing_errors(text) {
            assert!(!line.contains(char::is_control), "{line:?}");
        }
    }
}

#[test]
fn tables_say_where_the_puzzle_is() {
    let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let by_name = format!("id;Quiz ;x\n1;{EASY};2\n2;{OTHER}\n3;12\n# not this\n\n4\n");
    assert_snapshot!(listing(by_name, None), @r"
    2: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    3: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    4: line 4: expected 81 cells, found 2
    7: line 7: expected 2 fields or more, found 1
    ");
    let by_look = format!("nr\twhat\n7\t=\"{OTHER}\"\n{full}\t{EASY}\n{full}\t8\nno\tpuzzle\n");
    assert_snapshot!(listing(by_look, None), @r"
    2: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    3: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    4: 534678912672195348198342567859761423426853791713924856961537284287419635345286179
    5: line 5: no puzzle among 2 fields
    ");
    let gsf = format!("99529,5,3,21,{EASY},C21.m,x\n");
    assert_eq!(listing(gsf, None), format!("1: {EASY}"));
    let two = format!("{EASY},{OTHER}\n");
    assert_snapshot!(listing(two, None), @r#"1: line 1: field 1 and field 2 may both be the puzzle: call the one that is "puzzle"; --lenient would take the first 81 cells in this line"#);
    let two = format!("puzzle,quiz\n{EASY},{OTHER}\n");
    assert!(listing(two, None).contains("column puzzle and column quiz may both"));
    // Neither a comment nor a line of garbage before a list makes it a table.
    let list = format!("{EASY}  # 1, puzzle, 2\n{OTHER}\n");
    assert_eq!(listing(list, None), format!("1: {EASY}\n2: {OTHER}"));
    let list = format!("hello, world\n{EASY}\n");
    assert!(listing(list, None).ends_with(&format!("2: {EASY}")));
}

#[test]
fn json_in_many_shapes() {
    let digits: Vec<u8> = EASY
        .bytes()
        .map(|c| if c == b'.' { 0 } else { c - b'0' })
        .collect();
    let rows: Vec<&[u8]> = digits.chunks(9).collect();
    let ipuz = json!({
        "version": "http://ipuz.org/v1", "kind": ["http://ipuz.org/sudoku#1"],
        "puzzle": rows, "empty": 0,
    });
    let killer = json!({
        "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/killersudoku#1"],
        "puzzle": rows,
    });
    let text = format!(
        "[\"{EASY}\",\n{{\"quiz\": \"{OTHER}\"}},\n{}, {}]\n{{\"sudoku\": {}}}\n{{\"a\": 1}}\n",
        serde_json::to_string_pretty(&ipuz).unwrap(),
        killer,
        json!(digits)
    );
    let said = listing(&text, None);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], format!("1: {EASY}"));
    assert_eq!(lines[1], format!("2: {OTHER}"));
    assert_eq!(lines[2], format!("3: {EASY}"));
    assert!(lines[3].ends_with(
        "not a plain Sudoku: it has the kind \"http://ipuz.org/sudoku/killersudoku#1\""
    ));
    assert!(lines[4].ends_with(EASY));
    assert!(lines[5].ends_with("no puzzle among \"a\""));

    // A broken object costs itself alone.
    let broken = format!(
        "{{\"puzzle\": \"{EASY}\n{{\"puzzle\": \"{EASY}\"\n{{\"puzzle\": \"{OTHER}\"}}\n{{\"puzzle\": \"12\"}}\nx\n{{\"error\": \"bad\"}}\n{{\"board\": 1, \"puzzle\": 2}}\n{{"
    );
    assert_snapshot!(listing(broken, None), @r#"
    1: line 1: the JSON that begins here has no end
    2: line 2: the JSON that begins here has no end
    3: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
    4: line 4: expected 81 cells, found 2
    5: line 5: expected a JSON object
    6: line 6: the list says: bad
    7: line 7: "board" and "puzzle" may both be the puzzle: call the one that is "puzzle"
    8: line 8: the JSON that begins here has no end
    "#);
    // Too deep for any reader that calls itself.
    let deep = format!("{{\"puzzle\": {}\n", "[".repeat(100_000));
    assert!(listing(deep, None).contains("has no end"));
    let deep = format!(
        "{{\"puzzle\": {}{}}}\n",
        "[".repeat(9_000),
        "]".repeat(9_000)
    );
    assert!(listing(deep, None).contains("not JSON: recursion limit"));
}

#[test]
fn saved_puzzles_keep_their_givens_only() {
    let cell = |(index, c): (usize, char)| match c {
        '.' if index % 2 == 0 => json!({ "value": 1 }),
        '.' => json!({ "centerPencilMarks": [1, 2] }),
        digit => json!({ "value": digit.to_digit(10), "given": true }),
    };
    let cells: Vec<_> = EASY.chars().enumerate().map(cell).collect();
    let rows: Vec<_> = cells.chunks(9).collect();
    let mut saved = json!({ "size": 9, "title": "t", "grid": rows, "arrow": [], "negative": [] });
    assert_eq!(listing(saved.to_string(), None), format!("1: {EASY}"));
    let packed = lz_str::compress_to_base64(saved.to_string().as_str());
    for link in [
        format!("https://f-puzzles.com/?load={packed}"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{packed}&x=1"),
        format!("fpuzzles{}", packed.replace('+', "%2b")),
    ] {
        assert_eq!(listing(&link, None), format!("1: {EASY}"));
        let cut = &link[..link.len() - 90];
        assert!(
            listing(cut, None).ends_with("the link is cut short or damaged"),
            "{cut}"
        );
    }
    saved["arrow"] = json!([{ "lines": [] }]);
    assert!(listing(saved.to_string(), None).ends_with("it has arrow"));
    saved["grid"] = json!([[1]]);
    assert!(listing(saved.to_string(), None).ends_with("a board of 1x1, not 9x9"));
    assert!(
        listing("https://tinyurl.example/abc", None)
            .ends_with("expected a link to f-puzzles or SudokuPad")
    );
    assert_eq!(
        listing("https://sudokupad.app/scf5003007000060195", None),
        "1: line 1: the link is cut short or damaged"
    );
}

#[test]
fn opensudoku_of_every_version() {
    let digits = EASY.replace('.', "0");
    // Half of the blanks were played.
    let saved = |between: &str, end: &str| {
        let cell = |(index, c): (usize, char)| match c {
            '.' if index % 2 == 0 => format!("7|{between}1{end}"),
            '.' => format!("0|{between}1{end}"),
            digit => format!("{digit}|{between}0{end}"),
        };
        EASY.chars().enumerate().map(cell).collect::<String>()
    };
    let text = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>&amp;</name>\n<game data=\"{digits}\"/>\n\
         <folder name='x'>\n<game data=\"version: 1&#10;{}\"/>\n<game data='version: 2\n{}'></game>\n\
         <game note='1' data=\"version: 4 {}\"/>\n<game cells_data='version: 5 {}'/>\n<game data='version: 9 x'/>\n<game data='12'/>\n<game/>\n\
         </folder></opensudoku>\n",
        saved("-|", "|"),
        saved("511||", "|"),
        saved("0|0|", "|"),
        saved("0|511|3|", "|"),
    );
    assert_snapshot!(listing(&text, None), @r"
    4: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    6: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    7: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    9: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    10: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    11: line 11: a saved game of version 9, which is not known
    12: line 12: expected 81 cells, found 2
    13: line 13: no puzzle among the game's attributes
    ");
    assert!(listing(&text[..200], None).contains("no XML: "));
    assert_eq!(
        listing("<html></html>", None),
        "1: line 1: expected OpenSudoku's XML"
    );
    let deep = format!("<opensudoku>{}", "<a>".repeat(100));
    assert!(listing(deep, None).ends_with("expected OpenSudoku's XML"));
    let bomb = "<!DOCTYPE x [<!ENTITY a '&a;&a;'>]><opensudoku><game data='&a;'/></opensudoku>";
    assert!(listing(bomb, None).contains("no XML"));
}

#[test]
fn short_forms_and_their_faults() {
    let rows = |line: &str| {
        line.as_bytes()
            .chunks(9)
            .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
            .collect::<String>()
    };
    let sections = format!(
        "[puzzle]\n{}[state]\n{}[Puzzle]\n123\n",
        rows(EASY),
        rows(OTHER)
    );
    assert_snapshot!(listing(sections, None), @r"
    1: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    21: line 22, column 4: expected a digit from 1 to 9 or a blank (. 0 _ * X), found the end of the line
    ");
    let placed = EASY.replacen('.', "+4", 1);
    let library = format!(":0711-1:17:{placed}::123:\n:x\n:0:x:{}k::\n", &EASY[..80]);
    assert_snapshot!(listing(library, None), @r"
    1: 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    2: line 2: expected a line of HoDoKu's library (:0000:x:puzzle:…)
    3: line 3: r9c9 holds 'k', which is neither a digit from 1 to 9 nor a blank
    ");
    let ids = format!(
        "# ids\n3x3x:a\n3x3jk:a\n2x3:a\n3x3:{}\n3x3da:{}4\n3x3#77\n3x3:12\n3x3:a\n",
        "z".repeat(3) + "c",
        "z".repeat(3) + "b"
    );
    assert_snapshot!(listing(ids, None), @r"
    2: line 2: not a plain Sudoku: it has diagonals
    3: line 3: not a plain Sudoku: it has odd boxes
    4: line 4: a board of boxes of 2x3, not 9x9
    5: .................................................................................
    6: ................................................................................4
    7: line 7: a random seed gives no puzzle without the program that made it
    8: line 8: expected an id of Solo (3x3:…)
    9: line 9: expected 81 cells, found 1
    ");
    let bank = format!(
        "0123456789ab {} 03.4\n0123456789ab {} 3\n",
        EASY.replace('.', "0"),
        "0".repeat(80)
    );
    assert!(listing(bank, None).ends_with("2: line 2: expected 81 cells, found 80"));
    let formula = "p cnf 729 3\n1 0\n2 0\n";
    assert_snapshot!(listing(formula, None), @"1: line 1: a cell is given as 1 and as 2");
    assert_snapshot!(listing("p cnf 8 3\n1 0\n2 0\n", None), @"1: line 1: expected a clause of the SAT form");
    assert_eq!(listing("\u{FEFF}\n\n", None), "");
}

/// Reading takes little memory even if a tag, a row or a value in the file never ends.
#[cfg(target_os = "linux")]
#[test]
fn endless_entries_are_not_kept() {
    for (head, filler) in [
        ("<opensudoku><game data='", "0123456789"),
        ("<opensudoku>", "<a>"),
        ("puzzle,x\n\"", "0,\n0,0,0"),
        ("{\"puzzle\": [", "0,0,0,0,"),
        ("https://f-puzzles.com/?load=", "AAAAAAAAAA"),
        (":0000:x:", "1234567890"),
    ] {
        let limited = format!(
            "ulimit -v 48000; exec {} convert --to line",
            factory().get_program().display()
        );
        let mut child = Command::new("sh")
            .args(["-c", &limited])
            .env("MALLOC_ARENA_MAX", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut said = child.stderr.take().unwrap();
        let feeder = std::thread::spawn(move || {
            let block = filler.repeat((1 << 20) / filler.len());
            let _ = input.write_all(head.as_bytes());
            for _ in 0..80 {
                if input.write_all(block.as_bytes()).is_err() {
                    break;
                }
            }
        });
        let mut error = String::new();
        said.read_to_string(&mut error).unwrap();
        feeder.join().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3), "{head}: {error}");
    }
}

#[test]
fn every_command_reads_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let list = format!("{EASY}\n{OTHER}\n");
    for format in [
        "csv",
        "jsonl",
        "opensudoku",
        "hodoku",
        "exchange",
        "sudokupad",
        "scf",
        "sgt",
    ] {
        feed(
            at,
            &format!("convert --to {format} --out {format}"),
            list.as_bytes(),
        )
        .expect(0);
        let back = run_in(at, &format!("convert --to line {format}")).expect(0);
        assert_eq!(back.out, list, "{format}");
    }
    let solved = run_in(at, "solve opensudoku scf csv").expect(0);
    assert_eq!(
        solved
            .out
            .lines()
            .filter(|line| line.ends_with("the only solution"))
            .count(),
        6
    );
    let rated = run_in(at, "rate --json jsonl").expect(0);
    assert_eq!(rated.out.lines().count(), 2);
    assert_eq!(
        run_in(at, "canon --unique sudokupad sgt")
            .expect(0)
            .out
            .lines()
            .count(),
        2
    );
    assert!(run_in(at, "show hodoku").expect(0).out.contains("line 2"));
    run_in(at, "--from opensudoku --out packs --name p --quiet").expect(0);
    assert_eq!(
        run_in(at, "export packs/p --to line --sort number")
            .expect(0)
            .out,
        list
    );
}

/// The format of a file can be named, and the reader then relies on it. An entry that could be of two formats is
/// an error.
#[test]
fn formats_can_be_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    feed(at, "convert --to csv --out csv", EASY.as_bytes()).expect(0);
    let solved = run_in(at, "convert --to csv-kaggle --solve csv").expect(0);
    assert!(solved.out.ends_with(
        ",534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"
    ));
    let said = run_in(at, "convert --to line --from-format sgt --strict csv").expect(65);
    said.complains(&["csv: line 1", "an id of Solo"]);
    run_in(at, "convert --to line --from-format word csv")
        .expect(2)
        .complains(&["word", "opensudoku"]);
    // 25 letters and digits: 81 cells in SCF, or a row of 25x25.
    let row = "Kgggggggggggfk1AA00000000";
    fs::write(at.join("row"), format!("{row}\n")).unwrap();
    let scf = run_in(at, "solve --from-format scf row");
    assert!(scf.out.len() > 81, "{}{}", scf.out, scf.err);
    run_in(at, "solve row")
        .expect(3)
        .complains(&["--from-format scf or text"]);
}
