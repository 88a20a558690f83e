//! Tests book covers. The cover for each shop passes the check for this shop. Its size depends on the number of
//! pages and the paper. If a cover can't be printed, nothing is written.

use crate::factory::{run_in, run_words};
use std::fs;
use std::path::Path;
use sudoku_factory::print::read;

fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let make = "--count 3000 --per-level 40 --seed 3 --name p --out . --quiet";
    run_in(folder.path(), make).expect(0);
    folder
}

/// Returns a PNG image of one colour. It has eight bits for each of three colour channels if `kind` is 2, and
/// otherwise eight bits of grey.
fn png(width: u32, height: u32, kind: u8) -> Vec<u8> {
    let colours = if kind == 2 { 3 } else { 1 };
    let row = [&[0][..], &vec![90; width as usize * colours]].concat();
    let mut deflated = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut deflated, &row.repeat(height as usize)).unwrap();
    let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
    head.extend([8, kind, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, body) in [
        (b"IHDR", head),
        (b"IDAT", deflated.finish().unwrap()),
        (b"IEND", Vec::new()),
    ] {
        file.extend((body.len() as u32).to_be_bytes());
        let mut sum = crc32fast::Hasher::new();
        sum.update(name);
        sum.update(&body);
        file.extend([name.as_slice(), &body, &sum.finalize().to_be_bytes()].concat());
    }
    file
}

fn is_missing(at: &Path, name: &str) -> bool {
    !at.join(name).exists()
}

#[test]
fn every_shop_accepts_its_own_covers() {
    let folder = pack();
    let at = folder.path();
    fs::write(at.join("grey.png"), png(2000, 2000, 0)).unwrap();
    let isbn = "--isbn 978-3-16-148410-0";
    for (name, options) in [
        (
            "kdp",
            format!(
                "--preset kdp --trim 6x9 --design mosaic --palette sea {isbn} --price-code 50999"
            ),
        ),
        (
            "rgb",
            "--preset kdp --trim 6x9 --design digits --palette sunset --colours rgb".to_owned(),
        ),
        (
            "ingram",
            format!("--preset ingram --trim 6x9 --palette forest {isbn} --author Ada"),
        ),
        (
            "lulu",
            "--preset lulu --trim 6x9 --image grey.png --palette night".to_owned(),
        ),
        (
            "press",
            format!("--preset press {isbn} --language pl --series Seria --series-number 3"),
        ),
    ] {
        run_in(at, &format!("cover p {options} -o {name}.pdf")).expect(0);
        run_in(at, &format!("cover p {options} -o again.pdf --force")).expect(0);
        let bytes = fs::read(at.join(format!("{name}.pdf"))).unwrap();
        assert_eq!(bytes, fs::read(at.join("again.pdf")).unwrap(), "{name}");
        let checked = run_in(at, &format!("preflight {name}.pdf")).expect(0);
        assert!(checked.out.contains(": 1 page, nothing"), "{}", checked.out);
        let has = |name: &[u8]| bytes.windows(name.len()).any(|window| window == name);
        assert_eq!(has(b"DeviceGray"), name == "lulu");
    }
    // 60 pages have no words on the spine, 300 have; the check knows both from the file alone.
    for pages in [60, 300] {
        let said = format!("cover p --trim 6x9 --pages {pages} -o n.pdf --force");
        run_in(at, &said).expect(0);
        run_in(at, &format!("preflight n.pdf --cover {pages} --trim 6x9")).expect(0);
        let wrong = run_in(at, "preflight n.pdf --cover 500 --trim 6x9").expect(4);
        assert!(
            wrong
                .out
                .contains("500 pages of 6×9 in need 13.126×9.000 in"),
            "{}",
            wrong.out
        );
    }
    run_in(at, "book p --preset home --cover home.pdf")
        .expect(2)
        .complains(&["home binds no books"]);
    assert!(is_missing(at, "book.pdf") && is_missing(at, "home.pdf"));
    run_in(
        at,
        "book p --trim 6x9 --per-page 1 --cover c.pdf --volumes 2",
    )
    .expect(0);
    assert!(at.join("c-1.pdf").exists() && at.join("c-2.pdf").exists());
}

