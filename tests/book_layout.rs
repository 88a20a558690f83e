//! Tests the pages of finished books: texts do not overlap, large print has large digits and text, and the pages of a
//! consumer book have the right contents.

use crate::factory::{run_in, run_words};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use sudoku_factory::pack::Pack;
use sudoku_factory::print::book::{self, Book, BookSettings, Puzzle};
use sudoku_factory::print::read::{self, PrintedWords};
use sudoku_factory::print::{PrintError, ShopPreset, Texts};

/// The maximum overlap of two words on a page, as a share of the type size.
const TIGHT: f64 = 0.15;

/// Returns 60 puzzles of a pack with estimated minutes, and the names of the pack's levels.
fn puzzles() -> &'static (Vec<String>, Vec<Puzzle>) {
    static PUZZLES: OnceLock<(Vec<String>, Vec<Puzzle>)> = OnceLock::new();
    PUZZLES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let make =
            "--count 3000 --per-level 12 --seed 3 --name p --out . --ratings time,se --quiet";
        run_in(folder.path(), make).expect(0);
        let pack = Pack::open(&folder.path().join("p")).unwrap();
        let scheme = &pack.manifest().job.scheme;
        let levels = scheme.levels();
        let records = levels.flat_map(|level| pack.records(level).unwrap());
        let puzzles = records.map(|record| Puzzle::of(&record.unwrap(), scheme));
        (scheme.levels.clone(), puzzles.collect())
    })
}

fn books(settings: &str) -> Result<Vec<Book>, PrintError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.toml");
    fs::write(&file, settings).unwrap();
    let job = BookSettings::from_file(&file).unwrap().job()?;
    let (levels, all) = puzzles();
    book::volumes(&job, levels, all.clone())
}

/// Returns the pairs of words on one page that overlap by more than [`TIGHT`].
fn overlaps(words: &[PrintedWords]) -> Vec<(&PrintedWords, &PrintedWords)> {
    let is_digit = |it: &PrintedWords| it.text.len() == 1 && it.text.as_bytes()[0].is_ascii_digit();
    let mut found = Vec::new();
    for page in words.chunk_by(|a, b| a.page == b.page) {
        let longer = page.iter().enumerate().filter(|(_, it)| !is_digit(it));
        for (n, a) in longer {
            let others = page.iter().enumerate();
            for (_, b) in others.filter(|(m, b)| is_digit(b) || *m > n) {
                let across = a.bounds[2].min(b.bounds[2]) - a.bounds[0].max(b.bounds[0]);
                let up = a.bounds[3].min(b.bounds[3]) - a.bounds[1].max(b.bounds[1]);
                if across.min(up) > TIGHT * a.size.min(b.size) {
                    found.push((a, b));
                }
            }
        }
    }
    found
}

fn one_of(lines: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(lines).prop_map(str::to_owned)
}

/// Returns a random choice of these lines, which may be empty.
fn some_of(lines: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::subsequence(lines, 0..=lines.len()).prop_map(|lines| lines.join("\n"))
}

fn trim() -> impl Strategy<Value = String> {
    let named = one_of(&[
        "",
        "trim = \"a6\"",
        "trim = \"a5\"",
        "trim = \"a4\"",
        "trim = \"5x8\"",
        "trim = \"5.5x8.5\"",
        "trim = \"6x9\"",
        "trim = \"7x10\"",
        "trim = \"8x10\"",
        "trim = \"8.5x8.5\"",
        "trim = \"8.5x11\"",
        "trim = \"110x170mm\"",
    ]);
    let any = (55..260, 70..340).prop_map(|(wide, high)| format!("trim = \"{wide}x{high}mm\""));
    prop_oneof![3 => named, 1 => any]
}

/// Returns settings with labels of the user's own that are longer than the built-in labels.
fn labels() -> impl Strategy<Value = String> {
    some_of(&[
        "\"levels.easy\" = \"For those who have never seen a Sudoku in their lives\"",
        "\"levels.hard\" = \"Donaudampfschifffahrtsgesellschaft\"",
        "\"solution-on\" = \"The solution of this puzzle stands on page {page} of this book\"",
        "\"rule-share\" = \"this is needed in {share} of a hundred of the puzzles here\"",
        "\"rules.naked-single\" = \"A cell that has only one digit left to be put into it\"",
    ])
}

