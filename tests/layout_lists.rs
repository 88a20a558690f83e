//! Tests puzzles of layouts other than plain 9×9: read from other programs' files, taken from packs, and shuffled.

use crate::factory::{bytes_of, feed, run_in};
use insta::assert_snapshot;
use std::fs;
use std::path::Path;

const FORMATS: [&str; 6] = ["line", "csv", "jsonl", "f-puzzles", "sudokupad", "sgt"];

fn name_of(layout: &str) -> String {
    layout.replace(['/', '+'], "-")
}

/// Makes a pack of a layout and writes its puzzles in a format.
fn export(at: &Path, layout: &str, to: &str) -> String {
    let name = name_of(layout);
    run_in(
        at,
        &format!("--layout {layout} --count 12 --seed 4 --name {name} -q"),
    )
    .expect(0);
    run_in(at, &format!("export output/{name} --to {to}"))
        .expect(0)
        .out
}

/// Returns the ids of a pack's puzzles, sorted.
fn ids(at: &Path, pack: &str) -> Vec<String> {
    let said = run_in(at, &format!("export {pack} --to jsonl")).expect(0);
    let id = |line: &str| {
        let puzzle: serde_json::Value = serde_json::from_str(line).unwrap();
        puzzle["id"].as_str().unwrap().to_owned()
    };
    let mut ids: Vec<String> = said.out.lines().map(id).collect();
    ids.sort();
    ids
}

/// Returns the first line of the error output of `rate` for a list with an entry that it refuses.
fn refusal(at: &Path, layout: &str, list: &str) -> String {
    fs::write(at.join("list"), list).unwrap();
    let rated = run_in(at, &format!("rate --layout {layout} list")).expect(3);
    rated.err.lines().next().unwrap().to_owned()
}

#[test]
fn every_format_that_holds_a_layout_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for layout in [
        "6x6",
        "6x6/3x2",
        "9x9+x",
        "9x9+windows",
        "12x12",
        "16x16",
        "9x9+jigsaw",
        "8x8+x+jigsaw",
        "6x6+even-odd",
    ] {
        for to in FORMATS {
            if to == "sgt" && ["9x9+windows", "6x6+even-odd"].contains(&layout) {
                continue;
            }
            let list = export(at, layout, to);
            fs::write(at.join("list"), list).unwrap();
            let name = format!("{to}-{}", name_of(layout));
            let said = run_in(
                at,
                &format!("--layout {layout} --from list --name {name} -q"),
            )
            .expect(0);
            assert_eq!(said.err, "", "{to} of {layout}");
            let own = format!("output/{}", name_of(layout));
            assert_eq!(ids(at, &format!("output/{name}")), ids(at, &own));
            run_in(at, &format!("verify output/{name} -q")).expect(0);
        }
    }
}

#[test]
fn an_ipuz_file_is_read_with_its_regions() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for layout in ["9x9+jigsaw", "12x12", "16x16"] {
        let line = export(at, layout, "line");
        let list = line.lines().next().unwrap().to_owned() + "\n";
        let convert = format!("convert --layout {layout} --to");
        let ipuz = feed(at, &format!("{convert} ipuz"), list.as_bytes()).expect(0);
        let again = feed(at, &format!("{convert} line"), ipuz.out.as_bytes()).expect(0);
        assert_eq!(again.out, list);
    }
}