/// The author's name is never cut off on a cover. It is smaller than the title on a spine that has just enough room
/// for a title, and it may take two lines on the front.
#[test]
fn authors_names_are_whole_on_any_cover() {
    let folder = pack();
    let at = folder.path();
    let author = "Annegret Großschönau und Hans-Joachim Schmidt";
    for (pages, author) in [(114, "Jörg"), (120, "Jörg"), (126, author), (200, author)] {
        let options = format!("cover p --preset kdp --trim 6x9 --pages {pages} --force");
        let mut words: Vec<&str> = options.split(' ').collect();
        words.extend(["--title", "Sudoku", "--author", author]);
        run_words(at, &words).expect(0);
        let texts = read::words(&fs::read(at.join("cover.pdf")).unwrap()).unwrap();
        let texts: Vec<String> = texts.into_iter().map(|it| it.text).collect();
        let shown = texts.join(" ");
        assert!(shown.contains(author), "{pages} pages: {shown}");
        assert!(!shown.contains('…') && !shown.contains("..."), "{shown}");
    }
}

#[test]
fn what_cannot_be_a_cover_is_told_in_a_line() {
    let folder = pack();
    let at = folder.path();
    fs::write(at.join("small.png"), png(20, 20, 0)).unwrap();
    fs::write(at.join("rgb.png"), png(2000, 2000, 2)).unwrap();
    fs::write(at.join("alpha.png"), png(20, 20, 6)).unwrap();
    fs::write(at.join("cut.jpg"), b"\xff\xd8\xff\xe0\x00").unwrap();
    let short = b"\xff\xd8\xff\xc0\x00\x0b\x08\x07\xd0\x07\xd0\x01\x01\x11\x00";
    fs::write(at.join("no-end.jpg"), short).unwrap();
    // The head tells of more rows than there are.
    let mut few = png(2000, 1000, 0);
    few[16..24].copy_from_slice(&[0, 0, 7, 208, 0, 0, 7, 208]);
    fs::write(at.join("few.png"), few).unwrap();
    fs::write(at.join("words.png"), "words").unwrap();
    for (options, words) in [
        ("--design stars", &["grid", "mosaic"][..]),
        ("--palette red", &["--palette", "sunset"]),
        ("--palette #ffffff,#eeeeee", &["contrast"]),
        ("--preset ingram --colours rgb", &["ingram", "CMYK"]),
        ("--preset home", &["home", "binds no books"]),
        (
            "--isbn 978-3-16-148410-1",
            &["978-3-16-148410-1", "should be 0"],
        ),
        ("--price-code 50999", &["--isbn"]),
        (
            "--isbn 978-3-16-148410-0 --price-code 509",
            &["--price-code", "five digits"],
        ),
        ("--image small.png", &["20×20 pixels", "needed"]),
        ("--image rgb.png", &["rgb.png", "CMYK"]),
        ("--image alpha.png", &["alpha.png", "alpha channel"]),
        ("--image cut.jpg", &["cut.jpg", "damaged"]),
        ("--image no-end.jpg", &["no-end.jpg", "damaged"]),
        ("--image few.png", &["few.png", "damaged"]),
        ("--image words.png", &["words.png", "neither JPEG nor PNG"]),
        ("--pages 4", &["24"]),
        ("-o -", &["--out"]),
    ] {
        run_in(at, &format!("cover p {options}"))
            .expect(2)
            .complains(words);
        assert!(is_missing(at, "cover.pdf"), "{options}");
    }
    let long = "word ".repeat(9000);
    for (option, text, said) in [
        ("--title", long.as_str(), "too long"),
        ("--blurb", long.as_str(), "blurb is too long"),
        ("--series", "\u{8611}", "the series"),
    ] {
        run_words(at, &["cover", "p", option, text])
            .expect(2)
            .complains(&[said]);
        assert!(is_missing(at, "cover.pdf"));
    }
}
