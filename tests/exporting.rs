//! Formats of other programs: what they say of a puzzle, and where they are written.

use crate::factory::{bytes_of, feed, run_in};
use crate::sat_form::read_dimacs;
use crate::shuffling::objects;
use serde_json::Value;
use std::fs;
use sudoku_factory::export;
use sudoku_factory::grid::{Board, Canonical};
use sudoku_factory::solve::search;

pub const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// Naked and hidden singles solve it.
pub const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn one_puzzle_is_converted_to_standard_output_and_several_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let alone = feed(folder.path(), "convert --to cnf", EASY.as_bytes()).expect(0);
    assert!(alone.out.contains(&format!("c Sudoku {EASY}\n")));
    assert_eq!(read_dimacs(&alone.out).variables, 729);

    let several = format!("{EASY}\nnonsense\n{PUZZLE}\n");
    let said = feed(folder.path(), "convert --to cnf", several.as_bytes()).expect(2);
    assert!(said.out.is_empty());
    assert!(said.err.contains("--out DIR"), "{}", said.err);

    let said = feed(
        folder.path(),
        "convert --to cnf --out sat",
        several.as_bytes(),
    )
    .expect(3);
    assert_eq!(said.out, "sat/000001.cnf\nsat/000003.cnf\n");
    said.complains(&["line 2"]);
    let first = fs::read_to_string(folder.path().join("sat/000001.cnf")).unwrap();
    assert_eq!(first, alone.out);
    assert_eq!(fs::read_dir(folder.path().join("sat")).unwrap().count(), 2);

    let json = feed(folder.path(), "convert --to cnf --json", several.as_bytes()).expect(3);
    let json = objects(&json.out);
    assert_eq!(json.len(), 3, "one object for each input");
    assert_eq!(json[0]["text"].as_str(), Some(alone.out.as_str()));
    assert!(json[1]["error"].is_string());
}

#[test]
fn unknown_formats_and_folders_that_cannot_be_are_told() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "convert --to cfn")
        .expect(2)
        .complains(&["cfn", "the formats are line"]);
    fs::write(folder.path().join("file"), "").unwrap();
    feed(
        folder.path(),
        "convert --to cnf --out file/sat",
        EASY.as_bytes(),
    )
    .expect(1)
    .complains(&["file/sat"]);
}

#[test]
fn files_that_are_there_are_kept_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let (first, mine) = ("sat/000001.cnf", "my own notes");
    fs::create_dir(folder.path().join("sat")).unwrap();
    fs::write(folder.path().join(first), mine).unwrap();
    let file = || fs::read_to_string(folder.path().join(first)).unwrap();
    let convert = |more: &str| {
        let arguments = format!("convert --to cnf --out sat{more}");
        feed(folder.path(), &arguments, EASY.as_bytes())
    };
    convert("").expect(2).complains(&[first, "--force"]);
    assert_eq!(file(), mine);
    convert(" --force").expect(0);
    assert!(file().contains(EASY));
}

/// A pack of 10 puzzles of each level in a folder of its own.
fn small_pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--per-level 10 --seed 3 --name p --quiet").expect(0);
    folder
}

