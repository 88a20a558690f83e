//! Tests books with pictures in place of digits: they are drawn in every kind of file and read back, and what can't be
//! printed is refused with a message that names the file.

use crate::factory::run_in;
use crate::printing::pack;
use std::fs;
use std::path::Path;
use sudoku_factory::print::read;

/// The folder with the pictures that the documentation uses as symbols.
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/books/symbols");

/// Returns an SVG file with this content.
fn svg(content: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{content}</svg>\n")
}

/// Writes pictures of this number of different bars, `1.svg` and so on.
fn bars(folder: &Path, count: usize) {
    fs::create_dir_all(folder).unwrap();
    for n in 1..=count {
        let bar = svg(&format!("<rect width='9' height='{n}'/>"));
        fs::write(folder.join(format!("{n}.svg")), bar).unwrap();
    }
}

#[test]
fn pictures_are_read_back_as_the_digits_that_they_stand_for() {
    let folder = pack();
    let at = folder.path();
    for (n, options) in [
        "press",
        "ingram --bleed",
        "kdp --solutions beneath",
        "lulu",
        "tablet",
    ]
    .iter()
    .enumerate()
    {
        let book = format!("book p --preset {options} --limit 30 --per-page 1 --trim 6x9");
        run_in(at, &format!("{book} -o plain{n}.pdf")).expect(0);
        run_in(at, &format!("{book} --symbols {PICTURES} -o {n}.pdf")).expect(0);
        run_in(at, &format!("{book} --symbols {PICTURES} -o again{n}.pdf")).expect(0);
        let bytes = fs::read(at.join(format!("{n}.pdf"))).unwrap();
        assert!(bytes == fs::read(at.join(format!("again{n}.pdf"))).unwrap());
        let plain = fs::read(at.join(format!("plain{n}.pdf"))).unwrap();
        let boards = |bytes: &[u8]| {
            let grids = read::grids(bytes).unwrap().into_iter();
            let mut all: Vec<_> = grids
                .filter_map(|it| Some((it.number?, it.is_full, it.board()?)))
                .collect();
            all.sort_by_key(|it| (it.0, it.1));
            all
        };
        assert_eq!(boards(&bytes).len(), 60, "{options}");
        assert_eq!(boards(&bytes), boards(&plain), "{options}");
        // Pictures are no text: the digits are nowhere in the grids.
        let is_digit = |text: &str| text.len() == 1 && text != "0";
        let words = read::words(&bytes).unwrap();
        let found = words.iter().filter(|it| is_digit(&it.text)).count();
        let printed = read::words(&plain).unwrap();
        let usual = printed.iter().filter(|it| is_digit(&it.text)).count();
        assert!(usual > 60 * 20 && found < 60 * 5, "{found} of {usual}");
        run_in(at, &format!("preflight {n}.pdf --against p")).expect(0);
    }
}

#[test]
fn pictures_are_in_epubs_drawings_boards_and_other_layouts() {
    let folder = pack();
    let at = folder.path();
    let book = format!("book p --preset home --per-level 2 --symbols {PICTURES}");
    run_in(
        at,
        &format!("{book} --worked 1 --techniques --hints --svg pages -o w.pdf"),
    )
    .expect(0);
    let pages = fs::read_dir(at.join("pages")).unwrap();
    let drawn = pages.map(|it| fs::read_to_string(it.unwrap().path()).unwrap());
    assert!(drawn.into_iter().any(|it| it.contains("<use href=\"#p8\"")));
    run_in(
        at,
        &format!("book p --preset epub --per-level 2 --symbols {PICTURES} -o b.epub"),
    )
    .expect(0);
    let make = "--layout 4x4 --per-level 2 --seed 3 --name four --out . --quiet";
    run_in(at, make).expect(0);
    bars(&at.join("bars"), 4);
    fs::write(
        at.join("list.txt"),
        "bars/4.svg\nbars/2.svg\n\nbars/1.svg\nbars/3.svg\n",
    )
    .unwrap();
    for symbols in ["bars", "list.txt"] {
        let book =
            format!("book four --preset home --trim a5 --symbols {symbols} -o {symbols}.pdf");
        run_in(at, &book).expect(0);
    }
    // A list has an order of its own.
    let [one, other] = ["bars.pdf", "list.txt.pdf"].map(|it| fs::read(at.join(it)).unwrap());
    assert!(one != other);
}

