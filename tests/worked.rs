//! Tests the pages of a book that teach: worked puzzles, techniques with examples, and hints. The tests read these
//! pages from the finished file and compare them with the book's puzzles.

use crate::factory::run_in;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use sudoku_factory::grid::{Board, Cell};
use sudoku_factory::pack::Pack;
use sudoku_factory::print::book::{self, Book, BookSettings, Puzzle};
use sudoku_factory::print::read::{self, FoundGrid};
use sudoku_factory::rate::hints::technique_steps;
use sudoku_factory::rate::techniques::TechniqueLadder;

fn pack() -> &'static Path {
    static PACK: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = PACK.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let make = "--count 3000 --per-level 6 --seed 11 --name p --out . --quiet";
        run_in(folder.path(), make).expect(0);
        folder
    });
    folder.path()
}

fn puzzles() -> (Vec<String>, Vec<Puzzle>) {
    let pack = Pack::open(&pack().join("p")).unwrap();
    let scheme = &pack.manifest().job.scheme;
    let records = scheme
        .levels()
        .flat_map(|level| pack.records(level).unwrap());
    let puzzles = records.map(|record| Puzzle::of(&record.unwrap(), scheme));
    (scheme.levels.clone(), puzzles.collect())
}

fn planned(settings: &str) -> Book {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.toml");
    fs::write(&file, settings).unwrap();
    let job = BookSettings::from_file(&file).unwrap().job().unwrap();
    let (levels, puzzles) = puzzles();
    book::volumes(&job, &levels, puzzles).unwrap().remove(0)
}

const TAUGHT: &str =
    "preset = \"kdp\"\ntrim = \"6x9\"\nworked = 1\ntechniques = true\nhints = true\n";

/// Returns the first of these solutions that agrees with the digits of a found position.
fn solution_of(found: &FoundGrid, solutions: &[Board]) -> Option<Board> {
    let holds = |solution: &&Board| {
        found
            .board()
            .unwrap()
            .givens()
            .all(|(cell, digit)| solution.get(cell) == Some(digit))
    };
    solutions.iter().find(holds).copied()
}

#[test]
fn drawn_positions_are_positions_of_the_books_puzzles() {
    let book = planned(TAUGHT);
    let bytes = book.pdf().unwrap();
    let found = read::grids(&bytes).unwrap();
    let full = found.iter().filter(|it| it.is_full && it.number.is_some());
    let solutions: Vec<Board> = full.filter_map(FoundGrid::board).collect();
    assert_eq!(solutions.len(), 30);
    let drawn: Vec<&FoundGrid> = found.iter().filter(|it| it.candidates.is_some()).collect();
    assert!(drawn.len() > 20, "{} positions", drawn.len());
    for it in drawn {
        let solution = solution_of(it, &solutions).expect("a puzzle of the book");
        let candidates = it.candidates.as_ref().unwrap();
        for cell in Cell::all() {
            let left = candidates[cell.index()];
            match it.board().unwrap().get(cell) {
                Some(_) => assert!(left.is_empty(), "page {}: {cell}", it.page),
                None => assert!(
                    left.contains(solution.get(cell).unwrap()),
                    "page {}: {cell}",
                    it.page
                ),
            }
        }
    }
    assert_eq!(book.check(&bytes).unwrap(), []);
    assert_eq!(book.pdf().unwrap(), bytes, "the same bytes twice");
}

#[test]
fn a_position_that_is_not_the_plans_is_found_with_its_page() {
    // Without the pages that teach the book is too thin for a shop.
    let plain = planned("preset = \"home\"\ntrim = \"6x9\"");
    let worked = planned(&TAUGHT.replace("kdp", "home"));
    let faults = worked.check(&plain.pdf().unwrap()).unwrap();
    assert!(
        faults
            .iter()
            .any(|it| it.what == "a drawn position is another one"),
        "{faults:?}"
    );
    let faults = plain.check(&worked.pdf().unwrap()).unwrap();
    assert!(
        faults
            .iter()
            .any(|it| it.what == "a drawn position is none of the book's"),
        "{faults:?}"
    );
}

#[test]
fn every_technique_of_the_puzzles_has_its_example() {
    let book = planned("preset = \"home\"\ntechniques = true");
    let bytes = book.pdf().unwrap();
    let printed: Vec<String> = read::words(&bytes)
        .unwrap()
        .into_iter()
        .map(|it| it.text)
        .collect();
    let mut needed = BTreeSet::new();
    let rules = &book.job().texts.rules_table;
    for puzzle in puzzles().1 {
        let (_, steps) = technique_steps(&puzzle.nine().unwrap().0, &TechniqueLadder::people());
        for technique in steps.iter().map(|step| step.technique) {
            let names = [technique.key()].into_iter();
            let mut names = names.chain(technique.aliases().iter().copied());
            needed.insert(names.find_map(|it| rules.get(it)).unwrap().name.clone());
        }
    }
    assert!(needed.len() > 8, "{needed:?}");
    for name in needed {
        // Its name is a heading, and in the list of each section that needs it.
        let count = printed.iter().filter(|it| **it == name).count();
        assert!(count > 1, "{name}: {count}");
    }
}