/// Returns random values of the settings that have one value each, such as preset and trim size.
fn shape() -> impl Strategy<Value = [String; 8]> {
    let words = (
        one_of(&[
            "preset = \"kdp\"",
            "preset = \"ingram\"",
            "preset = \"lulu\"",
            "preset = \"press\"",
            "preset = \"newspaper\"",
            "preset = \"home\"",
        ]),
        trim(),
        one_of(&[
            "",
            "",
            "per-page = 1",
            "per-page = 2",
            "per-page = 4",
            "per-page = 6",
        ]),
        one_of(&["", "solutions = \"back\"", "solutions = \"beneath\""]),
        one_of(&["", "", "solutions-per-page = 4", "solutions-per-page = 9"]),
        one_of(&["", "", "", "large-print = true"]),
        one_of(&[
            "",
            "language = \"zh\"",
            "language = \"de\"",
            "language = \"pl\"",
            "language = \"ja\"",
        ]),
        one_of(&["", "", "volumes = 2"]),
    );
    words.prop_map(|(a, b, c, d, e, f, g, h)| [a, b, c, d, e, f, g, h])
}

/// Returns random settings of a book, as the text of a settings file.
fn wishes() -> impl Strategy<Value = String> {
    let flags = some_of(&[
        "pencil-marks = true",
        "difficulty = true",
        "minutes = true",
        "shares = true",
        "ids = true",
        "qr = true",
        "ramp = true",
        "bleed = true",
    ]);
    let words = some_of(&[
        "subtitle = \"A subtitle that goes on for longer than anybody would think that it should\"",
        "author = \"An Author With More Names Than Anybody Ought To Have\"",
        "publisher = \"Example House, Publishers of Sudoku, and Sons\"",
        "isbn = \"978-3-16-148410-0ISBN2\"",
        "date = \"2027-03-01\"",
    ]);
    let title = one_of(&[
        "",
        "title = \"Sudoku for Long Evenings\"",
        "title = \"All the Sudoku that anybody could wish for in a very long winter, and more\"",
        "title = \"Donaudampfschifffahrtsgesellschaftsbuch\"",
    ]);
    (shape(), flags, words, title, labels()).prop_map(|(shape, flags, words, title, labels)| {
        let [
            preset,
            trim,
            per_page,
            solutions,
            of_page,
            large,
            language,
            volumes,
        ] = shape;
        let isbn = if volumes.is_empty() {
            ""
        } else {
            ",3-16-148410-X"
        };
        let words = words.replace("ISBN2", isbn);
        // Boxes have no leaves for words, titles and pages of one's own.
        let is_boxes = preset.contains("newspaper");
        let (words, title) = match is_boxes {
            true => (String::new(), String::new()),
            false => (words, title),
        };
        let lines = [
            preset, trim, per_page, solutions, of_page, large, language, volumes, flags, words,
            title,
        ];
        let lines: Vec<String> = lines.into_iter().filter(|it| !it.is_empty()).collect();
        let own = "[[front]]\nheading = \"Donaudampfschifffahrt\"\ntext = \"\"\"One.\n\nTwo.\"\"\"";
        let own = if is_boxes { "" } else { own };
        format!("{}\n[labels]\n{labels}\n{own}\n", lines.join("\n"))
    })
}

