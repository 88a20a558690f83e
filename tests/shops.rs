//! Tests the presets for print shops: the sizes and page counts that each shop accepts, and the checks of files
//! before they go to press.

use crate::factory::{run_in, run_words};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::print::book::{self, BookSettings, Puzzle};
use sudoku_factory::print::{PaperStock, ShopPreset, preflight};

#[test]
fn turned_pages_and_encryption_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let size = (612.0, 792.0);
    fs::write(at("upright.pdf"), blank_with(2, size, "/Rotate 0", "")).unwrap();
    fs::write(at("turned.pdf"), blank_with(2, size, "/Rotate 90", "")).unwrap();
    let upright = run_in(folder.path(), "preflight upright.pdf --preset home").expect(0);
    assert!(!upright.out.contains("turned by"), "{}", upright.out);
    let turned = run_in(folder.path(), "preflight turned.pdf --preset home").expect(4);
    let said = "pages 1, 2: it is turned by 90° (Rotate)";
    assert!(turned.out.contains(said), "{}", turned.out);

    // Its pages may be hidden in streams that nobody reads without the key.
    let locked = blank_with(2, size, "", "/Encrypt << /Filter /Standard >>");
    let hidden = String::from_utf8(locked.clone()).unwrap();
    let hidden = hidden.replace("/Pages 2 0 R", "/Pages 9 0 R");
    for (name, file) in [("a.pdf", locked), ("b.pdf", hidden.into_bytes())] {
        fs::write(at(name), file).unwrap();
        let said = run_in(folder.path(), &format!("preflight {name}")).expect(4);
        assert_eq!(said.out.lines().count(), 1, "{}", said.out);
        assert!(said.out.contains(": encryption"), "{}", said.out);
        let said = run_in(folder.path(), &format!("preflight {name} --json")).expect(4);
        let told: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(told["faults"].as_array().unwrap().len(), 1, "{told}");
    }
}

/// Makes a pack of 60 puzzles at `p` in a new folder.
fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let make = "--count 3000 --per-level 12 --seed 3 --name p --out . --quiet";
    run_in(folder.path(), make).expect(0);
    folder
}

/// Returns a PDF with this number of empty pages of this size in points.
fn blank(pages: usize, size: (f64, f64)) -> Vec<u8> {
    blank_with(pages, size, "", "")
}

/// Returns a PDF of empty pages of this size in points, with additional entries in every page and in the
/// trailer.
fn blank_with(pages: usize, (width, height): (f64, f64), entries: &str, trailer: &str) -> Vec<u8> {
    let kids: Vec<String> = (3..pages + 3).map(|n| format!("{n} 0 R")).collect();
    let page =
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] {entries} >>");
    let tree = format!(
        "<< /Type /Pages /Kids [{}] /Count {pages} >>",
        kids.join(" ")
    );
    let catalog = "<< /Type /Catalog /Pages 2 0 R >>".to_owned();
    let objects = [catalog, tree].into_iter().chain(vec![page; pages]);
    let mut file = "%PDF-1.4\n".to_owned();
    let mut table = "0000000000 65535 f \n".to_owned();
    for (number, object) in (1..).zip(objects) {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (file.len(), pages + 3);
    file += &format!("xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\n");
    file += &format!("startxref\n{start}\n%%EOF\n");
    file.into_bytes()
}

