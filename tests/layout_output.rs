//! Tests the output for packs and lists of layouts other than 9×9: files of other programs, books, ratings and ids.

use crate::factory::{feed, run_in};
use insta::assert_snapshot;
use std::fs;
use std::path::Path;
use sudoku_factory::print::read;

/// Makes a pack of a layout in a folder.
fn make(at: &Path, layout: &str, count: u64, name: &str) {
    let line = format!("--layout {layout} --count {count} --seed 4 --name {name} -q");
    run_in(at, &line).expect(0);
}

/// Returns the values of each puzzle of a pack and of its solution.
fn values(at: &Path, name: &str) -> Vec<[Vec<u8>; 2]> {
    let lines = run_in(at, &format!("export output/{name} --to jsonl"))
        .expect(0)
        .out;
    let digits = |text: &serde_json::Value| -> Vec<u8> {
        let text = text.as_str().unwrap().bytes();
        let value = |byte| match byte {
            b'.' => 0,
            b'1'..=b'9' => byte - b'0',
            letter => letter - b'A' + 10,
        };
        text.map(value).collect()
    };
    let puzzle = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        [digits(&object["puzzle"]), digits(&object["solution"])]
    };
    lines.lines().map(puzzle).collect()
}

#[test]
fn a_book_of_several_layouts_holds_their_grids() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "6x6", 24, "six");
    make(at, "9x9+x", 12, "diagonals");
    make(at, "16x16", 6, "sixteen");
    run_in(at, "--count 40 --per-level 2 --seed 4 --name nine -q").expect(3);
    let packs = "output/six output/nine output/diagonals output/sixteen";
    let said = run_in(
        at,
        &format!("book {packs} --preset home --trim 8.5x11 --out b.pdf"),
    )
    .expect(0);
    assert!(said.out.contains("every grid is right"), "{}", said.out);
    let grids = read::grids(&fs::read(at.join("b.pdf")).unwrap()).unwrap();
    let mut wanted: Vec<Vec<u8>> = Vec::new();
    for name in ["six", "nine", "diagonals", "sixteen"] {
        wanted.extend(values(at, name).concat());
    }
    let mut found: Vec<Vec<u8>> = grids
        .into_iter()
        .filter(|grid| grid.number.is_some())
        .map(|grid| grid.values)
        .collect();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted);
    let said = run_in(at, &format!("preflight b.pdf --against {packs}")).expect(0);
    assert!(
        said.out.contains("nothing that home would refuse"),
        "{}",
        said.out
    );
    let said = run_in(at, "book output/six --worked 1 --out no.pdf").expect(2);
    assert_snapshot!(said.err, @"factory: --worked is for 9x9 only, and there are puzzles of 6x6");
    fs::write(at.join("signs.txt"), "ABCDEFGH").unwrap();
    let said = run_in(at, "book output/six --symbols signs.txt --out no.pdf").expect(2);
    assert_snapshot!(said.err, @"factory: signs.txt: it has 8 symbols, not 6");
    assert!(!at.join("no.pdf").exists());
    run_in(
        at,
        "book output/six --preset home --digits thai --out thai.pdf",
    )
    .expect(0);
}

#[test]
fn digits_of_a_book_are_never_too_small_to_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "16x16", 6, "sixteen");
    let said = run_in(
        at,
        "book output/sixteen --preset home --trim a5 --per-page 6 --out b.pdf",
    )
    .expect(2);
    assert!(said.err.contains("7 pt"), "{}", said.err);
    run_in(
        at,
        "book output/sixteen --preset home --trim a5 --out b.pdf",
    )
    .expect(0);
}

