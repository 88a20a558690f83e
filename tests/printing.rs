//! Tests books: the content of their pages, the books that shops refuse, and the program's own reader of PDF
//! files.

use crate::factory::{feed, run_in, run_words};
use serde_json::Value;
use std::fs;
use std::path::Path;
use sudoku_factory::grid::ShapedBoard;
use sudoku_factory::pack::Pack;
use sudoku_factory::print::book::{self, BookSettings, Puzzle};
use sudoku_factory::print::{PaperStock, ShopPreset, preflight, read};

/// Makes a pack of 60 puzzles at `p` in a new folder.
pub(crate) fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let make = "--count 3000 --per-level 12 --seed 3 --name p --out . --ratings time --quiet";
    run_in(folder.path(), make).expect(0);
    folder
}

fn puzzles(folder: &Path) -> (Vec<String>, Vec<Puzzle>) {
    let pack = Pack::open(&folder.join("p")).unwrap();
    let scheme = &pack.manifest().job.scheme;
    let mut puzzles = Vec::new();
    for level in scheme.levels() {
        for record in pack.records(level).unwrap() {
            puzzles.push(Puzzle::of(&record.unwrap(), scheme));
        }
    }
    (scheme.levels.clone(), puzzles)
}

/// Exchanges the boards of two puzzles. `board` chooses the board of a puzzle, such as its solution.
fn swap(
    puzzles: &mut [Puzzle],
    (one, other): (usize, usize),
    board: impl Fn(&mut Puzzle) -> &mut ShapedBoard,
) {
    let first = board(&mut puzzles[one]).clone();
    let second = std::mem::replace(board(&mut puzzles[other]), first);
    *board(&mut puzzles[one]) = second;
}

fn settings(text: &str) -> BookSettings {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.toml");
    fs::write(&file, text).unwrap();
    BookSettings::from_file(&file).unwrap()
}

#[test]
fn every_preset_prints_what_it_demands_and_the_same_twice() {
    let folder = pack();
    for (preset, more) in [
        ("kdp", "--trim 6x9 --language zh --pencil-marks"),
        ("ingram", "--bleed"),
        ("lulu", "--qr --difficulty --bleed --per-page 2"),
        ("press", ""),
        ("newspaper", ""),
        ("home", "--large-print --standard x4"),
    ] {
        let make = |name: &str| {
            let said = format!("book p --preset {preset} -o {name}.pdf {more}");
            run_in(folder.path(), &said).expect(0);
            fs::read(folder.path().join(format!("{name}.pdf"))).unwrap()
        };
        assert!(make(preset) == make(&format!("{preset}-again")), "{preset}");
        let check = format!("preflight {preset}.pdf --preset {preset} --against p");
        let said = run_in(folder.path(), &check).expect(0);
        assert!(said.out.contains("nothing that"), "{}", said.out);
        let listing = fs::read_to_string(folder.path().join(format!("{preset}.json"))).unwrap();
        let listing: Value = serde_json::from_str(&listing).unwrap();
        // Two easy ones a week: twelve last six weeks.
        let count = if preset == "newspaper" { 42 } else { 60 };
        assert_eq!(
            listing["puzzles"].as_array().unwrap().len(),
            count,
            "{preset}"
        );
    }
    // What one shop wants another refuses.
    let said = run_in(folder.path(), "preflight press.pdf --preset kdp").expect(4);
    for word in ["made for press", "pages 1–", "marks", "metadata"] {
        assert!(said.out.contains(word), "{word} is not in {}", said.out);
    }
    let said = run_in(folder.path(), "preflight home.pdf --preset ingram --json").expect(4);
    let told: Value = serde_json::from_str(&said.out).unwrap();
    assert!(told["faults"].as_array().unwrap().len() > 1);
}