#[test]
fn a_style_sheet_brings_pictures_into_calendars_and_exports() {
    let folder = pack();
    let at = folder.path();
    bars(&at.join("bars"), 9);
    fs::write(at.join("style.toml"), "symbols = 'bars'\n").unwrap();
    fs::write(
        at.join("week.toml"),
        "trim = '90x110mm'\nname = '{date}-{kind}'\nformats = ['pdf', 'svg']\n\
         language = 'en'\nstyle = 'style.toml'\n",
    )
    .unwrap();
    let calendar =
        "calendar p --start 2027-03-01 --days 7 --week week.toml --kinds puzzle,box,week -o days";
    run_in(at, calendar).expect(0);
    let grids = read::grids(&fs::read(at.join("days/2027-03-01-week.pdf")).unwrap()).unwrap();
    assert_eq!(grids.len(), 7);
    assert!(
        grids
            .iter()
            .all(|it| it.values.iter().any(|value| *value > 0))
    );
    for format in ["svg", "png", "pdf"] {
        let export = "export p --limit 1 --pairs --style";
        run_in(
            at,
            &format!("{export} style.toml --to {format} -o {format}"),
        )
        .expect(0);
    }
    let drawn = fs::read_to_string(at.join("svg/001-solution.svg")).unwrap();
    assert_eq!(drawn.matches("<use href=\"#p").count(), 81);
    bars(&at.join("eight"), 8);
    fs::write(at.join("few.toml"), "symbols = 'eight'\n").unwrap();
    fs::write(at.join("both.toml"), "symbols = 'bars'\ndigits = 'thai'\n").unwrap();
    for (sheet, said) in [
        ("few.toml", "eight: it has 8 pictures, not 9"),
        ("both.toml", "both replace the digits"),
    ] {
        run_in(
            at,
            &format!("export p --to svg --limit 1 --style {sheet} -o no"),
        )
        .expect(2)
        .complains(&[said]);
        assert!(!at.join("no").exists());
    }
}

/// Checks that books with these symbols are refused with one line, and that no file is written.
fn refused(at: &Path, symbols: &str, said: &str) {
    let book = format!("book p --preset home --symbols {symbols} -o no.pdf");
    let run = run_in(at, &book).expect(2);
    assert!(run.err.contains(said), "{symbols}: {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{symbols}: {}", run.err);
    assert!(!at.join("no.pdf").exists() && !at.join("no.json").exists());
}

#[test]
fn too_many_or_too_few_pictures_are_refused() {
    let folder = pack();
    let at = folder.path();
    for (name, count) in [("eight", 8), ("ten", 10), ("many", 26), ("gone", 8)] {
        bars(&at.join(name), count);
    }
    fs::create_dir(at.join("none")).unwrap();
    fs::write(at.join("mixed.txt"), "eight/1.svg\nA\n").unwrap();
    fs::write(at.join("gone.txt"), "gone/1.svg\ngone/nothere.svg\n").unwrap();
    for (symbols, said) in [
        ("eight", "eight: it has 8 pictures, not 9"),
        ("ten", "ten: it has 10 pictures, not 9"),
        ("many", "many: it has 26 pictures, not 1 to 25"),
        ("none", "none: the folder has no SVG files"),
        ("mixed.txt", "\"A\" is not the name of an SVG file"),
        (
            "eight/1.svg",
            "eight/1.svg: it is one picture: name a folder",
        ),
        ("gone.txt", "cannot read gone/nothere.svg"),
        ("nothere", "cannot read nothere"),
    ] {
        refused(at, symbols, said);
    }
}

#[test]
fn pictures_that_can_not_be_printed_are_refused_with_their_file() {
    let folder = pack();
    let at = folder.path();
    let detailed = format!("<path d='M0 0{}'/>", "L9 9 1 2".repeat(30_000));
    for (name, content, said) in [
        (
            "same",
            svg("<rect width='9' height='1'/>"),
            "it has the same picture as same/1.svg",
        ),
        ("blank", svg(""), "it paints nothing"),
        (
            "text",
            svg("<text>1</text>"),
            "the element text is not supported",
        ),
        (
            "gradient",
            svg("<rect width='9' height='9' fill='url(#g)'/>"),
            "rect: fill is url(#g)",
        ),
        ("script", svg("<script>x()</script>"), "the element script"),
        (
            "broken",
            "<svg><g></svg>".to_owned(),
            "it is not an SVG file",
        ),
        (
            "lines",
            "<svg></s\n\u{1b}vg>".to_owned(),
            "it is not an SVG file: ill-formed document: expected `</svg>`, but `</s\u{FFFD}\u{FFFD}vg>`",
        ),
        ("words", "no picture".to_owned(), "it is not an SVG file"),
        (
            "large",
            svg(&"x".repeat(1_000_000)),
            "it has 1001 kB, and a picture may have 1000 kB",
        ),
        ("detailed", svg(&detailed), "it has 60001 lines and curves"),
    ] {
        bars(&at.join(name), 8);
        fs::write(at.join(name).join("9.svg"), content).unwrap();
        refused(at, name, &format!("{name}/9.svg: {said}"));
    }
    bars(&at.join("latin"), 8);
    fs::write(at.join("latin/9.svg"), b"<svg><!-- \xff --></svg>").unwrap();
    refused(at, "latin", "latin/9.svg: it is not an SVG file");
}
