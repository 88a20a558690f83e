//! Tests books for screens: follows the links in a PDF, and reads all files in an EPUB.

use crate::factory::run_in;
use quick_xml::events::Event;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use sudoku_factory::print::read;

fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let make = "--count 2000 --per-level 6 --seed 3 --name p --out . --quiet";
    run_in(folder.path(), make).expect(0);
    folder
}

/// Returns the page of each puzzle and the page of its solution, from the list beside a book.
fn pages(at: &Path, listing: &str) -> Vec<(usize, usize)> {
    let text = fs::read_to_string(at.join(listing)).unwrap();
    let listing: serde_json::Value = serde_json::from_str(&text).unwrap();
    let puzzles = listing["puzzles"].as_array().unwrap().iter();
    let page = |it: &serde_json::Value| usize::try_from(it.as_u64().unwrap()).unwrap();
    puzzles
        .map(|it| (page(&it["page"]), page(&it["solution_page"])))
        .collect()
}

#[test]
fn the_links_of_a_tablet_book_lead_there_and_back() {
    let folder = pack();
    let at = folder.path();
    run_in(at, "book p --preset tablet -o t.pdf").expect(0);
    run_in(at, "book p --preset tablet -o again.pdf").expect(0);
    let bytes = fs::read(at.join("t.pdf")).unwrap();
    assert!(bytes == fs::read(at.join("again.pdf")).unwrap());
    let links = read::links(&bytes).unwrap();
    let has = |from: usize, to: usize| links.iter().any(|it| (it.page, it.target) == (from, to));
    let pages = pages(at, "t.json");
    assert_eq!(pages.len(), 30);
    for &(puzzle, solution) in &pages {
        assert!(
            has(puzzle, solution) && has(solution, puzzle),
            "{puzzle} {solution}"
        );
    }
    // A link each way for every puzzle, and the contents' to five sections and the solutions.
    assert_eq!(links.len(), 2 * pages.len() + 6);
    run_in(at, "preflight t.pdf --against p").expect(0);
    // A print shop takes no links.
    let refused = run_in(at, "preflight t.pdf --preset home").expect(4);
    assert!(refused.out.contains("annotations"), "{}", refused.out);
    for preset in ["kdp", "ingram", "lulu", "press", "newspaper", "home"] {
        run_in(
            at,
            &format!("book p --preset {preset} --trim a5 --per-page 1 -o p.pdf --force"),
        );
        if let Ok(bytes) = fs::read(at.join("p.pdf")) {
            assert_eq!(read::links(&bytes).unwrap(), [], "{preset}");
        }
    }
}

#[test]
fn links_lead_from_a_puzzle_over_its_hints_to_its_solution() {
    let folder = pack();
    let at = folder.path();
    for options in ["", "--ids", "--per-page 4 --language pl"] {
        let book = format!("book p --preset tablet --hints --worked 1 {options} -o t.pdf --force");
        run_in(at, &book).expect(0);
        run_in(at, &book.replace("t.pdf", "again.pdf")).expect(0);
        let bytes = fs::read(at.join("t.pdf")).unwrap();
        assert!(bytes == fs::read(at.join("again.pdf")).unwrap());
        let pages = pages(at, "t.json");
        let links = read::links(&bytes).unwrap();
        let all_from = |from: usize| links.iter().filter(move |it| it.page == from);
        // From each puzzle to a page of hints, over two more hints to its solution, and from each hint back.
        let last_puzzle = pages.iter().map(|it| it.0).max().unwrap();
        let first_solution = pages.iter().map(|it| it.1).min().unwrap();
        let is_between = |page: usize| page > last_puzzle && page < first_solution;
        for &(puzzle, solution) in &pages {
            let hints = all_from(puzzle).filter(|it| is_between(it.target));
            let hints: Vec<usize> = hints.map(|it| it.target).collect();
            assert!(!hints.is_empty(), "{options}: {puzzle}");
            assert!(all_from(puzzle).any(|it| it.target == solution));
            let back = links
                .iter()
                .filter(|it| is_between(it.page) && it.target == puzzle);
            assert!(back.count() >= 3, "{options}: {puzzle}");
            let on = |it: &&read::FoundLink| is_between(it.page) && it.target == solution;
            assert!(links.iter().any(|it| on(&it)), "{options}: {solution}");
        }
        let of_hints = links.iter().filter(|it| is_between(it.page)).count();
        assert_eq!(of_hints, 6 * pages.len(), "{options}");
        // The contents lead to five sections, two parts and the solutions.
        let rest = links.len() - of_hints - 3 * pages.len();
        assert_eq!(rest, 8, "{options}");
        run_in(at, "preflight t.pdf --against p").expect(0);
    }
    run_in(at, "book p --preset epub --hints -o b.epub").expect(0);
    let files = unpacked(fs::read(at.join("b.epub")).unwrap());
    let all: Vec<String> = files
        .iter()
        .filter(|it| it.0.contains("/page-"))
        .flat_map(|it| values(&it.1, "a", "href"))
        .collect();
    // A link to the hints and one to the solution from each puzzle, one back, six of hints, and seven of the contents.
    assert_eq!(all.len(), 9 * 30 + 7);
    for target in all {
        assert!(
            files.iter().any(|it| it.0 == format!("EPUB/{target}")),
            "{target}"
        );
    }
}

