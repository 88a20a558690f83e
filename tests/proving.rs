//! Tests `factory verify` on the command line: it skips other files beside the packs, allows a pack made by `factory
//! extend` to repeat the puzzles of the pack that it extends, and makes puzzles again from the seed.

use crate::factory::{Said, run_in, run_words};
use std::fs;
use std::path::Path;
use sudoku_factory::bucket::Level;
use sudoku_factory::pack::{
    Manifest, Pack, Record, RecordVersion, RecordWriter, pack_file, sdm_file,
};

/// Runs `factory verify` on everything in `output`, as a shell does for `output/*`.
fn verify_all(folder: &Path, options: &[&str]) -> Said {
    let entries = fs::read_dir(folder.join("output")).unwrap().flatten();
    let mut paths: Vec<String> = entries
        .map(|entry| format!("output/{}", entry.file_name().to_str().unwrap()))
        .collect();
    paths.sort();
    let paths = paths.iter().map(String::as_str);
    let words: Vec<&str> = ["verify"].into_iter().chain(paths).collect();
    run_words(folder, &[&words, options].concat())
}

#[test]
fn what_lies_beside_packs_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--per-level 4 --seed 1 --ledger output/ledger.sqlite -q --name";
    run_in(at, &format!("{job} mon")).expect(0);
    run_in(at, &format!("{job} tue")).expect(0);
    fs::write(at.join("output/book.pdf"), "a book").unwrap();
    fs::create_dir(at.join("output/pictures")).unwrap();
    let said = verify_all(at, &[]).expect(0);
    // ledger.sqlite, .lock, .last; the book and the folder of pictures.
    said.complains(&["5 other files skipped"]);
    assert!(said.out.contains("2 packs, 40 puzzles"), "{}", said.out);
    let said = verify_all(at, &["--json"]).expect(0);
    let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&object["skipped"], &object["packs"]),
        (&5.into(), &2.into())
    );
    assert_eq!(verify_all(at, &["--quiet"]).expect(0).err, "");
    for nothing in ["output/book.pdf", "output/pictures", "output/ledger.sqlite"] {
        run_words(at, &["verify", nothing])
            .expect(2)
            .complains(&[nothing, "pack: name the folder"]);
    }
    run_in(at, "verify output/mon output/wed")
        .expect(2)
        .complains(&["output/wed"]);
    // The remains of a pack do not count as another file.
    fs::remove_file(at.join("output/tue/pack.json")).unwrap();
    let said = verify_all(at, &[]).expect(4);
    assert!(said.out.contains("output/tue"), "{}", said.out);
    run_in(at, "verify output/tue").expect(4);
}

#[test]
fn a_full_pack_is_not_extended_and_a_longer_one_is_no_repeat() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--per-level 20 --seed 1 -q").expect(0);
    run_in(at, "extend output/sudoku-1 --count 200000")
        .expect(2)
        .complains(&[
            "every quota of output/sudoku-1 is full (20 per level)",
            "--per-level 30 makes more",
        ]);
    assert_eq!(fs::read_dir(at.join("output")).unwrap().count(), 1);
    run_in(
        at,
        "extend output/sudoku-1 --count 200000 --per-level 30 -q",
    )
    .expect(0);
    let said = verify_all(at, &[]).expect(0);
    let expected =
        "output/sudoku-1-to-200000 is a longer run of output/sudoku-1 and holds 100 puzzles of it";
    assert!(said.out.contains(expected), "{}", said.out);
    // Whichever comes first.
    let turned = "verify output/sudoku-1-to-200000 output/sudoku-1";
    let said = run_in(at, turned).expect(0);
    assert!(said.out.contains(expected), "{}", said.out);
    // A copy is one.
    run_in(at, "--per-level 20 --seed 1 -q --name copy").expect(0);
    for packs in [
        "output/sudoku-1 output/copy",
        "output/sudoku-1-to-200000 output/sudoku-1 output/copy",
        "output/sudoku-1 output/sudoku-1-to-200000 output/copy",
    ] {
        let said = run_in(at, &format!("verify {packs}")).expect(4);
        assert!(said.out.contains("100 wrong"), "{packs}: {}", said.out);
    }
}

