//! Tests puzzles and solutions as separate pictures, for people who lay out pages.

use crate::exporting::{EASY, PUZZLE};
use crate::factory::{feed, run_in};
use crate::shuffling::objects;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Returns the number of digits that an SVG picture shows in each font, in ascending order.
fn digits(svg: &str) -> Vec<usize> {
    let mut fonts: BTreeMap<&str, usize> = BTreeMap::new();
    for shown in svg.split("<use href=\"#").skip(1) {
        *fonts.entry(shown.split('-').next().unwrap()).or_default() += 1;
    }
    let mut counts: Vec<usize> = fonts.into_values().collect();
    counts.sort_unstable();
    counts
}

/// Returns the width and the height of a PNG file in dots.
fn dots(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "--per-level 10 --seed 3 --name p --quiet").expect(0);
    folder
}

#[test]
fn solutions_are_pictures_beside_their_puzzles() {
    let folder = pack();
    let at = folder.path();
    let export = "export output/p --level hard --skip 5 --limit 2 --solution";
    for format in ["svg", "png"] {
        run_in(at, &format!("{export} --to {format} -o {format}")).expect(0);
        let expected = [6, 7].map(|n| {
            let name = format!("4-hard-{n:06}");
            [
                format!("{name}-solution.{format}"),
                format!("{name}.{format}"),
            ]
        });
        assert_eq!(
            names(&at.join(format)),
            expected.concat(),
            "the numbers of the pack"
        );
    }
    let shown = run_in(at, "show output/p --level hard --skip 5 --limit 2 --json").expect(0);
    for (n, object) in (6..).zip(objects(&shown.out)) {
        let read = |name: &str| fs::read_to_string(at.join("svg").join(name)).unwrap();
        let puzzle = read(&format!("4-hard-{n:06}.svg"));
        let solution = read(&format!("4-hard-{n:06}-solution.svg"));
        let clues = object["clues"].as_u64().unwrap() as usize;
        assert_eq!(digits(&puzzle), [clues]);
        let mut both = [clues, 81 - clues];
        both.sort_unstable();
        assert_eq!(digits(&solution), both, "clues are bold");
        for (svg, field) in [(&puzzle, "puzzle"), (&solution, "solution")] {
            assert!(svg.contains(object[field].as_str().unwrap()), "{field}");
        }
        assert!(solution.contains(&format!("<title id=\"title\">Sudoku hard {n}, solution")));
    }
    for (wrong, word) in [
        ("--to svg --solution", "--out DIR"),
        ("--to csv --solution -o x", "svg, png or pdf"),
        ("--to svg --solution --no-solution -o x", "--no-solution"),
        ("--to csv --size 3in", "--size"),
        ("--to csv --dpi 300", "--dpi"),
        ("--to csv --caption", "--caption"),
        ("--to svg --size 3 -o x", "80mm"),
        ("--to svg --size 1km -o x", "80mm"),
        ("--to svg --size 1mm -o x", "80mm"),
        ("--to png --size 60000px --dpi 20 -o x", "80mm"),
        ("--to png --size 5000mm --dpi 2400 -o x", "too many dots"),
    ] {
        let said = run_in(at, &format!("export output/p --per-level 1 {wrong}"));
        assert!(said.code == 2 || said.code == 1, "{wrong}: {}", said.err);
        said.complains(&[word]);
    }
}

#[test]
fn pictures_have_the_size_that_is_asked_for() {
    let folder = pack();
    let at = folder.path();
    let export = |to: &str, more: &str| {
        let folder = format!("{to}{}", more.replace(' ', ""));
        run_in(
            at,
            &format!("export output/p --to {to} --limit 1 {more} -o {folder}"),
        )
        .expect(0);
        fs::read(at.join(folder).join(format!("1-easy-000001.{to}"))).unwrap()
    };
    assert_eq!(dots(&export("png", "")), (475, 475));
    assert_eq!(dots(&export("png", "--size 600px")), (600, 600));
    assert_eq!(dots(&export("png", "--size 601px --dpi 300")), (601, 601));
    assert_eq!(dots(&export("png", "--size 80mm --dpi 300")), (945, 945));
    let svg = |more: &str| String::from_utf8(export("svg", more)).unwrap();
    assert!(svg("").contains("width=\"228pt\" height=\"228pt\""));
    assert!(svg("--size 80mm").contains("width=\"226.77pt\" height=\"226.77pt\""));
    assert!(svg("--size 600px").contains("width=\"450pt\" height=\"450pt\""));
    // A caption needs a line: level and number stand above the grid.
    let (bare, captioned) = (svg("--size 8cm"), svg("--size 8cm --caption"));
    assert!(
        captioned.contains("width=\"226.77pt\" height=\"244.67pt\""),
        "{}",
        &captioned[..300]
    );
    let (bare, captioned) = (digits(&bare), digits(&captioned));
    let caption = captioned.iter().sum::<usize>() - bare.iter().sum::<usize>();
    assert_eq!(caption, "Easy 1".len());
}

#[test]
fn lists_have_pictures_of_their_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let list = format!("{EASY}\n{}\n{PUZZLE}\n", ".".repeat(81));
    let said = feed(at, "convert --to svg --solve -o pairs", list.as_bytes()).expect(0);
    let files = [
        "000001-solution.svg",
        "000001.svg",
        "000002.svg",
        "000003-solution.svg",
        "000003.svg",
    ];
    assert_eq!(
        names(&at.join("pairs")),
        files,
        "several solutions are none"
    );
    assert_eq!(said.out.lines().count(), files.len());
    feed(at, "convert --to svg --solve", EASY.as_bytes())
        .expect(2)
        .complains(&["--out DIR"]);
    let json = feed(at, "convert --to svg --solve --json", EASY.as_bytes()).expect(0);
    let object = &objects(&json.out)[0];
    assert_eq!(digits(object["text"].as_str().unwrap()), [30]);
    assert_eq!(digits(object["solution_text"].as_str().unwrap()), [30, 51]);
    let alone = feed(at, "convert --to svg --size 5cm", EASY.as_bytes()).expect(0);
    assert!(alone.out.contains("width=\"141.73pt\""));
}