#[test]
fn a_swapped_a_missing_and_a_repeated_grid_are_found_with_their_page() {
    let folder = pack();
    let (levels, all) = puzzles(folder.path());
    let job = settings("preset = \"kdp\"\norder = \"chosen\"")
        .job()
        .unwrap();
    let plan = |puzzles: Vec<Puzzle>| book::volumes(&job, &levels, puzzles).unwrap().remove(0);
    let right = plan(all.clone());
    let printed = right.pdf().unwrap();
    assert_eq!(right.check(&printed).unwrap(), []);
    assert_eq!(preflight::against(&printed, &all).unwrap(), []);

    // Two grids change places, but not their names: the file is printed, then read by another plan.
    let mut swapped = all.clone();
    swap(&mut swapped, (2, 7), |it| &mut it.puzzle);
    let faults = plan(swapped).check(&printed).unwrap();
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let page = right.lines()[2].page;
    assert!(
        said.contains(&format!("page {page}: the grid of puzzle 3 is another one")),
        "{said:?}"
    );
    assert_eq!(faults.len(), 2);

    let mut wrong = all.clone();
    swap(&mut wrong, (2, 3), |it| &mut it.solution);
    let faults = preflight::against(&printed, &wrong).unwrap();
    let page = right.lines()[2].solution_page;
    assert_eq!(
        faults[0].to_string(),
        format!("page {page}: the grid of solution 3 is another one")
    );

    let mut repeated = all.clone();
    let fifth = repeated[4].clone();
    (repeated[5].puzzle, repeated[5].solution) = (fifth.puzzle, fifth.solution);
    let faults = preflight::against(&plan(repeated).pdf().unwrap(), &all).unwrap();
    let said = format!(
        "puzzle 6 is puzzle 5 of page {} again",
        right.lines()[4].page
    );
    assert!(faults.iter().any(|fault| fault.what == said), "{faults:?}");

    let fewer = plan(all[..59].to_vec());
    let faults = right.check(&fewer.pdf().unwrap()).unwrap();
    assert!(
        faults
            .iter()
            .any(|fault| fault.what == "puzzle 60 is missing"),
        "{faults:?}"
    );
    let faults = fewer.check(&printed).unwrap();
    assert!(
        faults
            .iter()
            .any(|fault| fault.what == "puzzle 60 is none of the book's"),
        "{faults:?}"
    );
}

#[test]
fn volumes_share_no_puzzle_and_weeks_rise() {
    let folder = pack();
    let said = run_in(
        folder.path(),
        "book p --preset home --volumes 3 -o v.pdf --json",
    )
    .expect(0);
    assert_eq!(said.out.lines().count(), 3);
    let mut ids = Vec::new();
    for volume in 1..=3 {
        let listing = fs::read_to_string(folder.path().join(format!("v-{volume}.json"))).unwrap();
        let listing: Value = serde_json::from_str(&listing).unwrap();
        let all = listing["puzzles"].as_array().unwrap();
        ids.extend(all.iter().map(|it| it["id"].as_str().unwrap().to_owned()));
        assert_eq!(all.len(), 20);
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 60);

    let (levels, all) = puzzles(folder.path());
    let job = settings("preset = \"newspaper\"").job().unwrap();
    let books = book::volumes(&job, &levels, all).unwrap();
    let week: Vec<String> = books[0]
        .lines()
        .into_iter()
        .take(7)
        .map(|line| line.level)
        .collect();
    let place = |name: &String| levels.iter().position(|it| it == name);
    assert!(week.is_sorted_by_key(place), "{week:?}");
    assert_eq!((&week[0], &week[6]), (&levels[0], &levels[4]));
}

#[test]
fn what_cannot_be_printed_is_told_in_a_line() {
    let folder = pack();
    let at = folder.path();
    for (arguments, words) in [
        ("book p --preset kpd", &["kdp", "ingram"][..]),
        (
            "book p --preset ingram --trim 2x3",
            &["too small", "--trim"],
        ),
        ("book p --trim nine", &["nine", "6x9"]),
        ("book p --per-level 1", &["24"]),
        ("book p --marks", &["kdp", "marks"]),
        ("book p --standard x1a", &["kdp", "metadata", "--standard"]),
        ("book p --solutions beneath --per-page 4", &["--per-page"]),
        ("book p --language xx", &["de, en, es", "tr, zh"]),
        ("book p --date soon", &["soon"]),
        ("book p --font p/pack.json", &["font"]),
    ] {
        run_in(at, arguments).expect(2).complains(words);
        assert!(!at.join("book.pdf").exists());
    }
    run_in(at, "book p --where d>1000")
        .expect(3)
        .complains(&["no puzzle fits"]);
    run_in(at, "show p --where d>1000")
        .expect(3)
        .complains(&["no puzzle fits"]);
    run_words(at, &["book", "p", "--title", "\u{8611}\u{83c7}"])
        .expect(2)
        .complains(&["--font"]);
    fs::write(at.join("b.toml"), "preset = \"kdp\"\ntitel = \"x\"\n").unwrap();
    run_in(at, "book p --settings b.toml")
        .expect(2)
        .complains(&["b.toml, line 2", "titel"]);
    fs::write(at.join("book.json"), "mine").unwrap();
    run_in(at, "book p")
        .expect(2)
        .complains(&["book.json", "--force"]);
    assert!(!at.join("book.pdf").exists());
    assert_eq!(fs::read(at.join("book.json")).unwrap(), b"mine");
    fs::write(at.join("no.pdf"), "words").unwrap();
    run_in(at, "preflight no.pdf")
        .expect(65)
        .complains(&["no.pdf", "PDF"]);
    run_in(at, "preflight none.pdf")
        .expect(1)
        .complains(&["none.pdf"]);
}

