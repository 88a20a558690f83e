//! Tests texts and fonts of the user's own in books: they are used if they can be printed, and otherwise refused with
//! a message that names the file and the key.

use crate::factory::run_in;
use crate::printing::pack;
use std::fs;
use std::path::Path;

/// Returns the font with other embedding permissions (fsType, in the table OS/2).
fn permitting(font: &[u8], fs_type: u16) -> Vec<u8> {
    let mut font = font.to_vec();
    let tables = usize::from(u16::from_be_bytes([font[4], font[5]]));
    let records = (0..tables).map(|n| 12 + 16 * n);
    let record = records
        .clone()
        .find(|&at| &font[at..at + 4] == b"OS/2")
        .unwrap();
    let offset = u32::from_be_bytes(font[record + 8..record + 12].try_into().unwrap()) as usize;
    font[offset + 8..offset + 10].copy_from_slice(&fs_type.to_be_bytes());
    font
}

#[test]
fn a_font_that_forbids_embedding_is_refused() {
    let folder = pack();
    let at = folder.path();
    let font = include_bytes!("../assets/fonts/AtkinsonHyperlegible-Bold.ttf");
    fs::write(at.join("b.toml"), "preset = \"home\"\nfont = \"own.ttf\"\n").unwrap();
    for (fs_type, words) in [
        (0x0002, &["own.ttf", "forbids embedding (fsType)"][..]),
        (0x0100, &["own.ttf", "embedding in part"]),
        (0x0200, &["own.ttf", "forbids embedding"]),
    ] {
        fs::write(at.join("own.ttf"), permitting(font, fs_type)).unwrap();
        for book in [
            "book p --settings b.toml",
            "book p --preset home --font own.ttf",
        ] {
            run_in(at, book).expect(2).complains(words);
        }
        assert!(!at.join("book.pdf").exists() && !at.join("book.json").exists());
    }
    // One for preview and print may be embedded.
    fs::write(at.join("own.ttf"), permitting(font, 0x0004)).unwrap();
    run_in(at, "book p --settings b.toml --limit 8").expect(0);
    let printed = fs::read(at.join("book.pdf")).unwrap();
    let has = |name: &[u8]| printed.windows(name.len()).any(|window| window == name);
    assert!(has(b"+AtkinsonHyperlegible-Bold") && !has(b"+AtkinsonHyperlegible-Regular"));
}

#[test]
fn words_and_fonts_of_ones_own_are_taken_or_refused_with_their_place() {
    let folder = pack();
    let at = folder.path();
    let template = run_in(at, "book --list-texts --language pl").expect(0).out;
    fs::write(at.join("pl.toml"), &template).unwrap();
    run_in(at, "book p --preset home --language pl --limit 8 -o a.pdf").expect(0);
    run_in(
        at,
        "book p --preset home --texts pl.toml --limit 8 -o b.pdf",
    )
    .expect(0);
    assert_eq!(
        fs::read(at.join("a.pdf")).unwrap(),
        fs::read(at.join("b.pdf")).unwrap()
    );
    for (text, words) in [
        (
            "hwo = 'x'",
            &["t.toml: hwo is not the key of a text", "how"][..],
        ),
        (
            "printed = { one = 'x' }",
            &["t.toml: printed", "one, other"],
        ),
        (
            "how = '\u{8611}'",
            &["t.toml: how", "no font has", "\u{8611}", "--font"],
        ),
        ("how = '\u{645}'", &["t.toml: how", "Arabic"]),
        ("how = x", &["t.toml, line 1"]),
    ] {
        fs::write(at.join("t.toml"), text).unwrap();
        for command in [
            "book p --texts t.toml",
            "calendar p --start 2027-01-01 --days 1 --texts t.toml",
        ] {
            run_in(at, command).expect(2).complains(words);
        }
        assert!(!at.join("book.pdf").exists() && !at.join("calendar").exists());
    }
    fs::create_dir(at.join("family")).unwrap();
    let book = "book p --preset home --limit 8 --font family --force";
    run_in(at, book)
        .expect(2)
        .complains(&["family", "upright font for text"]);
    for name in ["AtkinsonHyperlegible-Regular", "AtkinsonHyperlegible-Bold"] {
        let file = format!("{name}.ttf");
        let from = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("assets/fonts")
            .join(&file);
        fs::copy(from, at.join("family").join(file)).unwrap();
    }
    run_in(at, book).expect(0);
    let printed = fs::read(at.join("book.pdf")).unwrap();
    let has = |name: &[u8]| printed.windows(name.len()).any(|window| window == name);
    assert!(has(b"+AtkinsonHyperlegible-Bold") && has(b"+AtkinsonHyperlegible-Regular"));
    let two = at.join("family/again.ttf");
    fs::copy(at.join("family/AtkinsonHyperlegible-Bold.ttf"), two).unwrap();
    run_in(at, book)
        .expect(2)
        .complains(&["are both bold", "again.ttf"]);
}
