//! Tests that packs and journals of older versions can still be read.

use crate::factory::{bytes_of, run_in};
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_factory::pack::Pack;
use sudoku_factory::verify::{VerifyOptions, verify};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden/format-1")
        .join(name)
}

#[test]
fn a_pack_of_format_1_is_read_and_proven() {
    let pack = Pack::open(&golden("pack")).unwrap();
    for level in pack.manifest().job.scheme.levels() {
        assert_eq!(pack.records(level).unwrap().count(), 4, "{level}");
    }
    let report = verify(&[golden("pack")], VerifyOptions::default(), &mut |_| ());
    assert_eq!((report.puzzles, report.findings), (20, vec![]));
}

#[test]
fn a_journal_of_format_1_is_carried_on() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("old/journal.part");
    fs::create_dir_all(&part).unwrap();
    fs::copy(golden("journal"), part.join("journal")).unwrap();
    let job = "--count 24 --create diagonal-all --seed 1 --name journal";
    let said = run_in(folder.path(), &format!("{job} --out old")).expect(0);
    assert!(said.err.contains("carrying on"), "{}", said.err);
    run_in(folder.path(), &format!("{job} --out new")).expect(0);
    let pack = |out: &str| bytes_of(&folder.path().join(out).join("journal"));
    assert!(pack("old") == pack("new"));
}