/// Returns a PDF of one page of 612×792 points with this content, in a font whose letters are half as wide as
/// they are high.
fn one_page(content: &str) -> Vec<u8> {
    let widths = "500 ".repeat(95);
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F 5 0 R >> >> >>"
            .to_owned(),
        format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ),
        format!(
            "<< /Type /Font /Subtype /TrueType /BaseFont /Own /FirstChar 32 /LastChar 126 \
             /Widths [{widths}] /FontDescriptor 6 0 R >>"
        ),
        "<< /Type /FontDescriptor /FontName /Own /FontFile2 4 0 R >>".to_owned(),
    ];
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(file.len());
        file.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    let start = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).bytes());
    for place in &places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let trailer = "trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n";
    file.extend(format!("{trailer}{start}\n%%EOF\n").bytes());
    file
}

#[test]
fn type_that_runs_out_of_the_page_is_found() {
    // Ten letters of 20 pt are 100 pt wide; the page is safe up to 594 pt.
    for (content, over) in [
        ("20 Tf 490 400 Td (abcdefghij) Tj", None),
        ("20 Tf 490 400 Td (abcdefghij   ) Tj", None),
        ("20 Tf 504 400 Td (abcdefghij) Tj", Some("0.139")),
        ("20 Tf 480 400 Td 2 Tc (abcdefghij) Tj", Some("0.056")),
        ("20 Tf 480 400 Td 10 Tw (abcd fghi j) Tj", Some("0.222")),
        ("20 Tf 400 400 Td 200 Tz (abcdefghij) Tj", Some("0.083")),
        ("20 Tf 480 400 Td [(abcde) -1000 (fghij)] TJ", Some("0.083")),
        ("20 Tf 480 400 Td (abcdef) Tj (ghijkl) Tj", Some("0.083")),
        ("20 Tf -1 0 0 -1 110 400 Tm (abcdefghij) Tj", Some("0.111")),
        ("20 Tf 0 1 -1 0 300 680 Tm (abcdefghij) Tj", Some("0.083")),
    ] {
        let file = one_page(&format!("BT /F {content} ET"));
        let checked = preflight::check(&file, ShopPreset::Home, PaperStock::White).unwrap();
        let said: Vec<String> = checked.faults.iter().map(ToString::to_string).collect();
        let wanted: Vec<String> = over
            .map(|over| format!("page 1: type {over} in within the margin that home keeps free"))
            .into_iter()
            .collect();
        assert_eq!(said, wanted, "{content}");
    }
}

#[test]
fn words_over_words_and_shapes_are_found() {
    let over = Some("page 1: \"abcdef\" and \"ghijkl\" are printed over each other");
    let dark = Some("page 1: \"abcdef\" runs into a dark shape");
    // Six letters of 20 pt are 60 pt wide, from 4 pt below the line to 13 above it.
    for (then, found) in [
        ("50 4 Td (ghijkl) Tj ET", over),
        ("62 0 Td (ghijkl) Tj ET", None),
        ("0 18 Td (ghijkl) Tj ET", None),
        ("1 0 Td (abcdef) Tj ET", None),
        ("ET 150 390 40 40 re f", dark),
        ("ET 300 390 9 9 re 158 390 2 40 re f", dark),
        ("ET 90 380 90 40 re 91 381 88 38 re f*", None),
        ("ET 0.8 g 150 390 40 40 re f", None),
    ] {
        let file = one_page(&format!("BT /F 20 Tf 100 400 Td (abcdef) Tj {then}"));
        let checked = preflight::check(&file, ShopPreset::Home, PaperStock::White).unwrap();
        let said: Vec<String> = checked.faults.iter().map(ToString::to_string).collect();
        assert_eq!(said, Vec::from_iter(found), "{then}");
    }
}

#[test]
fn long_words_stay_on_their_pages() {
    let folder = pack();
    let title = "All the Sudoku that anybody could wish for in a very long winter ".repeat(3);
    let words = [
        "book",
        "p",
        "--preset",
        "home",
        "--limit",
        "8",
        "--title",
        title.trim(),
    ];
    let author = "An Author With More Names Than Anybody Ought To Have, and Another ".repeat(2);
    let words: Vec<&str> = words
        .into_iter()
        .chain(["--author", author.trim()])
        .collect();
    run_words(folder.path(), &words).expect(0);
    run_in(
        folder.path(),
        "preflight book.pdf --preset home --against p",
    )
    .expect(0);
}