#[test]
fn no_two_words_of_any_book_overlap() {
    let config = ProptestConfig {
        rng_seed: RngSeed::Fixed(14),
        failure_persistence: None,
        ..crate::cases(60)
    };
    let cases = config.cases;
    let mut runner = TestRunner::new(config);
    let (printed, pages) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let held = runner.run(&wishes(), |wishes| {
        let books = match books(&wishes) {
            Ok(books) => books,
            Err(PrintError::Impossible(_)) => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        printed.fetch_add(1, Ordering::Relaxed);
        for book in books {
            // The book itself is read back and checked as its shop would, too.
            let file = book.pdf();
            let file = file.map_err(|error| TestCaseError::fail(error.to_string()))?;
            let words = read::words(&file).unwrap();
            let over = overlaps(&words);
            prop_assert!(over.is_empty(), "{over:?}");
            pages.fetch_add(book.page_count(), Ordering::Relaxed);
        }
        Ok(())
    });
    held.unwrap();
    let (printed, pages) = (printed.into_inner(), pages.into_inner());
    println!("{cases} sets of options: {printed} printed, {pages} pages; the others were refused");
    assert!(printed * 6 > cases as usize, "too few of them are possible");
}

/// No text is cut off with dots or overlaps another, in any language, even on the narrowest page.
#[test]
fn the_words_of_every_language_fit_the_narrowest_page() {
    for language in Texts::all().unwrap().keys() {
        for more in [
            "preset = \"kdp\"\ntrim = \"4x6\"\nsolutions = \"beneath\"\nqr = true",
            "preset = \"kdp\"\ntrim = \"4x6\"\nper-page = 2\nids = true\nshares = true",
            "preset = \"home\"\ntrim = \"a5\"\nramp = true\nminutes = true",
            "preset = \"home\"\ntrim = \"a4\"\nlarge-print = true",
        ] {
            let wishes = format!("language = \"{language}\"\n{more}\nauthor = \"A. B.\"\n");
            let book = books(&wishes).unwrap().remove(0);
            let words = read::words(&book.pdf().unwrap()).unwrap();
            let over = overlaps(&words);
            assert!(over.is_empty(), "{wishes}{over:?}");
            let cut = words.iter().find(|it| it.text.ends_with("..."));
            assert!(cut.is_none(), "{wishes}{cut:?}");
        }
    }
}

#[test]
fn large_print_is_large_at_every_trim_or_refused() {
    let trims = [
        "a6", "4x6", "5x8", "a5", "5.5x8.5", "6x9", "7x10", "8x10", "8.5x11", "a4",
    ];
    let mut made = BTreeMap::new();
    for preset in ShopPreset::ALL.map(|it| it.shop().name) {
        for trim in trims {
            for solutions in ["back", "beneath"] {
                let wishes = format!(
                    "preset = \"{preset}\"\ntrim = \"{trim}\"\nlarge-print = true\nids = true\n\
                     minutes = true\nsolutions = \"{solutions}\"\n{}",
                    match preset {
                        "newspaper" => "",
                        _ => "author = \"A\"\npublisher = \"B\"\ntitle = \"Sudoku Again\"\n",
                    }
                );
                match books(&wishes) {
                    Ok(books) => {
                        is_large(&books[0], &wishes);
                        *made.entry(solutions).or_insert(0) += 1;
                    }
                    Err(error) => {
                        let said = error.to_string();
                        let small = [
                            "the minimum is 16 pt",
                            "no grid fits whose digits have 16 pt",
                        ];
                        let small = small.iter().any(|words| said.contains(words));
                        let reason = small && said.contains("such as");
                        let shop = said.contains("takes no") || said.contains("does not print");
                        assert!(reason || shop, "{wishes}{said}");
                    }
                }
            }
        }
    }
    assert!(made["back"] > 30 && made["beneath"] > 10, "{made:?}");
}

/// Asserts that each page has one puzzle, and that all words except running heads have at least 16 pt.
fn is_large(book: &Book, wishes: &str) {
    let mut pages: Vec<usize> = book.lines().iter().map(|line| line.page).collect();
    pages.dedup();
    assert_eq!(pages.len(), book.lines().len(), "{wishes}");
    let words = read::words(&book.pdf().unwrap()).unwrap();
    for page in words.chunk_by(|a, b| a.page == b.page) {
        let top = page.iter().map(|it| it.bounds[1]).fold(0.0, f64::max);
        for it in page.iter().filter(|it| it.size < 15.99) {
            let is_head = it.text == "Sudoku Again" && it.bounds[1] > top - 1.0;
            assert!(is_head, "{wishes}page {}: {it:?}", it.page);
        }
    }
}

/// Makes a book with the program, and returns its words as one text for each page.
pub(crate) fn text_of(folder: &Path, arguments: &str) -> Vec<String> {
    run_in(folder, &format!("book p {arguments} --force")).expect(0);
    let file = fs::read(folder.join("book.pdf")).unwrap();
    let words = read::words(&file).unwrap();
    let pages = words.chunk_by(|a, b| a.page == b.page);
    let text = |page: &[PrintedWords]| {
        let texts: Vec<&str> = page.iter().map(|it| it.text.as_str()).collect();
        texts.join("\n")
    };
    pages.map(text).collect()
}

#[test]
fn a_book_has_no_ids_minutes_or_shares_unless_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(
        at,
        "--profile book --count 3000 --per-level 12 --seed 3 --name p --out . --ratings time --quiet",
    )
    .expect(0);
    let pack = Pack::open(&at.join("p")).unwrap();
    let scheme = &pack.manifest().job.scheme;
    let easiest = scheme.levels().next().unwrap();
    let mut records = pack.records(easiest).unwrap();
    let id = Puzzle::of(&records.next().unwrap().unwrap(), scheme).short_id();
    let plain = text_of(at, "--preset home").join("\n");
    let full = text_of(at, "--preset home --ids --minutes --shares").join("\n");
    for words in [id.as_str(), " min", " % of the puzzles", "under 4 min"] {
        assert!(!plain.contains(words), "{words}");
        assert!(full.contains(words), "{words}");
    }
    // Of quicker ones the model knows nothing.
    for quick in ["1 min", "2 min", "3 min"] {
        assert!(
            !full
                .lines()
                .any(|line| line.ends_with(&format!(" {quick}"))),
            "{quick}"
        );
    }
    run_in(at, "--count 300 --seed 3 --name q --out . --quiet").expect(0);
    run_in(at, "book q --preset home --minutes")
        .expect(2)
        .complains(&["--ratings time"]);
}

