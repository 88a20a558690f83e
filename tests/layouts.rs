//! Tests packs of layouts other than 9×9: such packs are made, resumed after a kill, verified and shown, and
//! commands that work only for 9×9 refuse them.

use crate::factory::{run_in, run_till_killed};
use insta::assert_snapshot;
use std::fs;
use std::path::Path;

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap();
    let named = entries.map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read(path).unwrap())
    });
    let mut files: Vec<_> = named.filter(|(name, _)| name != "run.json").collect();
    files.sort();
    files
}

const JOB: &str = "--layout 6x6 --level singles=60,more=2 --seed 5 --json";

#[test]
fn threads_and_kills_change_no_byte_of_a_pack() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, &format!("{JOB} --name one --threads 1")).expect(0);
    run_in(at, &format!("{JOB} --name two --threads 3")).expect(0);
    let one = files(&at.join("output/one"));
    let names: Vec<&str> = one.iter().map(|(name, _)| name.as_str()).collect();
    assert_snapshot!(names.join(" "), @"1-singles.pack 1-singles.txt 2-locked-and-pairs.pack 2-locked-and-pairs.txt 3-more.pack 3-more.txt pack.json");
    assert_eq!(one, files(&at.join("output/two")));
    let large = "--layout 6x6 --level singles=9000 --seed 5 --name";
    run_in(at, &format!("{large} whole")).expect(0);
    run_till_killed(at, &format!("{large} killed"), 700);
    assert!(at.join("output/killed.part").exists(), "it was killed");
    run_in(at, &format!("{large} killed")).expect(0);
    assert_eq!(
        files(&at.join("output/whole")),
        files(&at.join("output/killed"))
    );
    let again = run_in(at, &format!("{JOB} --name one")).expect(0);
    assert!(again.out.contains("already"), "{}", again.out);
}

#[test]
fn packs_are_proved_and_faults_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (name, layout, count) in [
        ("six", "6x6 --shape 3x2", 40),
        ("diagonals", "9x9+x", 6),
        ("knight", "9x9+knight", 4),
        ("sixteen", "16x16", 4),
        ("twenty", "20x20", 4),
        ("four", "4x4 --distinct drawing", 200),
    ] {
        run_in(
            at,
            &format!("--layout {layout} --count {count} --seed 1 --name {name} -q"),
        )
        .expect(0);
        let said = run_in(at, &format!("verify output/{name} --spot-check 3")).expect(0);
        assert!(said.out.contains("nothing wrong"), "{}", said.out);
    }
    let manifest = fs::read_to_string(at.join("output/six/pack.json")).unwrap();
    assert!(manifest.contains(r#""layout": "6x6/3x2""#) && manifest.contains(r#""schema": 3"#));
    let manifest = fs::read_to_string(at.join("output/four/pack.json")).unwrap();
    assert!(manifest.contains(r#""distinct": "drawing""#));
    // A list whose puzzle is another than the record's.
    let list = at.join("output/six/1-singles.txt");
    let text = fs::read_to_string(&list).unwrap();
    fs::write(&list, text.replacen('1', "2", 1)).unwrap();
    run_in(at, "verify output/six").expect(4);
}

#[test]
fn puzzles_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--layout 6x6 --level singles=3 --seed 1 --name p -q").expect(0);
    let said = run_in(at, "show output/p").expect(0);
    assert!(
        said.out.contains("seed 1, 6x6, scheme size-6"),
        "{}",
        said.out
    );
    let said = run_in(at, "show output/p --limit 1 --solution").expect(0);
    let rows: Vec<&str> = said.out.trim_end().lines().skip(2).collect();
    assert_eq!(
        rows.len(),
        17,
        "two boards of six rows, with two lines each between boxes"
    );
    assert_eq!(rows[0].len(), 13);
    let said = run_in(at, "show output/p --level singles --json").expect(0);
    assert_eq!(said.out.lines().count(), 3);
    assert!(said.out.contains(r#""layout":"6x6""#));
    run_in(at, "show output/p --where clues>3")
        .expect(2)
        .complains(&["--where is for 9x9 only"]);
}

#[test]
fn what_knows_9x9_only_refuses_other_layouts_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--layout 6x6 --level singles=3 --seed 1 --name p -q").expect(0);
    let refused = |options: &str| {
        let said = run_in(at, &format!("--count 5 {options}")).expect(2);
        said.err.trim_end().to_owned()
    };
    assert_snapshot!(refused("--layout 6x6 --symmetry rotate180"), @"factory: --symmetry is for 9x9 only, not for 6x6: leave one of them out");
    assert_snapshot!(refused("--layout 6x6 --scheme time"), @"factory: --scheme is for 9x9 only, not for 6x6: leave one of them out");
    assert_snapshot!(refused("--layout 7x7").split(": ").nth(1).unwrap(), @"no board of 7x7 has boxes");
    assert_snapshot!(refused("--distinct drawing"), @"factory: --distinct drawing is for layouts other than 9x9: give --layout, too, such as --layout 4x4");
    assert_snapshot!(refused("--layout 16x16+x"), @"factory: 16x16+x is too large to be proved by factory verify: layouts with further rules are made up to 12x12");
    assert_snapshot!(refused("--layout 9x9+y"), @r#"factory: no rule is called "y"; the rules are x, windows, knight, king, jigsaw, even-odd"#);
    assert_snapshot!(refused("--layout 6x6 --shape 3x3"), @"factory: boxes of 3x3 make a board of 9x9, not of 6x6");
    assert_snapshot!(refused("--layout 6x6 --seed-cells 5"), @"factory: --seed-cells is for 9x9 only, not for 6x6: leave one of them out");
    assert_snapshot!(refused("--layout 6x6/3x2 --shape 2x3"), @"factory: --shape 2x3 contradicts --layout 6x6/3x2: leave out one of the shapes");
    assert_snapshot!(refused("--shape 3x3"), @"factory: --shape turns the boxes of a layout: give --layout, too, such as --layout 6x6");
    assert_snapshot!(refused("--layout 6x6+x+knight+king"), @"factory: no full grid of 6x6+x+knight+king was found within the effort that one may take: it may have none");
    run_in(at, "stats output/p --svg d")
        .expect(2)
        .complains(&["--svg is for 9x9 only"]);
}