#[test]
fn entries_without_regions_or_marks_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let told = |layout: &str, list: &str| refusal(at, layout, list);
    let blank = ".".repeat(36);
    let cells = format!("{{\"puzzle\": \"{blank}\"");
    assert_snapshot!(told("6x6+jigsaw", &format!("{cells}}}\n")), @"factory: list: line 1: no regions for a puzzle of 6x6+jigsaw");
    assert_snapshot!(told("6x6+jigsaw", &format!("{cells}, \"regions\": \"{blank}\"}}\n")), @"factory: list: line 1: r1c1 holds '.': regions are named by letters and digits");
    assert_snapshot!(told("6x6+jigsaw", &format!("{cells}, \"regions\": \"AAAABBBBCCCCDDDD\"}}\n")), @"factory: list: line 1: region A, which begins at r1c1, is a whole row or column");
    assert_snapshot!(told("6x6+even-odd", &format!("{cells}}}\n")), @"factory: list: line 1: no marks for a puzzle of 6x6+even-odd");
    assert_snapshot!(told("6x6+even-odd", &format!("puzzle,marks\n{blank},oe\n")), @"factory: list: line 2: 2 marks, and 6x6+even-odd has 36 cells");
    assert_snapshot!(told("6x6+jigsaw", "6j:zj,zzb\n"), @"factory: list: line 1: the borders of the regions don't fit the board");
    assert_snapshot!(told("6x6+jigsaw", "6jx:zj,a\n"), @"factory: list: line 1: a puzzle of boxes and rules 6jx, not of 6x6+jigsaw");
    let marks = export(at, "6x6+even-odd", "csv");
    assert_snapshot!(told("6x6+x", &marks), @"factory: list: line 2: a puzzle of 6x6+even-odd, not of 6x6+x");
    let game = export(at, "6x6+even-odd", "f-puzzles");
    assert_snapshot!(told("6x6", &game), @"factory: list: line 1: a puzzle of a layout with the rule even-odd, not of 6x6");
    let row = format!("[{}]", ["{}"; 6].join(","));
    let grid = [row.as_str(); 6].join(",");
    let mark = r#"[{"cell": "R1C1"}]"#;
    let twice = format!("{{\"grid\": [{grid}], \"odd\": {mark}, \"even\": {mark}}}");
    assert_snapshot!(told("6x6+even-odd", &twice), @"factory: list: line 1: R1C1 is marked as odd and as even");
    let game = export(at, "6x6", "f-puzzles");
    assert_snapshot!(told("6x6+even-odd", &game), @"factory: list: line 1: a puzzle of a layout without the rule even-odd, not of 6x6+even-odd");
    let zone = r#"{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku/jigsawsudoku#1"], "zones": [{"cells": [[0, 1]]}], "puzzle": []}"#;
    assert_snapshot!(told("6x6+jigsaw", zone), @"factory: list: line 1: a zone lists [0,1], which is no cell");
    assert_snapshot!(told("6x6", zone), @r#"factory: list: line 1: a puzzle of the kind "http://ipuz.org/sudoku/jigsawsudoku#1", not of 6x6"#);
    let plain = zone.replace("/jigsawsudoku", "");
    assert_snapshot!(told("6x6", &plain), @"factory: list: line 1: a puzzle of regions of its own, not of 6x6");
    let killer = zone.replace("jigsaw", "killer");
    assert_snapshot!(told("6x6+jigsaw", &killer), @r#"factory: list: line 1: a puzzle of the kind "http://ipuz.org/sudoku/killersudoku#1", not of 6x6+jigsaw"#);
    assert_snapshot!(told("6x6+x", zone), @"factory: list: line 1: a puzzle of a layout without the rule x, not of 6x6+x");
}

#[test]
fn given_jigsaws_must_have_the_regions_of_the_job() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let list = export(at, "6x6+jigsaw", "line");
    fs::write(at.join("list"), &list).unwrap();
    let regions = list.lines().next().unwrap().split(' ').nth(1).unwrap();
    fs::write(at.join("regions"), regions).unwrap();
    let said = run_in(
        at,
        "--layout 6x6+jigsaw --regions regions --from list --name one",
    )
    .expect(3);
    assert!(
        said.err
            .contains("list: line 2: other regions than those of the job"),
        "{}",
        said.err
    );
    assert_eq!(ids(at, "output/one").len(), 1);
    run_in(at, "verify output/one -q").expect(0);
}