/// The puzzles of the pack, in the order of its files.
fn packed(folder: &tempfile::TempDir) -> Vec<String> {
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

/// What we read ourselves comes back: one file for all puzzles, or one for each.
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

/// The lines of a format that has one a puzzle.
fn lines_of(folder: &tempfile::TempDir, format: &str) -> Vec<String> {
    let said = run_in(folder.path(), &format!("export output/p --to {format}")).expect(0);
    said.out.lines().map(str::to_owned).collect()
}

fn blanks(count: u32) -> String {
    ".".repeat(count as usize)
}

/// SCF by the letter of its grammar: a character is a digit and ten times the blanks after it.
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

/// An id of *Solo* by the letter of its grammar: a letter is a run of blanks.
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

/// Every format of the list writes every pack, with or without solutions, and the same bytes twice.
#[test]
fn every_format_writes_the_same_twice() {
    let folder = small_pack();
    for format in export::EXPORT_FORMATS {
        let name = format.name;
        let write = |to: &str| {
            let arguments = format!("export output/p --to {name} --per-level 2 --out {to}-{name}");
            run_in(folder.path(), &arguments).expect(0);
            let at = folder.path().join(format!("{to}-{name}"));
            match at.is_dir() {
                true => bytes_of(&at)
                    .into_iter()
                    .map(|(_, bytes)| bytes)
                    .collect::<Vec<_>>(),
                false => vec![fs::read(at).unwrap()],
            }
        };
        let (once, twice) = (write("once"), write("twice"));
        assert!(once == twice && !once[0].is_empty(), "{name}");
        assert!(!format.about.is_empty());
    }
    fs::write(folder.path().join("once-csv"), "mine").unwrap();
    let kept = run_in(folder.path(), "export output/p --to csv --out once-csv").expect(2);
    kept.complains(&["once-csv", "--force"]);
    run_in(folder.path(), "export output/none --to csv").expect(2);
}

#[test]
fn exports_choose_as_all_commands_do() {
    let folder = small_pack();
    let at = folder.path();
    run_in(at, "--count 100 --seed 9 --name q --quiet").expect(0);
    let rows = |asked: &str| {
        objects(
            &run_in(at, &format!("export {asked} --to jsonl"))
                .expect(0)
                .out,
        )
    };
    let chosen = rows("output/p output/q --where clues>=25 --sort -clues,d --skip 2 --limit 7");
    let shown = run_in(
        at,
        "show output/p output/q --json --where clues>=25 --sort -clues,d --skip 2 --limit 7",
    );
    assert_eq!(chosen, objects(&shown.expect(0).out));
    assert_eq!(chosen.len(), 7);
    let both = rows("output/p output/q");
    assert_eq!(both.len(), 150);
    // A format with a folder for each level has each of them once.
    let xml = run_in(at, "export output/p output/q --to opensudoku --sort d").expect(0);
    assert_eq!(xml.out.matches("<folder").count(), 5);
    assert_eq!(xml.out.matches("<game").count(), 150);
    run_in(at, "export output/p --to line --where clues<17")
        .expect(3)
        .complains(&["no puzzle fits"]);
    run_in(at, "export output/p --to line --where clue<17")
        .expect(2)
        .complains(&["--where", "clues"]);
}

/// Formats with a place for solutions, and those without.
const WITH_SOLUTION: [&str; 14] = [
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
    "markdown",
    "svg",
    "png",
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

/// A list that is solved on the way has its solutions in every format that can hold them.
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

/// Binary formats are not written into a terminal, which they would put out of order.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_bytes() {
    let folder = small_pack();
    let factory = crate::factory::factory();
    let typed = |command: &str| {
        let command = format!("{} {command}", factory.get_program().display());
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &command, "/dev/null"]);
        let output = script.current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), said)
    };
    fs::write(folder.path().join("list"), EASY).unwrap();
    for command in [
        "export output/p --to sqlite",
        "convert list --to png",
        #[cfg(feature = "parquet")]
        "export output/p --to parquet",
    ] {
        let (code, said) = typed(command);
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.starts_with("factory: ") && said.contains("-o"),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1);
    }
    let (code, said) = typed("export output/p --to line --limit 1");
    assert_eq!((code, said.trim().len()), (Some(0), 81));
}

/// OpenSudoku shows the note below a puzzle: how hard it is, and which one.
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

/// Links stay, and what a shell redirects to is written into.
#[cfg(target_os = "linux")]
#[test]
fn links_and_standard_output_are_not_replaced() {
    let folder = small_pack();
    let at = folder.path();
    std::os::unix::fs::symlink("file.csv", at.join("link.csv")).unwrap();
    fs::write(at.join("file.csv"), "old").unwrap();
    run_in(at, "export output/p --to csv -o link.csv --force").expect(0);
    assert!(
        fs::symlink_metadata(at.join("link.csv"))
            .unwrap()
            .is_symlink()
    );
    let csv = run_in(at, "export output/p --to csv").expect(0).out;
    assert_eq!(fs::read_to_string(at.join("file.csv")).unwrap(), csv);
    let redirected = fs::File::create(at.join("out.csv")).unwrap();
    let mut command = crate::factory::factory();
    command.current_dir(at).stdout(redirected);
    command.args(["export", "output/p", "--to", "csv", "-o", "/dev/stdout"]);
    assert!(command.status().unwrap().success());
    assert_eq!(fs::read_to_string(at.join("out.csv")).unwrap(), csv);
    let page = run_in(at, "stats output/p --html -").expect(0).out;
    assert!(page.trim_end().starts_with('<') && page.trim_end().ends_with("</html>"));
}

