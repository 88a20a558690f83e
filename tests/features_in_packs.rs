//! Tests that jigsaws keep their regions, and puzzles with even and odd cells their marks, in ledgers, shards,
//! chosen packs and calendars. A ledger finds such puzzles only by id, because two puzzles with different regions
//! or marks can have the same givens.

use crate::factory::{bytes_of, run_in};
use crate::ledger::{LEDGER, sound};
use std::fs;
use std::path::Path;

const LAYOUTS: [&str; 2] = ["6x6+jigsaw", "6x6+even-odd"];

/// Makes two packs of a layout with one seed and one ledger, so that the second must replace the puzzles of the
/// first.
fn make(at: &Path, layout: &str) {
    for name in ["one", "two"] {
        run_in(
            at,
            &format!("--layout {layout} --count 900 --per-level 3 --seed 5 --ledger {LEDGER} --name {name} -q"),
        )
        .expect(0);
    }
}

#[test]
fn regions_and_marks_go_along() {
    for layout in LAYOUTS {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        make(at, layout);
        sound(at);
        run_in(at, "verify output/one output/two -q").expect(0);
        run_in(at, "take output/one output/two --per-level 4 --name few -q").expect(0);
        run_in(at, "verify output/few -q").expect(0);
        run_in(at, "calendar output/few --start 2027-01-01 --days 5").expect(0);
        let index = fs::read_to_string(at.join("calendar/index.csv")).unwrap();
        assert_eq!(index.lines().count(), 6, "{index}");
    }
}

#[test]
fn shards_make_the_pack_of_one_run() {
    for layout in LAYOUTS {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let job = format!("--layout {layout} --count 300 --seed 5");
        run_in(at, &format!("plan --run r {job} --shards 2 -q")).expect(0);
        for index in [1, 0] {
            run_in(
                at,
                &format!("shard --run r --index {index} --allowance 400 -q"),
            )
            .expect(0);
        }
        run_in(at, "merge --run r --name merged -q").expect(0);
        run_in(at, &format!("{job} --name alone -q")).expect(0);
        let [merged, alone] = ["merged", "alone"].map(|name| at.join("output").join(name));
        assert!(bytes_of(&merged) == bytes_of(&alone), "{layout}");
    }
}

#[test]
fn the_characters_of_a_puzzle_do_not_name_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for layout in LAYOUTS {
        make(at, layout);
        let word = ".".repeat(36);
        let query = run_in(at, &format!("ledger query --layout {layout} {word}")).expect(2);
        query.complains(&["ids only", layout]);
        fs::remove_dir_all(at.join("output")).unwrap();
    }
}
