//! Tests packs and lists whose puzzles have features of their own: regions of a jigsaw, and marks for even and odd.

use crate::factory::{feed, run_in};
use crate::layout_output::assert_clauses_counted;
use insta::assert_snapshot;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use sudoku_factory::print::read;

fn make(at: &Path, layout: &str, count: u64, name: &str) {
    let line = format!("--layout {layout} --count {count} --seed 4 --name {name} -q");
    run_in(at, &line).expect(0);
}

/// Returns the JSON object of each puzzle of a pack.
fn objects(at: &Path, name: &str) -> Vec<Value> {
    let lines = run_in(at, &format!("export output/{name} --to jsonl"))
        .expect(0)
        .out;
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const REGIONS: &str = "AAABBB\nACCCBB\nAADCBE\nFDDCCE\nFFDDDE\nFFFEEE\n";

#[test]
fn packs_are_the_same_with_any_threads_and_are_proved() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for layout in ["9x9+jigsaw", "6x6+even-odd", "8x8+x+jigsaw+even-odd"] {
        let job = format!("--layout {layout} --count 40 --seed 2 -q --name");
        run_in(at, &format!("{job} one --threads 1")).expect(0);
        run_in(at, &format!("{job} two --threads 3")).expect(0);
        for file in fs::read_dir(at.join("output/one")).unwrap() {
            let file = file.unwrap().file_name();
            let bytes = |pack: &str| fs::read(at.join("output").join(pack).join(&file)).unwrap();
            assert!(
                file == "run.json" || bytes("one") == bytes("two"),
                "{file:?}"
            );
        }
        let said = run_in(at, "verify output/one --spot-check 4").expect(0);
        assert!(said.out.contains("nothing wrong"), "{}", said.out);
        let list = at.join("output/one/2-singles.txt");
        let list = if list.exists() {
            list
        } else {
            at.join("output/one/1-singles.txt")
        };
        let text = fs::read_to_string(&list).unwrap();
        // A list whose last mark or region is another than the record's.
        let last = text.trim_end().chars().next_back().unwrap();
        let other = if last == '.' { "o\n" } else { ".\n" };
        fs::write(&list, format!("{}{other}", &text[..text.len() - 2])).unwrap();
        run_in(at, "verify output/one").expect(4);
        for name in ["one", "two"] {
            fs::remove_dir_all(at.join("output").join(name)).unwrap();
        }
    }
}

/// Returns the texts of all lists of a pack, joined. A pack has one list for each level.
fn list_of(at: &Path, name: &str) -> String {
    let files = fs::read_dir(at.join("output").join(name)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let lists = paths.filter(|path| path.extension().is_some_and(|it| it == "txt"));
    lists
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

#[test]
fn each_jigsaw_has_regions_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "9x9+jigsaw", 30, "j");
    let made = objects(at, "j");
    let regions: HashSet<&str> = made
        .iter()
        .map(|it| it["regions"].as_str().unwrap())
        .collect();
    assert_eq!(regions.len(), made.len());
    for line in &regions {
        let mut counts = BTreeMap::new();
        for letter in line.chars() {
            *counts.entry(letter).or_insert(0) += 1;
        }
        assert!(
            counts.len() == 9 && counts.values().all(|&count| count == 9),
            "{line}"
        );
    }
    // The lists of the pack are read again with their regions.
    let list = list_of(at, "j");
    let rated = feed(at, "rate --layout 9x9+jigsaw --json", list.as_bytes())
        .expect(0)
        .out;
    let rated: Vec<Value> = rated
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(rated.len(), made.len());
    for made in &made {
        let same = rated
            .iter()
            .find(|it| it["id"] == made["id"])
            .expect("its id");
        for field in [
            "puzzle",
            "solution",
            "level",
            "score",
            "hardest",
            "techniques",
            "clues",
            "regions",
        ] {
            assert_eq!(made[field], same[field], "{field}");
        }
    }
}