/// A folder that is not there is named, and no temporary file.
#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = small_pack();
    for command in [
        "export output/p --to csv -o nowhere/below/x",
        "export output/p --to sqlite -o nowhere/below/x",
        "book output/p -o nowhere/below/x.pdf",
        "stats output/p --html nowhere/below/x.html",
    ] {
        let said = run_in(folder.path(), command).expect(2);
        assert!(!said.err.contains(".tmp"), "{}", said.err);
        said.complains(&["no folder nowhere/below"]);
    }
}

/// A pack of puzzles of which many have the same grid, turned and relabelled.
fn kindred_pack(folder: &tempfile::TempDir) {
    let more = |puzzle: &String| {
        let solution = search::solve(&puzzle.parse().unwrap(), 1)
            .first
            .unwrap()
            .to_string();
        let blank = puzzle.find('.').unwrap();
        format!(
            "{}{}{}",
            &puzzle[..blank],
            &solution[blank..=blank],
            &puzzle[blank + 1..]
        )
    };
    let puzzles = packed(folder);
    let others: Vec<String> = puzzles.iter().map(more).collect();
    let turned = feed(
        folder.path(),
        "shuffle --seed 3",
        others.join("\n").as_bytes(),
    )
    .expect(0);
    fs::write(
        folder.path().join("list"),
        puzzles.join("\n") + "\n" + &turned.out,
    )
    .unwrap();
    run_in(folder.path(), "--from list --name kin --quiet").expect(0);
}

#[test]
fn no_grid_is_on_both_sides_of_a_split() {
    let folder = small_pack();
    let at = folder.path();
    kindred_pack(&folder);
    let command = "export output/kin --to csv --split train=.7,test=0.3 --out set";
    run_in(at, command).expect(0);
    let grids = |part: &str| -> Vec<String> {
        let mut reader = csv::Reader::from_path(at.join(format!("set/{part}.csv"))).unwrap();
        let solutions = reader
            .records()
            .map(|row| row.unwrap()[2].parse::<Board>().unwrap());
        solutions
            .map(|grid| Canonical::of(&grid, &grid).solution.to_string())
            .collect()
    };
    let (train, test) = (grids("train"), grids("test"));
    assert_eq!(train.len() + test.len(), 100);
    assert!(
        train.len() > 50 && test.len() > 10,
        "{} {}",
        train.len(),
        test.len()
    );
    assert!(test.iter().all(|grid| !train.contains(grid)));
    let card = fs::read_to_string(at.join("set/README.md")).unwrap();
    let row = format!("| `train.csv` | {} | {}.00 % |", train.len(), train.len());
    for word in [
        row.as_str(),
        "- split: test\n    path: test.csv",
        "n<1K",
        "| `d` | double |",
        "- seed: from list",
    ] {
        assert!(card.contains(word), "{word} in {card}");
    }
    run_in(at, command).expect(0);
    fs::write(at.join("set/README.md"), "mine").unwrap();
    run_in(at, command)
        .expect(2)
        .complains(&["README.md is there already", "--force"]);
    run_in(at, &format!("{command} --force")).expect(0);
    assert_eq!(card, fs::read_to_string(at.join("set/README.md")).unwrap());
    let wrong = |split: &str, words: &[&str]| {
        run_in(
            at,
            &format!("export output/kin --to csv --split {split} --out no"),
        )
        .expect(2)
        .complains(words);
        assert!(!at.join("no").exists());
    };
    wrong("train=.7,test=.2", &["sum to 0.9"]);
    wrong("a=.5,A=.5", &["twice"]);
    wrong("../a=1", &["no name"]);
    wrong("half", &["NAME=SHARE"]);
    run_in(at, "export output/kin --to ipuz --split a=1 --out no")
        .expect(2)
        .complains(&["one"]);
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

/// A disk that is full behind a pipe: exit code 75 and one line.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = small_pack();
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut command = crate::factory::factory();
    let words = ["export", "output/p", "--to", "jsonl"];
    let output = command
        .current_dir(folder.path())
        .args(words)
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(75));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}

/// What is written streams: many times more than the program has memory for.
#[cfg(target_os = "linux")]
#[test]
fn a_long_export_takes_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--count 1600 --seed 3 --name p --quiet").expect(0);
    let factory = crate::factory::factory();
    let shell = format!(
        "ulimit -d 8000; {} export output/p --to jsonl --steps | wc -c",
        factory.get_program().display()
    );
    let mut command = std::process::Command::new("sh");
    let output = command
        .current_dir(folder.path())
        .args(["-c", &shell])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let bytes: u64 = String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert!(
        said.is_empty() && bytes > 18_000_000,
        "{bytes} bytes; {said}"
    );
}
