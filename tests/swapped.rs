//! Tests a pack in which the file of one level was replaced by an intact file of another pack. Every command that
//! reads the pack reports the file and writes nothing.

use crate::factory::{run_in, run_words};
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::Level;
use sudoku_factory::pack::{FileDifference, Pack, PackError};

const LEVEL: &str = "3-moderate.pack";

/// Makes the packs `a` and `b` of one size in `output`, and replaces the moderate puzzles of `a` by those of
/// `b`.
fn swap(folder: &Path) {
    for (name, seed) in [("a", 1), ("b", 2)] {
        let job = format!("--per-level 6 --seed {seed} --name {name} -q");
        run_in(folder, &job).expect(0);
    }
    let [to, from] = ["a", "b"].map(|name| folder.join("output").join(name).join(LEVEL));
    assert_eq!(
        fs::metadata(&to).unwrap().len(),
        fs::metadata(&from).unwrap().len()
    );
    fs::copy(from, to).unwrap();
}

/// Returns the names of the files in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_reader_of_a_pack_refuses_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    swap(at);
    let before = (names(at), names(&at.join("output")));
    for command in [
        "export output/a --to csv -o a.csv",
        "export output/a --to sdm -o a.sdm --level moderate --limit 1",
        "export output/a --to csv -o sorted.csv --sort d",
        "export output/a --to svg -o pictures",
        "export output/a --to jsonl",
        "export output/a --to jsonl -o -",
        "export output/a --to jsonl -o /dev/stdout",
        "book output/a -o book.pdf",
        "book output/a --per-level 2 -o book.pdf",
        "take output/a --level moderate --name t",
        "take output/a --limit 14 --name t",
        "stats output/a",
        "show output/a --level moderate --limit 1",
        "show output/a --json",
    ] {
        let said = run_in(at, command).expect(65);
        said.complains(&[LEVEL]);
        assert_eq!(said.out, "", "{command}");
        assert_eq!(
            (names(at), names(&at.join("output"))),
            before,
            "{command} leaves nothing"
        );
    }
    // Levels before it are read, and the other pack as it is.
    run_in(at, "export output/a --to csv --level easy").expect(0);
    run_in(at, "export output/b --to csv").expect(0);
}

#[test]
fn it_comes_into_no_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    swap(at);
    let ledger = ["--ledger", "output/ledger.sqlite"];
    let import = |pack| run_words(at, &["ledger", "import", ledger[0], ledger[1], pack]);
    import("output/b").expect(0);
    import("output/a").expect(65).complains(&[LEVEL, "BLAKE3"]);
    let said = run_in(at, "ledger query").expect(0);
    assert!(said.out.contains("30 puzzles in 1 pack"), "{}", said.out);
}

/// Reading the ids of a level checks the digest of its file, and reading a single record checks the size of the
/// file.
#[test]
fn ids_are_proven_and_sizes_compared() {
    let folder = tempfile::tempdir().unwrap();
    swap(folder.path());
    let place = folder.path().join("output/a");
    let pack = Pack::open(&place).unwrap();
    let difference = |error| match error {
        PackError::Differs { difference, .. } => difference,
        other => panic!("{other}"),
    };
    let swapped = pack.ids(Level::MODERATE).unwrap_err();
    assert_eq!(difference(swapped), FileDifference::Hash);
    assert_eq!(pack.ids(Level::EASY).unwrap().len(), 6);
    let all: Vec<_> = pack.records(Level::MODERATE).unwrap().collect();
    assert_eq!(all.len(), 7, "six records, then the error");
    assert!(all[..6].iter().all(Result::is_ok) && all[6].is_err());
    let mut bytes = fs::read(place.join(LEVEL)).unwrap();
    bytes.push(0);
    fs::write(place.join(LEVEL), bytes).unwrap();
    let longer = pack.record_at(Level::MODERATE, 1).unwrap_err();
    assert!(matches!(difference(longer), FileDifference::Size { .. }));
    let longer = pack.records(Level::MODERATE).unwrap_err();
    assert!(matches!(difference(longer), FileDifference::Size { .. }));
}