/// The PDF reader refuses damaged files and never panics.
#[test]
fn damaged_files_are_refused() {
    let folder = pack();
    run_in(folder.path(), "book p --preset home --limit 8").expect(0);
    let whole = fs::read(folder.path().join("book.pdf")).unwrap();
    let planned = read::grids(&whole).unwrap();
    assert!(planned.iter().filter(|grid| grid.number.is_some()).count() == 16);
    assert!(read::grids(&whole[..whole.len() / 2]).is_err());
    for n in 0..200 {
        let mut damaged = whole.clone();
        let at = n * whole.len() / 200;
        damaged[at] ^= 0x55;
        let _ = read::grids(&damaged);
        let _ = preflight::check(&damaged, ShopPreset::Kdp, PaperStock::White);
    }
}

#[test]
fn pictures_are_drawn_at_the_resolution_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let svg = feed(folder.path(), "convert --to svg", line.as_bytes()).expect(0);
    assert!(
        svg.out.starts_with("<svg") && svg.out.contains(line),
        "{}",
        &svg.out[..300]
    );
    assert_eq!(svg.out.matches("<use").count(), 30);
    run_in(
        folder.path(),
        "--count 40 --seed 1 --name p --out . --quiet",
    )
    .expect(0);
    let width = |dpi: u32| {
        let arguments =
            format!("export p --to png --per-level 1 --level 1 --dpi {dpi} --out d{dpi}");
        run_in(folder.path(), &arguments).expect(0);
        let file = fs::read(folder.path().join(format!("d{dpi}/1-easy-000001.png"))).unwrap();
        assert!(file.starts_with(b"\x89PNG"));
        u32::from_be_bytes(file[16..20].try_into().unwrap())
    };
    assert_eq!((width(72), width(300)), (228, 950));
    run_in(folder.path(), "export p --to png --dpi 5 --out x")
        .expect(2)
        .complains(&["--dpi"]);
}

/// Returns the files in a calendar's folder with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    crate::factory::bytes_of(folder)
}

#[test]
fn a_calendar_is_the_same_twice_and_one_day_is_replaced() {
    let folder = pack();
    let at = folder.path();
    let week = include_str!("../config/week.toml");
    fs::write(at.join("week.toml"), week).unwrap();
    let make = |out: &str| {
        let said = format!("calendar p --start 2027-02-26 --days 14 --week week.toml -o {out}");
        run_in(at, &said).expect(0);
        files(&at.join(out))
    };
    let once = make("a");
    assert!(once == make("b"));
    assert_eq!(once.len(), 14 * 6 + 4);
    let index = fs::read_to_string(at.join("a/index.csv")).unwrap();
    let rows: Vec<Vec<&str>> = index
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(rows[0][..3], ["2027-02-26", "friday", "moderate"]);
    assert_eq!(rows[13][..2], ["2027-03-11", "thursday"]);
    let text = fs::read_to_string(at.join("a/2027-02-26-puzzle.txt")).unwrap();
    assert_eq!(text.replace('\n', "").replace('.', "0"), rows[0][7]);

    run_in(at, "calendar p --replace 2027-03-01 --week week.toml -o a").expect(0);
    let (before, after) = (once, files(&at.join("a")));
    let changed: Vec<&str> = before
        .iter()
        .zip(&after)
        .filter(|(old, new)| old != new)
        .map(|(old, _)| old.0.as_str())
        .collect();
    assert!(
        changed
            .iter()
            .all(|name| name.contains("2027-03-01") || !name.contains("2027"))
    );
    assert_eq!(changed.len(), 8);

    let again = "calendar p --start 2027-02-26 --days 14 --week week.toml -o a";
    run_in(at, again)
        .expect(2)
        .complains(&["exists already", "--force"]);
    let many = "calendar p --start 2027-02-26 --days 365 --week week.toml -o c";
    run_in(at, many).expect(3).complains(&[
        "the packs last 45 of 365 days, to 2027-04-11",
        "--days 45",
        " easy",
    ]);
    assert!(!at.join("c").exists());
    run_in(at, "calendar p --replace 2028-01-01 --week week.toml -o a").expect(2);
    run_in(at, "calendar p --start soon --week week.toml -o d")
        .expect(2)
        .complains(&["soon"]);
    fs::write(at.join("bad.toml"), week.replace("{kind}", "")).unwrap();
    run_in(at, "calendar p --start 2027-01-01 --week bad.toml -o d")
        .expect(2)
        .complains(&["{kind}"]);
}