#[test]
fn the_first_leaf_says_whose_book_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(
        at,
        "--count 3000 --per-level 12 --seed 3 --name p --out . --quiet",
    )
    .expect(0);
    let pages = text_of(
        at,
        "--preset home --title Evenings --subtitle Quiet --author Ada --publisher House \
         --isbn 978-3-16-148410-0 --date 2027-03-01",
    );
    assert_eq!(pages[0], "Evenings\nQuiet\nAda\nHouse");
    for words in [
        "© 2027 Ada",
        "Published by House",
        "All rights reserved",
        "ISBN 978-3-16-148410-0",
    ] {
        assert!(pages[1].contains(words), "{words} is not in {}", pages[1]);
    }
    for (wrong, words) in [
        (["--isbn", "978-3-16-148410-1"], &["should be 0"][..]),
        (["--isbn", "12"], &["ten digits"]),
        (["--title", ""], &["title is empty"]),
        (["--title", "  "], &["title is empty"]),
    ] {
        let words_of: Vec<&str> = ["book", "p", "--preset", "home", "-o", "w.pdf"]
            .into_iter()
            .chain(wrong)
            .collect();
        run_words(at, &words_of).expect(2).complains(words);
    }
    run_in(
        at,
        "book p --preset home --large-print --per-page 4 -o w.pdf",
    )
    .expect(2)
    .complains(&["--large-print", "--per-page"]);
    run_in(
        at,
        "book p --preset home --large-print --trim a6 --solutions beneath -o w.pdf",
    )
    .expect(2)
    .complains(&["16 pt or more", "such as 6x9"]);
    assert!(!at.join("w.pdf").exists());
}

#[test]
fn how_to_play_says_only_what_the_book_has() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let make = "--count 3000 --per-level 12 --seed 3 --name p --out . --quiet";
    run_in(at, make).expect(0);
    for (options, words, is_there) in [
        ("", "Each section of this book", true),
        ("--ramp", "Each section of this book", false),
        ("--language zh", "本书每一部分", true),
        ("--language zh --ramp", "本书每一部分", false),
        ("--ids", "with its solution as well", true),
        (
            "--ids --solutions beneath",
            "with its solution as well",
            false,
        ),
        ("--ids --solutions beneath", "are its name", true),
        ("", "D measures the difficulty", false),
        ("--difficulty", "D measures the difficulty", true),
        ("--difficulty --language zh", "D 是所需解法的难度", true),
    ] {
        let pages = text_of(at, &format!("--preset home {options}")).join("\n");
        let pages = pages.split_whitespace().collect::<Vec<_>>();
        let glue = if options.contains("zh") { "" } else { " " };
        let (text, words) = (
            pages.join(glue),
            words.replace(' ', if glue.is_empty() { "" } else { " " }),
        );
        assert_eq!(text.contains(&words), is_there, "{options}: {words}");
        assert!(!text.contains("{sections}"), "{options}");
    }
}

#[test]
fn options_that_cannot_apply_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let make = "--count 3000 --per-level 12 --seed 3 --name p --out . --quiet";
    run_in(at, make).expect(0);
    fs::write(at.join("link.toml"), "qr-link = \"https://example.org/\"").unwrap();
    fs::create_dir(at.join("folder")).unwrap();
    let isbn = "--isbn 978-3-16-148410-0";
    for (options, words) in [
        ("--settings link.toml --qr", &["{puzzle}", "{scf}"][..]),
        (
            "--order minutes",
            &["no minutes to sort by", "--ratings time"],
        ),
        (&format!("--volumes 2 {isbn}"), &["2 volumes", "its own"]),
        (&format!("--volumes 2 {isbn},9783161484100"), &["its own"]),
        (
            &format!("--preset newspaper --title T {isbn}"),
            &["newspaper", "--title, --isbn"],
        ),
        ("--trim 1x1", &["no grid fits", "--trim"]),
        ("-o missing/", &["there is no folder missing"]),
        ("-o folder", &["folder is a folder", "folder/book.pdf"]),
    ] {
        let preset = if options.contains("--preset") {
            ""
        } else {
            "--preset home"
        };
        let said = run_in(at, &format!("book p {preset} {options}")).expect(2);
        said.complains(words);
    }
    assert!(!at.join("missing").exists() && !at.join("book.pdf").exists());
    let two = format!("book p --preset home --volumes 2 {isbn},3-16-148410-X --svg drawn");
    run_in(at, &two).expect(0);
    for (volume, number) in [(1, "978-3-16-148410-0"), (2, "3-16-148410-X")] {
        let file = fs::read(at.join(format!("book-{volume}.pdf"))).unwrap();
        let words = read::words(&file).unwrap();
        let isbns = words.iter().filter(|it| it.text.starts_with("ISBN"));
        let isbns: Vec<&str> = isbns.map(|it| it.text.as_str()).collect();
        assert_eq!(isbns, [format!("ISBN {number}")]);
    }
    let page = fs::read_to_string(at.join("drawn/1-0001.svg")).unwrap();
    assert!(page.contains("viewBox=\"0 0 "), "{}", &page[..200]);
}