#[test]
fn a_size_that_the_shop_does_not_print_is_refused_with_the_nearest() {
    let folder = pack();
    for (preset, trim, words) in [
        ("kdp", "12x14", &["kdp", "12×14 in", "--trim 8.5x11.69"][..]),
        ("kdp", "11x8.5", &["11×8.5 in", "--trim 8.5x8.5"]),
        ("kdp", "3x3", &["3×3 in", "--trim 4x6"]),
        ("lulu", "8x10", &["lulu", "16 sizes", "--trim 7.44x9.68"]),
    ] {
        let book = format!("book p --preset {preset} --trim {trim}");
        run_in(folder.path(), &book).expect(2).complains(words);
    }
    assert!(!folder.path().join("book.pdf").exists());

    // A preflight refuses in any file what `factory book` refuses.
    let said = |preset: ShopPreset, file: &[u8]| {
        let checked = preflight::check(file, preset, PaperStock::White).unwrap();
        let said = checked.faults.iter().map(ToString::to_string);
        (said.collect::<Vec<_>>(), checked.not_checked)
    };
    for (width, height) in [(12.0, 14.0), (11.0, 8.5), (3.0, 3.0)] {
        let (faults, _) = said(ShopPreset::Kdp, &blank(24, (width * 72.0, height * 72.0)));
        assert!(faults[0].contains("kdp does not print"), "{faults:?}");
    }
    let (faults, _) = said(ShopPreset::Kdp, &blank(592, (612.0, 792.0)));
    assert_eq!(
        faults,
        ["592 pages are more than kdp prints at 8.5×11 in (590)"]
    );
    // Sheets with bleed and no word of their trim: 8.5×11.69 and 6×9 inches are left.
    for (preset, sheet) in [
        (ShopPreset::Kdp, (621.0, 859.68)),
        (ShopPreset::Lulu, (450.0, 666.0)),
    ] {
        assert_eq!(said(preset, &blank(32, sheet)).0, [] as [&str; 0]);
    }
    // Demands that are not known are named.
    for (preset, unknown) in [
        (ShopPreset::Kdp, &[][..]),
        (ShopPreset::Ingram, &["trim sizes of ingram: not known"][..]),
        (
            ShopPreset::Press,
            &["trim sizes of press", "page count of press: not known"],
        ),
        (ShopPreset::Home, &[]),
    ] {
        let (_, not_checked) = said(preset, &blank(24, (432.0, 648.0)));
        assert_eq!(not_checked.len(), unknown.len(), "{not_checked:?}");
        for (told, words) in not_checked.iter().zip(unknown) {
            assert!(told.contains(words), "{told}");
        }
    }
}

#[test]
fn a_book_says_whom_it_was_made_for_and_a_rule_is_told_once() {
    let folder = pack();
    let at = folder.path();
    run_in(at, "book p --preset press --paper cream -o book.pdf").expect(0);
    // Books of earlier releases are told by these words, too.
    let book = fs::read(at.join("book.pdf")).unwrap();
    for word in [&b"/Preset/press"[..], b"/Paper/cream"] {
        assert!(book.windows(word.len()).any(|it| it == word), "{word:?}");
    }
    let said = run_in(at, "preflight book.pdf").expect(0);
    assert!(
        said.out.contains("nothing that press would refuse"),
        "{}",
        said.out
    );
    let said = run_in(at, "preflight book.pdf --preset kdp").expect(4);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(
        lines[0].contains("made for press, checked for kdp"),
        "{}",
        lines[0]
    );
    assert!(lines.len() < 12, "{}", said.out);
    let beyond = lines.iter().filter(|line| line.contains("allows no marks"));
    assert!(
        beyond.clone().all(|line| line.contains(": pages 1–")),
        "{}",
        said.out
    );
    assert!(beyond.count() >= 1);

    let said = run_in(at, "preflight book.pdf --preset kdp --json").expect(4);
    let told: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&told["made_for"], &told["preset"]),
        (&"press".into(), &"kdp".into())
    );
    let pages = told["pages"].as_u64().unwrap();
    let faults = told["faults"].as_array().unwrap();
    let all = serde_json::json!([[1, pages]]);
    assert!(
        faults.iter().any(|fault| fault["pages"] == all),
        "{}",
        said.out
    );
    let rules: Vec<&Value> = faults.iter().map(|fault| &fault["rule"]).collect();
    assert!(
        rules
            .iter()
            .all(|rule| rules.iter().filter(|it| it == &rule).count() == 1)
    );

    fs::write(at.join("other.pdf"), blank(24, (432.0, 648.0))).unwrap();
    let said = run_in(at, "preflight other.pdf").expect(0);
    assert!(
        said.out.contains("checked for kdp (--preset"),
        "{}",
        said.out
    );
}