#[test]
fn jigsaws_of_a_list_are_solved_identified_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "9x9+jigsaw", 20, "j");
    let made = objects(at, "j");
    let list = list_of(at, "j");
    let solved = feed(at, "solve --layout 9x9+jigsaw", list.as_bytes())
        .expect(0)
        .out;
    assert_eq!(solved.matches("the only solution").count(), made.len());
    // A puzzle turned by half, and its regions with it, is a repeat.
    let turned = |word: &str| word.chars().rev().collect::<String>();
    let turned: String = list
        .lines()
        .map(|line| line.split(' ').map(turned).collect::<Vec<_>>().join(",") + "\n")
        .collect();
    let unique = feed(
        at,
        "canon --layout 9x9+jigsaw --unique",
        (list.clone() + &turned).as_bytes(),
    );
    assert_eq!(unique.expect(0).out.lines().count(), made.len());
    let stats: Value =
        serde_json::from_str(&run_in(at, "stats output/j --json").expect(0).out).unwrap();
    let counted = stats["levels"].as_array().unwrap().iter();
    assert_eq!(
        counted
            .map(|it| it["puzzles"].as_u64().unwrap())
            .sum::<u64>(),
        made.len() as u64
    );
}

#[test]
fn a_file_draws_the_regions_of_all_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("six.txt"), REGIONS).unwrap();
    run_in(
        at,
        "--layout 6x6+jigsaw --regions six.txt --count 30 --seed 1 --name p -q",
    )
    .expect(0);
    let drawn = REGIONS.replace('\n', "");
    let manifest = fs::read_to_string(at.join("output/p/pack.json")).unwrap();
    assert!(
        manifest.contains(&format!(r#""regions": "{drawn}""#)),
        "{manifest}"
    );
    let made = objects(at, "p");
    assert!(made.len() > 20 && made.iter().all(|it| it["regions"] == *drawn));
    let said = run_in(at, "verify output/p --spot-check 3").expect(0);
    assert!(said.out.contains("nothing wrong"), "{}", said.out);
    run_in(at, "extend output/p --count 60 --name longer -q").expect(0);
    assert!(
        objects(at, "longer")
            .iter()
            .all(|it| it["regions"] == *drawn)
    );
    let puzzles: Vec<&str> = made
        .iter()
        .map(|it| it["puzzle"].as_str().unwrap())
        .collect();
    let solve = "solve --layout 6x6+jigsaw --regions six.txt";
    let solved = feed(at, solve, puzzles.join("\n").as_bytes()).expect(0).out;
    assert_eq!(solved.matches("the only solution").count(), made.len());
}

#[test]
fn bad_regions_are_refused_with_the_cell() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let refused = |layout: &str, text: &str| {
        fs::write(at.join("r.txt"), text).unwrap();
        let said = run_in(at, &format!("--layout {layout} --regions r.txt --count 5")).expect(2);
        assert!(!at.join("output").exists(), "nothing is written");
        said.err.trim_end().to_owned()
    };
    let six = "6x6+jigsaw";
    assert_snapshot!(refused(six, &REGIONS.replace("FFFEEE", "FFFEE")), @"factory: r.txt: line 6 has 5 letters, and line 1 has 6");
    assert_snapshot!(refused(six, "AAABBB\nAAABBB\n"), @"factory: r.txt: 2 lines of 6 letters are no board: expected 6 lines");
    assert_snapshot!(refused(six, ""), @"factory: r.txt: 0 cells are no square board: expected n lines of n letters, with n from 4 to 25");
    assert_snapshot!(refused(six, &REGIONS.replace("ACCCBB", "A?CCBB")), @"factory: r.txt: r2c2 holds '?': regions are named by letters and digits");
    assert_snapshot!(refused(six, &REGIONS.replace("FFDDDE", "FFFDDE")), @"factory: r.txt: region F has too many cells: r6c3 is its cell 7, and each region has 6");
    assert_snapshot!(refused(six, &REGIONS.replace("AAABBB", "XAABBB")), @"factory: r.txt: region X, which begins at r1c1, has too few cells: 1, and each region has 6");
    assert_snapshot!(refused(six, &REGIONS.replace("AAABBB", "AABABB").replace("ACCCBB", "BCCCAB")), @"factory: r.txt: region A is not connected: no path within it leads from r1c1 to r1c4");
    assert_snapshot!(refused(six, "AAAAAA\nBBBBBB\nCCCCCC\nDDDDDD\nEEEEEE\nFFFFFF\n"), @"factory: r.txt: region A, which begins at r1c1, is a whole row or column");
    assert_snapshot!(refused("9x9+jigsaw", REGIONS), @"factory: r.txt has the regions of 6x6, not of 9x9+jigsaw");
    assert_snapshot!(refused("6x6", REGIONS), @"factory: --regions draws the regions of a jigsaw: give a layout that has them, such as --layout 9x9+jigsaw");
    let without = "AAADBB\nAAADBB\nCCCDBB\nCCCDDF\nEEEFDF\nEEEFFF\n";
    assert_snapshot!(refused(six, without), @"factory: r.txt: no full grid has these regions, or none is found with bounded effort: draw them otherwise");
    assert_snapshot!(run_in(at, "--regions r.txt --count 5").expect(2).err.trim_end(), @"factory: --regions draws the regions of a jigsaw: give a layout that has them, such as --layout 9x9+jigsaw");
    run_in(at, "--layout 6x6+jigsaw --regions none.txt --count 5")
        .expect(2)
        .complains(&["none.txt"]);
    let said = |options: &str| {
        run_in(at, &format!("--count 5 {options}"))
            .expect(2)
            .err
            .trim_end()
            .to_owned()
    };
    assert_snapshot!(said("--layout 4x4+jigsaw"), @"factory: 4x4 is too small for jigsaw, which begins at 6x6");
    assert_snapshot!(said("--layout 16x16+jigsaw"), @"factory: 16x16+jigsaw is too large to be proved by factory verify: layouts with further rules are made up to 12x12");
    assert_snapshot!(said("--layout 9x9+jigsaw+windows"), @"factory: windows lie between boxes, and jigsaw has none: leave one of them out");
}