#[test]
fn entries_of_other_layouts_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let told = |layout: &str, list: &str| refusal(at, layout, list);
    let six = |to: &str| {
        let list = export(at, "6x6", to);
        list.lines().next_back().unwrap().to_owned() + "\n"
    };
    assert_snapshot!(told("6x6+x", &six("jsonl")), @"factory: list: line 1: a puzzle of 6x6, not of 6x6+x");
    assert_snapshot!(told("6x6/3x2", &six("sgt")), @"factory: list: line 1: a puzzle of boxes and rules 2x3, not of 6x6/3x2");
    assert_snapshot!(told("6x6/3x2", &six("f-puzzles")), @"factory: list: line 1: a puzzle of other boxes, not of 6x6/3x2");
    assert_snapshot!(told("6x6+x", &six("f-puzzles")), @"factory: list: line 1: a puzzle of a layout without the rule x, not of 6x6+x");
    assert_snapshot!(told("8x8", "puzzle,n\n12,3\n"), @"factory: list: line 2: expected 64 cells, found 2");
    assert_snapshot!(told("4x4", "2x2:a1b9l\n"), @"factory: list: line 1: expected 16 cells, found 17");
    let said = feed(at, "rate --layout 6x6 --lenient", b"x\n").expect(3);
    assert_snapshot!(said.err.trim_end(), @"factory: standard input: line 1: --lenient is for 9x9 only, and these are 6x6");
    fs::write(at.join("list"), ".".repeat(36) + "\n").unwrap();
    let said = run_in(at, "--layout 6x6 --from list --name empty").expect(3);
    assert!(
        said.err.contains("list: line 1: more than one solution"),
        "{}",
        said.err
    );
    run_in(at, "--layout 6x6 --from list --seed 3")
        .expect(2)
        .complains(&["--seed"]);
}

#[test]
fn puzzles_are_taken_once_and_from_one_layout() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    export(at, "6x6", "line");
    run_in(at, "--layout 6x6 --count 30 --seed 4 --name more -q").expect(0);
    let take = "take output/6x6 output/more --per-level 1 --name few";
    let said = run_in(at, take).expect(0);
    assert!(said.out.contains("3 puzzles"), "{}", said.out);
    let before = bytes_of(&at.join("output/few"));
    assert!(run_in(at, take).expect(0).out.contains("already made"));
    assert!(before == bytes_of(&at.join("output/few")));
    run_in(at, "take output/6x6 output/more --name all -q").expect(0);
    assert_eq!(ids(at, "output/all"), ids(at, "output/more"));
    run_in(at, "verify output/all -q").expect(0);
    run_in(
        at,
        "--layout 6x6 --count 9 --seed 4 --distinct drawing --name drawn -q",
    )
    .expect(0);
    run_in(at, "take output/6x6 output/drawn --name no")
        .expect(2)
        .complains(&["output/drawn", "--distinct"]);
    run_in(at, "--count 20 --seed 4 --name nine -q").expect(0);
    run_in(at, "take output/6x6 output/nine --name no")
        .expect(2)
        .complains(&["output/nine of 9x9"]);
    // What was shipped is left out.
    run_in(at, "ledger import output/6x6 output/more").expect(0);
    run_in(at, "export output/6x6 --to line --ship A --out a.txt").expect(0);
    let rest = "take output/more --ledger output/ledger.sqlite --name rest -q";
    run_in(at, rest).expect(0);
    let rest = ids(at, "output/rest");
    assert_eq!(
        rest.len() + ids(at, "output/6x6").len(),
        ids(at, "output/more").len()
    );
}

#[test]
fn shuffled_copies_of_a_layout_are_the_same_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for layout in [
        "6x6",
        "9x9+x",
        "10x10",
        "9x9+knight",
        "9x9+jigsaw",
        "6x6+even-odd",
        "6x6+jigsaw+even-odd",
    ] {
        let list = export(at, layout, "line");
        let shuffle = |seed: u32| {
            let shuffle = format!("shuffle --layout {layout} --count 3 --seed {seed}");
            feed(at, &shuffle, list.as_bytes()).expect(0).out
        };
        let copies = shuffle(1);
        assert_eq!(copies, shuffle(1));
        assert_ne!(copies, shuffle(2));
        assert_eq!(copies.lines().count(), 3 * list.lines().count());
        let unique = feed(
            at,
            &format!("canon --layout {layout} --unique"),
            (list.clone() + &copies).as_bytes(),
        );
        let unique = unique.expect(0).out;
        let words = |line: &str| line.split(' ').next().map(str::to_owned);
        let given = list.lines().filter_map(words);
        assert!(unique.lines().filter_map(words).eq(given), "{layout}");
    }
    let said = feed(
        at,
        "shuffle --layout 4x4 --seed 1 --json",
        b"1...............\n",
    );
    let object: serde_json::Value = serde_json::from_str(&said.expect(0).out).unwrap();
    assert_eq!(object["layout"], "4x4");
    assert_eq!(object["transform"]["cells"].as_array().unwrap().len(), 16);
}