/// Returns the puzzles of the pack `times` times, each time with other ids.
fn many(folder: &Path, times: u8) -> (Vec<String>, Vec<Puzzle>) {
    let pack = sudoku_factory::pack::Pack::open(&folder.join("p")).unwrap();
    let scheme = &pack.manifest().job.scheme;
    let mut puzzles = Vec::new();
    for level in scheme.levels() {
        for record in pack.records(level).unwrap() {
            let puzzle = Puzzle::of(&record.unwrap(), scheme);
            puzzles.extend((0..times).map(|n| {
                let mut bytes = *puzzle.id.bytes();
                bytes[15] = bytes[15].wrapping_add(n);
                let id = PuzzleId::from_bytes(bytes);
                Puzzle {
                    id,
                    ..puzzle.clone()
                }
            }));
        }
    }
    (scheme.levels.clone(), puzzles)
}

#[test]
fn a_book_of_too_many_pages_names_options_that_work() {
    let folder = pack();
    let (levels, puzzles) = many(folder.path(), 50);
    let settings = |volumes| BookSettings {
        per_page: Some(2),
        volumes: Some(volumes),
        ..BookSettings::default()
    };
    let plan =
        |volumes, puzzles| book::volumes(&settings(volumes).job().unwrap(), &levels, puzzles);
    let said = plan(1, puzzles.clone()).unwrap_err().to_string();
    let after = |option: &str| -> usize {
        let rest = said
            .split(option)
            .nth(1)
            .unwrap_or_else(|| panic!("{said}"));
        let digits: String = rest
            .trim()
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        digits.parse().unwrap()
    };
    assert!(said.contains("kdp prints at 8.5×11 in (590)"), "{said}");
    assert!(plan(after("--volumes"), puzzles.clone()).is_ok(), "{said}");
    let (mut left, most) = (BTreeMap::new(), after("--per-level"));
    let mut fewer = puzzles;
    fewer.retain(|puzzle| {
        let count = left.entry(puzzle.level).or_insert(0);
        *count += 1;
        *count <= most
    });
    let books = plan(1, fewer).unwrap();
    assert!(
        books[0].page_count() > 500,
        "{} pages of {said}",
        books[0].page_count()
    );
}

/// Returns the levels of a book's puzzles, from the list beside the book.
fn levels_of(list: &Path) -> Vec<String> {
    let list: Value = serde_json::from_str(&fs::read_to_string(list).unwrap()).unwrap();
    let lines = list["puzzles"].as_array().unwrap().iter();
    lines
        .map(|line| line["level"].as_str().unwrap().to_owned())
        .collect()
}

/// The levels of the puzzles from Monday to Sunday.
const WEEK: [&str; 7] = [
    "easy",
    "easy",
    "fairly-easy",
    "fairly-easy",
    "moderate",
    "hard",
    "very-hard",
];

#[test]
fn weeks_keep_their_ramp_and_what_is_left_out_is_said_once() {
    let folder = pack();
    let at = folder.path();
    let week = WEEK;
    let said = run_in(at, "book p --preset home --ramp -o weeks.pdf").expect(0);
    let wanted = "easy lasts 6 weeks: 42 puzzles are printed and 18 left out (6 moderate, 6 hard, 6 very-hard)";
    assert_eq!(said.err.matches(wanted).count(), 1, "{}", said.err);
    let levels = levels_of(&at.join("weeks.json"));
    assert_eq!(levels.len(), 42);
    assert!(levels.chunks(7).all(|days| days == week), "{levels:?}");

    // A limit counts days, and volumes are dealt whole weeks.
    let said = run_in(at, "book p --preset home --ramp --limit 10 -o ten.pdf").expect(0);
    assert!(!said.err.contains("left out"), "{}", said.err);
    assert_eq!(
        levels_of(&at.join("ten.json")),
        [&week[..], &week[..3]].concat()
    );
    run_in(at, "book p --preset home --ramp --volumes 3 -o v.pdf").expect(0);
    for volume in 1..=3 {
        assert_eq!(
            levels_of(&at.join(format!("v-{volume}.json"))),
            [week, week].concat()
        );
    }
    // Where a level is missing, the days share the others, and that is said.
    let said = run_in(
        at,
        "book p --preset home --ramp --where level<5 -o four.pdf",
    )
    .expect(0);
    let wanted = "no puzzle is very-hard: the days from Monday are easy, easy, fairly-easy";
    assert!(said.err.contains(wanted), "{}", said.err);
}