/// Returns the files in an EPUB in their order.
fn unpacked(bytes: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut files = Vec::new();
    for n in 0..archive.len() {
        let mut file = archive.by_index(n).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        files.push((file.name().unwrap().into_owned(), bytes));
    }
    files
}

/// Returns the values of an attribute of all elements with this name, in order.
fn values(xml: &[u8], element: &str, attribute: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_reader(xml);
    let mut found = Vec::new();
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Eof => return found,
            Event::Start(start) | Event::Empty(start) if start.name().as_ref() == element => {
                let value = start.attributes().map(Result::unwrap);
                let mut value = value.filter(|it| it.key.as_ref() == attribute);
                found.extend(value.next().map(|it| it.value.to_string()));
            }
            _ => {}
        }
    }
}

#[test]
fn an_epub_holds_every_page_and_its_links_lead_there_and_back() {
    let folder = pack();
    let at = folder.path();
    run_in(
        at,
        "book p --preset epub --isbn 978-3-16-148410-0 --author Ada --title A&B",
    )
    .expect(0);
    run_in(
        at,
        "book p --preset epub --isbn 978-3-16-148410-0 --author Ada --title A&B -o x.epub",
    )
    .expect(0);
    let bytes = fs::read(at.join("book.epub")).unwrap();
    assert!(bytes == fs::read(at.join("x.epub")).unwrap());
    // The first file says what it is, not packed, at a known place.
    assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
    let listed = unpacked(bytes);
    let files: BTreeMap<&str, &[u8]> = listed
        .iter()
        .map(|(name, it)| (name.as_str(), &it[..]))
        .collect();
    let package = files["EPUB/package.opf"];
    let named = values(package, "item", "href");
    for name in &named {
        assert!(
            files.contains_key(format!("EPUB/{name}").as_str()),
            "{name}"
        );
    }
    // All files but the first two and the package itself.
    assert_eq!(named.len(), files.len() - 3);
    let said = String::from_utf8(package.to_vec()).unwrap();
    for words in [
        "urn:isbn:9783161484100",
        "<dc:title>A&amp;B</dc:title>",
        "pre-paginated",
    ] {
        assert!(said.contains(words), "{words}");
    }
    let page_of = |page: usize| format!("EPUB/page-{page:04}.xhtml");
    let links = |page: usize| values(files[page_of(page).as_str()], "a", "href");
    for (puzzle, solution) in pages(at, "book.epub.json") {
        let to = |page: usize| format!("page-{page:04}.xhtml");
        assert!(links(puzzle).contains(&to(solution)), "{puzzle}");
        assert!(links(solution).contains(&to(puzzle)), "{solution}");
    }
    // Readers of screens get the puzzles as text.
    run_in(at, "export p --to line -o all.txt").expect(0);
    let all: String = listed
        .iter()
        .filter(|it| it.0.ends_with("xhtml"))
        .map(|it| String::from_utf8_lossy(&it.1))
        .collect();
    for line in fs::read_to_string(at.join("all.txt")).unwrap().lines() {
        assert!(all.contains(&line[..81]));
    }
}

#[test]
fn what_a_screen_cannot_have_is_told_in_a_line() {
    let folder = pack();
    let at = folder.path();
    for (options, words) in [
        (
            "book p --preset tablet --standard x1a -o x.pdf",
            &["tablet", "PDF/X", "--standard"][..],
        ),
        ("book p --preset epub -o x.pdf", &["x.pdf", ".epub"]),
        (
            "book p --preset kdp --trim 6x9 --per-page 1 -o x.epub",
            &["x.epub", "--preset epub"],
        ),
        (
            "book p --preset epub --isbn 978-3-16-148410-1 -o x.epub",
            &["978-3-16-148410-1", "should be 0"],
        ),
        (
            "cover p --preset tablet -o x.pdf",
            &["tablet", "binds no books"],
        ),
    ] {
        run_in(at, options).expect(2).complains(words);
        assert!(
            !at.join("x.pdf").exists() && !at.join("x.epub").exists(),
            "{options}"
        );
    }
}