#[test]
fn steps_of_a_layout_lead_to_the_solution() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for layout in ["6x6", "9x9+x", "16x16", "9x9+jigsaw", "6x6+even-odd"] {
        let job = format!("--layout {layout} --count 6 --seed 9 --name steps -q");
        run_in(at, &job).expect(0);
        let steps = "export output/steps --to jsonl --steps=techniques-compact";
        let said = run_in(at, steps).expect(0).out;
        assert!(said.lines().count() > 0);
        for line in said.lines() {
            let puzzle: serde_json::Value = serde_json::from_str(line).unwrap();
            let field = |name: &str| {
                puzzle[name]
                    .as_str()
                    .unwrap()
                    .chars()
                    .collect::<Vec<char>>()
            };
            let (mut cells, solution) = (field("puzzle"), field("solution"));
            let side = cells.len().isqrt();
            let place = |cell: &str| {
                let (row, column) = cell[1..].split_once('c').unwrap();
                let [row, column] = [row, column].map(|it| it.parse::<usize>().unwrap());
                (row - 1) * side + column - 1
            };
            for step in puzzle["steps"].as_array().unwrap() {
                for word in step.as_str().unwrap().split(' ').skip(1) {
                    if let Some((cell, digits)) = word.split_once("<>") {
                        assert!(!digits.contains(solution[place(cell)]), "{step}");
                    } else {
                        let (cell, digit) = word.split_once('=').unwrap();
                        cells[place(cell)] = digit.chars().next().unwrap();
                    }
                }
            }
            assert_eq!(cells, solution, "{layout}");
        }
        fs::remove_dir_all(at.join("output/steps")).unwrap();
    }
}

#[test]
fn pictures_of_a_layout_come_in_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--layout 6x6 --per-level 2 --seed 3 --name six -q").expect(0);
    run_in(at, "export output/six --to svg --pairs --out pictures").expect(0);
    let table = fs::read_to_string(at.join("pictures/data-merge-svg.csv")).unwrap();
    assert_eq!(table.lines().count(), 7, "{table}");
    assert!(
        table.contains("001-puzzle.svg") && table.contains("006-solution.svg"),
        "{table}"
    );
    assert_eq!(fs::read_dir(at.join("pictures")).unwrap().count(), 14);
    run_in(at, "export output/six --to jsonl --steps")
        .expect(2)
        .complains(&["--steps=techniques-compact"]);
}

#[test]
fn formats_hold_a_layout_or_refuse_it_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "9x9+x", 10, "diagonals");
    make(at, "6x6", 10, "six");
    let one =
        |to: &str, pack: &str| run_in(at, &format!("export output/{pack} --to {to} --limit 1"));
    for (pack, boxes, cells) in [("six", "2x3:", 36), ("diagonals", "3x3x:", 81)] {
        let id = one("sgt", pack).expect(0).out;
        let runs = id.trim_end().strip_prefix(boxes).expect("its boxes");
        let count = |sign: u8| match sign {
            b'a'..=b'z' => usize::from(sign - b'a') + 1,
            b'_' => 0,
            _ => 1,
        };
        assert_eq!(runs.bytes().map(count).sum::<usize>(), cells, "{id}");
    }
    assert_snapshot!(one("ipuz", "diagonals").expect(2).err.trim_end(), @"factory: ipuz has no place for the rule x of 9x9+x: take csv, jsonl, f-puzzles or pencilmark");
    assert_snapshot!(one("hodoku", "six").expect(2).err.trim_end(), @"factory: hodoku is for 9x9 only, and these are 6x6: the formats for layouts are line, csv, jsonl, ipuz, f-puzzles, sudokupad, sgt, pencilmark, cnf, svg, png, pdf");
    let csv = one("csv", "six").expect(0).out;
    assert!(csv.starts_with("layout,id,puzzle,"), "{csv}");
    let formula = one("cnf", "six").expect(0).out;
    assert_clauses_counted(&formula);
    // A picture as PDF is read back before it is written.
    run_in(
        at,
        "export output/diagonals --to pdf --solution --out pictures",
    )
    .expect(0);
    for picture in fs::read_dir(at.join("pictures")).unwrap() {
        let grids = read::grids(&fs::read(picture.unwrap().path()).unwrap()).unwrap();
        assert_eq!(grids.len(), 1);
    }
}