#[test]
fn a_calendar_has_the_week_of_books_and_tells_at_once_what_is_missing() {
    let folder = pack();
    let at = folder.path();
    let week = WEEK;
    // The week is the same, also without any file; a day of the file is as it says.
    run_in(at, "calendar p --start 2027-03-01 --days 14 -o days").expect(0);
    let days = |folder: &str| -> Vec<String> {
        let index = fs::read_to_string(at.join(folder).join("index.csv")).unwrap();
        let level = |row: &str| row.split(',').nth(2).unwrap().to_owned();
        index.lines().skip(1).map(level).collect()
    };
    assert_eq!(days("days"), [week, week].concat());
    let own = format!(
        "{}\n[sunday]\nlevel = \"easy\"\n",
        include_str!("../config/week.toml")
    );
    fs::write(at.join("own.toml"), own).unwrap();
    run_in(
        at,
        "calendar p --start 2027-03-01 --days 7 --week own.toml -o own",
    )
    .expect(0);
    assert_eq!(days("own"), [&week[..6], &["easy"]].concat());

    // Missing puzzles of a year are reported at once, and the shorter calendar that is offered is
    // made.
    let year = "calendar p --start 2027-03-01 -o year --days";
    let wanted = [
        "last 42 of 365 days, to 2027-04-11",
        "--days 42",
        "93 easy",
        "40 moderate",
    ];
    run_in(at, &format!("{year} 365"))
        .expect(3)
        .complains(&wanted);
    assert!(!at.join("year").exists());
    run_in(at, &format!("{year} 42")).expect(0);
}

#[test]
fn scripts_that_cannot_be_set_are_refused_by_name_wherever_they_stand() {
    let folder = pack();
    let at = folder.path();
    for (option, text, words) in [
        ("--title", "سودوكو", &["the title", "Arabic", "U+0633"][..]),
        ("--author", "סודוקו", &["the author", "Hebrew"]),
        ("--title", "सुडोकू", &["Devanagari"]),
        ("--title", "ซูโดกุ", &["Thai"]),
        (
            "--title",
            "Cafe\u{301}",
            &["a mark on its letter (U+0301)", "one character"],
        ),
    ] {
        run_words(at, &["book", "p", option, text])
            .expect(2)
            .complains(words);
    }
    for (file, words) in [
        ("subtitle = \"سودوكو\"", &["the subtitle", "Arabic"][..]),
        (
            "[labels]\nsolutions = \"פתרונות\"",
            &["[labels]: solutions", "Hebrew"],
        ),
        (
            "[labels]\n\"levels.easy\" = \"ง่าย\"",
            &["[labels]: levels.easy", "Thai"],
        ),
        ("[labels]\nhow = \"\u{8611}\"", &["--font"]),
        (
            "[[front]]\ntext = \"قبل البداية\"",
            &["a page of your own", "Arabic"],
        ),
    ] {
        fs::write(at.join("b.toml"), file).unwrap();
        run_in(at, "book p --settings b.toml")
            .expect(2)
            .complains(words);
    }
    assert!(!at.join("book.pdf").exists());
    // Levels of a scheme of one's own are printed, too.
    let (mut levels, puzzles) = many(at, 1);
    levels[4] = "صعب".to_owned();
    let job = BookSettings::default().job().unwrap();
    let said = book::volumes(&job, &levels, puzzles)
        .unwrap_err()
        .to_string();
    assert!(said.contains("a level's name has Arabic letters"), "{said}");
}