#[test]
fn hints_and_steps_are_told_in_every_language() {
    for language in [
        "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "tr", "zh",
    ] {
        let book = planned(&format!("{TAUGHT}language = \"{language}\""));
        let bytes = book
            .pdf()
            .unwrap_or_else(|error| panic!("{language}: {error}"));
        let words: Vec<String> = read::words(&bytes)
            .unwrap()
            .into_iter()
            .map(|it| it.text)
            .collect();
        let texts = &book.job().texts;
        for heading in [&texts.worked, &texts.techniques, &texts.hints] {
            assert!(words.contains(heading), "{language}: {heading}");
        }
    }
}

#[test]
fn other_symbols_are_read_back_as_the_digits_that_they_stand_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("word.txt");
    fs::write(&file, "C O M P U T E R S\n").unwrap();
    let symbols = format!("symbols = {:?}", file.display().to_string());
    let plain = read::grids(&planned(TAUGHT).pdf().unwrap()).unwrap();
    let named = [
        "arabic-indic",
        "persian",
        "devanagari",
        "bengali",
        "thai",
        "chinese",
    ];
    let named = named.map(|name| format!("digits = {name:?}"));
    for signs in named.iter().chain([&symbols]) {
        let book = planned(&format!("{TAUGHT}{signs}"));
        let bytes = book
            .pdf()
            .unwrap_or_else(|error| panic!("{signs}: {error}"));
        let found = read::grids(&bytes).unwrap();
        let boards = |all: &[FoundGrid]| {
            let numbered = all
                .iter()
                .filter_map(|it| Some((it.number?, it.is_full, it.board())));
            let mut boards: Vec<_> = numbered.collect();
            boards.sort_unstable_by_key(|it| (it.0, it.1));
            boards
        };
        assert_eq!(boards(&found), boards(&plain), "{signs}");
    }
}

#[test]
fn hints_beneath_stand_upside_down_on_the_page_of_their_puzzle() {
    for (language, options) in [
        ("en", "preset = 'kdp'\ntrim = '6x9'"),
        ("en", "preset = 'kdp'\nlarge-print = true"),
        ("de", "preset = 'press'"),
        ("ja", "preset = 'home'\ntrim = 'a5'\npencil-marks = true"),
        ("pl", "preset = 'tablet'"),
    ] {
        let book = planned(&format!(
            "{options}\nhints-at = 'beneath'\nlanguage = '{language}'"
        ));
        let bytes = book.pdf().unwrap();
        let words = read::words(&bytes).unwrap();
        let large = options.contains("large");
        for line in book.lines() {
            assert!(line.page != line.solution_page);
            let on_page: Vec<_> = words.iter().filter(|it| it.page == line.page).collect();
            let grids = book
                .lines()
                .iter()
                .filter(|it| it.page == line.page)
                .count();
            assert_eq!(grids, 1, "{language}: page {}", line.page);
            // The three numbers of the hints are at the right edge, the first below the others.
            let heading = on_page.iter().find(|it| it.text == book.job().texts.hints);
            let heading = heading.unwrap_or_else(|| panic!("{language}: page {}", line.page));
            let below = |text: &str| {
                let all = on_page.iter().filter(|it| it.text == text);
                let all = all.filter(|it| it.bounds[1] < heading.bounds[1]);
                let found = all
                    .max_by(|a, b| a.bounds[2].total_cmp(&b.bounds[2]))
                    .unwrap();
                (found.bounds[1], found.size)
            };
            let [first, second, third] = ["1", "2", "3"].map(below);
            assert!(first.0 < second.0 && second.0 < third.0, "{language}");
            assert!(!large || first.1 >= 16.0);
        }
    }
}

#[test]
fn what_has_no_room_or_no_sense_is_refused() {
    for (file, signs) in [
        ("eight", "ABCDEFGH"),
        ("twice", "ABCDEFGHA"),
        ("glyph", "\u{8611}BCDEFGHI"),
    ] {
        fs::write(pack().join(format!("{file}.txt")), signs).unwrap();
    }
    for (options, said) in [
        ("--worked 0", "--worked is 0"),
        (
            "--hints-at beneath --per-page 2",
            "--hints-at beneath is one puzzle a page, not 2",
        ),
        (
            "--hints-at beneath --solutions beneath",
            "leave one at the back",
        ),
        (
            "--preset newspaper --hints-at beneath",
            "makes boxes without other pages",
        ),
        (
            "--preset newspaper --hints",
            "makes boxes without other pages",
        ),
        (
            "--preset home --trim a5 --large-print --techniques",
            "too small for boards",
        ),
        ("--worked", "a value is required"),
        (
            "--digits klingon",
            "no digits are called \"klingon\"; there are latin, ",
        ),
        ("--symbols eight.txt", "eight.txt: it has 8 symbols, not 9"),
        (
            "--symbols twice.txt",
            "twice.txt: symbol 9 is 'A', which is there already",
        ),
        (
            "--symbols glyph.txt",
            "glyph.txt: no font has the character '\u{8611}'",
        ),
        ("--symbols eight.txt --digits thai", "leave one out"),
    ] {
        let out = tempfile::tempdir().unwrap();
        let file = out.path().join("book.pdf");
        let line = format!("book p -o {} {options}", file.display());
        let run = run_in(pack(), &line).expect(2);
        assert!(run.err.contains(said), "{options}: {}", run.err);
        assert!(!file.exists(), "{options}");
    }
    run_in(pack(), "book p --symbols nothere.txt -o none.pdf")
        .expect(2)
        .complains(&["cannot read nothere.txt"]);
    assert!(!pack().join("none.pdf").exists());
}