#[test]
fn lists_are_rated_and_named_as_their_pack_was() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "8x8", 12, "eight");
    let known = run_in(at, "export output/eight --to jsonl").expect(0).out;
    fs::write(
        at.join("list.txt"),
        run_in(at, "export output/eight --to line").expect(0).out,
    )
    .unwrap();
    let rated = run_in(at, "rate --layout 8x8 --json list.txt")
        .expect(0)
        .out;
    for (known, rated) in known.lines().zip(rated.lines()) {
        let [known, rated] =
            [known, rated].map(|it| serde_json::from_str::<serde_json::Value>(it).unwrap());
        for field in [
            "puzzle",
            "solution",
            "id",
            "level",
            "score",
            "hardest",
            "techniques",
            "clues",
        ] {
            assert_eq!(known[field], rated[field], "{field}");
        }
    }
    assert_eq!(known.lines().count(), rated.lines().count());
    // A mirrored puzzle has the same id, and so is a repeat.
    let list = fs::read_to_string(at.join("list.txt")).unwrap();
    let mirrored: String = list
        .lines()
        .map(|line| line.chars().rev().collect::<String>() + "\n")
        .collect();
    let unique = feed(
        at,
        "canon --layout 8x8 --unique",
        (list.clone() + &mirrored).as_bytes(),
    )
    .expect(0);
    assert_eq!(unique.out.lines().count(), list.lines().count());
    assert!(
        unique.err.contains("of earlier puzzles dropped"),
        "{}",
        unique.err
    );
}

#[test]
fn what_is_no_puzzle_of_the_layout_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let rate = |text: &str| feed(folder.path(), "rate --layout 6x6", text.as_bytes());
    assert_snapshot!(rate(&".".repeat(36)).expect(0).out.trim_end(), @"....................................  more than one solution");
    assert_snapshot!(rate("123456\n").expect(3).err.trim_end(), @"factory: standard input: line 2, column 1: expected row 2 of 6, found the end of the text");
    let twice = format!("11{}\n", ".".repeat(34));
    assert_snapshot!(rate(&twice).expect(0).out.trim_end(), @"11..................................  no solution: 1 stands twice in row 1 (r1c1 and r1c2)");
    assert_snapshot!(run_in(folder.path(), "rate --layout 6x6 --scheme wu").expect(2).err.trim_end(), @"factory: --scheme is for 9x9 only, and these are 6x6");
}

#[test]
fn an_extended_pack_is_the_pack_of_one_longer_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "6x6", 40, "short");
    make(at, "6x6", 90, "long");
    run_in(at, "extend output/short --count 90 --name longer -q").expect(0);
    for file in fs::read_dir(at.join("output/long")).unwrap() {
        let file = file.unwrap().file_name();
        let bytes = |pack: &str| fs::read(at.join("output").join(pack).join(&file)).unwrap();
        if file != "run.json" {
            assert_eq!(bytes("long"), bytes("longer"), "{file:?}");
        }
    }
}

#[test]
fn packs_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "6x6", 40, "six");
    let lines = run_in(at, "export output/six --to jsonl").expect(0).out;
    let said = run_in(at, "stats output/six --json").expect(0).out;
    let stats: serde_json::Value = serde_json::from_str(&said).unwrap();
    let puzzles: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for level in stats["levels"].as_array().unwrap() {
        let own: Vec<_> = puzzles
            .iter()
            .filter(|it| it["level"] == level["level"])
            .collect();
        let clues = || own.iter().map(|it| it["clues"].as_u64().unwrap());
        assert_eq!(level["puzzles"], own.len());
        assert_eq!(level["clues"][0], clues().min().unwrap());
        assert_eq!(level["clues"][2], clues().max().unwrap());
        let naked = own
            .iter()
            .filter(|it| it["techniques"].get("naked-single").is_some());
        let counted = level["techniques"].get("naked-single");
        assert_eq!(
            counted.map_or(0, |it| it.as_u64().unwrap()),
            naked.count() as u64
        );
    }
    let said = run_in(at, "stats output/six").expect(0).out;
    assert!(said.starts_with("6x6, "), "{said}");
    run_in(at, "stats output/six --svg d")
        .expect(2)
        .complains(&["--svg is for 9x9 only, and these are 6x6"]);
}

#[test]
fn a_pack_of_all_puzzles_is_not_told_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let said = run_in(
        folder.path(),
        "--layout 4x4 --count 2000 --level singles=500 --seed 1",
    )
    .expect(3);
    let told = said.out + &said.err;
    assert!(told.contains("nearly all candidates are repeats"), "{told}");
    assert!(!told.contains("factory extend"), "{told}");
}

/// Asserts that a CNF formula has as many clauses as its head says.
pub fn assert_clauses_counted(formula: &str) {
    let mut lines = formula.lines();
    let head = lines.find(|line| line.starts_with("p cnf")).unwrap();
    let clauses: usize = head.split(' ').next_back().unwrap().parse().unwrap();
    assert_eq!(lines.filter(|line| line.ends_with(" 0")).count(), clauses);
}