/// Changes a manifest and seals it again, with the true sizes and hashes of the pack's files.
pub fn reseal(pack: &Path, edit: impl FnOnce(&mut Manifest)) {
    let path = pack.join("pack.json");
    let mut manifest = Manifest::from_text(&fs::read(&path).unwrap()).unwrap();
    for file in &mut manifest.files {
        let bytes = fs::read(pack.join(&file.name)).unwrap();
        file.bytes = bytes.len() as u64;
        file.blake3 = blake3::hash(&bytes).to_string();
    }
    edit(&mut manifest);
    fs::write(path, manifest.to_text().unwrap()).unwrap();
}

/// Makes a pack in `output/a` whose levels are all full.
fn made(folder: &Path) -> std::path::PathBuf {
    run_in(folder, "--per-level 20 --seed 1 -q --name a").expect(0);
    folder.join("output/a")
}

#[test]
fn puzzles_of_another_seed_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let pack = made(at);
    let said = run_in(at, "verify output/a").expect(0);
    assert!(said.out.contains("16 of them regenerated"), "{}", said.out);
    reseal(&pack, |manifest| manifest.job.seed = 2);
    run_in(at, "verify output/a --spot-check 0").expect(0);
    let said = run_in(at, "verify output/a --spot-check 3").expect(4);
    let expected = "is not of the job: its seed gives another puzzle";
    assert!(said.out.contains(expected), "{}", said.out);
    run_in(at, "verify output/a").expect(4);
}

/// Removes the third puzzle from the files of a level.
fn drop_third(pack: &Path, level: Level) {
    let opened = Pack::open(pack).unwrap();
    let scheme = &opened.manifest().job.scheme;
    let all: Vec<Record> = opened.records(level).unwrap().map(Result::unwrap).collect();
    let mut writer = RecordWriter::new(Vec::new(), RecordVersion::One);
    let left = all.iter().enumerate().filter(|(at, _)| *at != 2);
    left.for_each(|(_, record)| writer.push(record).unwrap());
    fs::write(
        pack.join(pack_file(scheme, level)),
        writer.finish().unwrap(),
    )
    .unwrap();
    let lines = pack.join(sdm_file(scheme, level));
    let mut text = fs::read(&lines).unwrap();
    text.drain(2 * 82..3 * 82);
    fs::write(lines, text).unwrap();
}

#[test]
fn counts_that_no_run_gives_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let pack = made(at);
    drop_third(&pack, Level::HARD);
    reseal(&pack, |manifest| manifest.levels[3].made -= 1);
    let said = run_in(at, "verify output/a --spot-check 0").expect(4);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", said.out);
    assert!(lines[0].contains("the run ends only where all quotas are full"));
    assert!(lines[1].contains("claims repeats 0") && lines[1].contains("below their quota"));
    // With counts that could be, only the candidate itself tells.
    reseal(&pack, |manifest| {
        manifest.dropped.repeats = manifest.levels[3].rated - manifest.levels[3].made;
        manifest.job.count = Some(manifest.numbers);
    });
    run_in(at, "verify output/a --spot-check 0").expect(0);
    let said = run_in(at, "verify output/a --spot-check 1000000").expect(4);
    assert!(
        said.out.contains("4-hard.pack: lacks candidate "),
        "{}",
        said.out
    );
}

#[test]
fn a_full_run_ends_with_the_puzzle_that_fills_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let pack = made(at);
    reseal(&pack, |manifest| {
        manifest.numbers += 5;
        manifest.levels[0].rated += 5;
    });
    let said = run_in(at, "verify output/a --spot-check 0").expect(4);
    assert!(
        said.out.contains("its last quota was full after"),
        "{}",
        said.out
    );
}

#[test]
fn what_has_no_seed_is_passed_over_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    made(at);
    run_in(at, "take output/a --limit 30 --name t -q").expect(0);
    let said = run_in(at, "verify output/t").expect(0);
    said.complains(&["1 pack not regenerated", "not made from a seed"]);
    assert!(!said.out.contains("regenerated"), "{}", said.out);
    assert_eq!(run_in(at, "verify output/t -q").expect(0).err, "");
}

#[test]
fn checksums_alone_are_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    made(at);
    for option in ["--checksums", "--quick"] {
        let said = run_in(at, &format!("verify output/a {option}")).expect(0);
        let expected = "1 pack, checksums only, records were not checked: nothing wrong\n";
        assert_eq!(said.out, expected);
    }
    run_in(at, "verify output/a --checksums --spot-check 3").expect(2);
}