#[test]
fn bad_lines_are_refused_with_their_number() {
    let folder = tempfile::tempdir().unwrap();
    let rate = |layout: &str, text: &str| {
        feed(
            folder.path(),
            &format!("rate --layout {layout}"),
            text.as_bytes(),
        )
        .expect(3)
        .err
        .trim_end()
        .to_owned()
    };
    let (blank, regions) = (".".repeat(36), REGIONS.replace('\n', ""));
    assert_snapshot!(rate("6x6+jigsaw", &blank), @"factory: standard input: line 1: expected PUZZLE REGIONS of 6x6+jigsaw, found 1 word");
    assert_snapshot!(rate("6x6+jigsaw", &format!("# a remark\n{blank} {}", &regions[1..])), @"factory: standard input: line 2: 35 characters, and 6x6+jigsaw has 36 cells");
    assert_snapshot!(rate("6x6+jigsaw", &format!("{blank},{blank}")), @"factory: standard input: line 1: r1c1 holds '.': regions are named by letters and digits");
    assert_snapshot!(rate("6x6+even-odd", &format!("{blank} {regions}")), @"factory: standard input: line 1: marks are o for odd, e for even and a dot for none");
    assert_snapshot!(rate("6x6+even-odd", &format!("{}9 {blank}", &blank[1..])), @"factory: standard input: line 1: cell 36: expected a digit of 6x6 (1-6) or a blank (. 0 _ * X), found '9'");
    fs::write(folder.path().join("r.txt"), REGIONS).unwrap();
    for command in ["rate", "canon", "solve"] {
        for layout in ["9x9", "6x6"] {
            let line = format!("{command} --layout {layout} --regions r.txt none.txt");
            run_in(folder.path(), &line)
                .expect(2)
                .complains(&["regions"]);
        }
    }
    let twice = format!("11{} {regions}", &blank[2..]);
    let said = feed(folder.path(), "rate --layout 6x6+jigsaw", twice.as_bytes())
        .expect(0)
        .out;
    assert_snapshot!(said.trim_end(), @"11.................................. AAABBBACCCBBAADCBEFDDCCEFFDDDEFFFEEE  no solution");
}

#[test]
fn formats_hold_regions_and_marks_or_refuse_them_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "9x9+jigsaw", 10, "j");
    make(at, "6x6+even-odd", 10, "e");
    let one =
        |to: &str, pack: &str| run_in(at, &format!("export output/{pack} --to {to} --limit 1"));
    let jigsaw = &objects(at, "j")[0];
    let marked = &objects(at, "e")[0];
    let line = one("line", "j").expect(0).out;
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    assert_eq!(
        words,
        [
            jigsaw["puzzle"].as_str().unwrap(),
            jigsaw["regions"].as_str().unwrap()
        ]
    );
    for (pack, column) in [("j", &jigsaw["regions"]), ("e", &marked["marks"])] {
        let csv = one("csv", pack).expect(0).out;
        assert!(
            csv.lines()
                .next()
                .unwrap()
                .ends_with(",techniques,regions,marks"),
            "{csv}"
        );
        assert!(
            csv.lines()
                .nth(1)
                .unwrap()
                .contains(column.as_str().unwrap()),
            "{csv}"
        );
        let formula = one("cnf", pack).expect(0).out;
        assert_clauses_counted(&formula);
        for link in ["f-puzzles", "sudokupad"] {
            one(link, pack).expect(0);
        }
        // A picture as PDF is read back before it is written.
        run_in(
            at,
            &format!("export output/{pack} --to pdf --solution --out {pack}-pictures"),
        )
        .expect(0);
    }
}

#[test]
fn games_of_other_programs_have_the_regions() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "9x9+jigsaw", 10, "j");
    make(at, "6x6+even-odd", 10, "e");
    let one =
        |to: &str, pack: &str| run_in(at, &format!("export output/{pack} --to {to} --limit 1"));
    let jigsaw = &objects(at, "j")[0];
    let id = one("sgt", "j").expect(0).out;
    assert_eq!(
        regions_of_id(&id),
        jigsaw["regions"].as_str().unwrap(),
        "{id}"
    );
    let ipuz: Value = serde_json::from_str(&one("ipuz", "j").expect(0).out).unwrap();
    assert_eq!(ipuz["zones"].as_array().unwrap().len(), 9);
    assert_snapshot!(one("ipuz", "e").expect(2).err.trim_end(), @"factory: ipuz has no place for the rule even-odd of 6x6+even-odd: take csv, jsonl, f-puzzles or pencilmark");
    assert_snapshot!(one("sgt", "e").expect(2).err.trim_end(), @"factory: sgt has no place for the rule even-odd of 6x6+even-odd: take csv, jsonl, f-puzzles or pencilmark");
    let shown = run_in(at, "show output/j --limit 1").expect(0).out;
    assert_eq!(shown.trim_end().lines().skip(2).count(), 19);
    let shown = run_in(at, "show output/e --limit 1").expect(0).out;
    assert!(shown.contains(" o") || shown.contains(" e"), "{shown}");
}

/// Returns the region letters of a *Solo* game id, by joining all cells that have no border between them.
fn regions_of_id(id: &str) -> String {
    let borders = id.trim_end().split(',').nth(1).expect("its borders");
    let mut edges = Vec::new();
    for letter in borders.bytes() {
        let run = if letter == b'_' {
            0
        } else {
            usize::from(letter - b'a') + 1
        };
        edges.extend(vec![false; run.min(25)]);
        edges.extend((letter != b'z').then_some(true));
    }
    assert_eq!(edges.len(), 145, "two times 72 edges, and the end");
    let mut region: Vec<usize> = (0..81).collect();
    for (edge, _) in edges[..144]
        .iter()
        .enumerate()
        .filter(|(_, is_border)| !**is_border)
    {
        let (line, place) = (edge / 8 % 9, edge % 8);
        let two = match edge < 72 {
            true => [line * 9 + place, line * 9 + place + 1],
            false => [place * 9 + line, place * 9 + 9 + line],
        };
        let [low, high] = two.map(|cell| region[cell]);
        region
            .iter_mut()
            .filter(|it| **it == high)
            .for_each(|it| *it = low);
    }
    let mut names: Vec<usize> = Vec::new();
    let letter = |root: &usize| {
        let place = names
            .iter()
            .position(|it| it == root)
            .unwrap_or(names.len());
        if place == names.len() {
            names.push(*root);
        }
        char::from(b'A' + place as u8)
    };
    region.iter().map(letter).collect()
}

#[test]
fn a_book_holds_the_grids_of_jigsaws_and_marked_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "9x9+jigsaw", 8, "j");
    make(at, "6x6+even-odd", 8, "e");
    let packs = "output/j output/e";
    let said = run_in(
        at,
        &format!("book {packs} --preset home --trim 8.5x11 --out b.pdf"),
    )
    .expect(0);
    assert!(said.out.contains("every grid is right"), "{}", said.out);
    let grids = read::grids(&fs::read(at.join("b.pdf")).unwrap()).unwrap();
    let numbered = grids.iter().filter(|grid| grid.number.is_some()).count();
    assert_eq!(
        numbered,
        2 * (objects(at, "j").len() + objects(at, "e").len())
    );
    run_in(at, &format!("preflight b.pdf --against {packs}")).expect(0);
    for language in ["zh", "ja", "pl"] {
        run_in(
            at,
            &format!(
                "book {packs} --language {language} --preset home --trim 8.5x11 --out {language}.pdf"
            ),
        )
        .expect(0);
    }
}
