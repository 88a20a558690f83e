//! Tests that a run makes the same bytes with any number of threads, also when it goes on after a kill or a full
//! disk.

use crate::factory::{bytes_of, factory, run_in, run_till_killed};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;
use sudoku_factory::config::Settings;
use sudoku_factory::disk::FolderLock;
use sudoku_factory::line::{Maker, StageTimes};
use sudoku_factory::pack::RECORD_BYTES;
use sudoku_factory::pack::frame::{FrameKind, FrameReader, write_frame};

fn start(folder: &Path, arguments: &str) -> Child {
    factory()
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn journal_size(part: &Path) -> u64 {
    fs::metadata(part.join("journal")).map_or(0, |metadata| metadata.len())
}

#[test]
fn threads_do_not_change_a_byte() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 4000 --per-level 60 --seed 11 --quiet";
    for threads in [1, 2, 7] {
        run_in(
            folder.path(),
            &format!("{job} --threads {threads} --out {threads}"),
        )
        .expect(0);
    }
    let alone = bytes_of(&folder.path().join("1/sudoku-11"));
    assert_eq!(alone.len(), 11, "ten level files and the manifest");
    for threads in ["2", "7"] {
        assert!(alone == bytes_of(&folder.path().join(threads).join("sudoku-11")));
    }
}

#[test]
fn both_judges_make_the_same_pack() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 60 --clues 26..40 --seed 4 --quiet";
    run_in(
        folder.path(),
        &format!("{job} --uniqueness fast --out fast"),
    )
    .expect(0);
    run_in(
        folder.path(),
        &format!("{job} --uniqueness reverse --out reverse"),
    )
    .expect(0);
    let pack = |out: &str| bytes_of(&folder.path().join(out).join("sudoku-4"));
    assert_eq!(pack("fast").len(), 11);
    assert!(pack("fast") == pack("reverse"));
}

/// Kills spread over a run do not change a byte of the pack. Each kill comes at a size of the journal that only
/// a resumed run can reach.
#[test]
fn kills_do_not_change_a_byte() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 12000 --seed 12 --threads 2";
    run_in(folder.path(), &format!("{job} --quiet --out calm")).expect(0);
    let whole: u64 = bytes_of(&folder.path().join("calm/sudoku-12"))
        .iter()
        .filter(|(name, _)| name.ends_with(".pack"))
        .map(|(_, bytes)| bytes.len() as u64)
        .sum();
    let part = folder.path().join("killed/sudoku-12.part");
    for sixth in 1..=5 {
        let limit = whole * sixth / 6 / 512;
        run_till_killed(folder.path(), &format!("{job} --out killed"), limit);
        assert_eq!(journal_size(&part), limit * 512, "cut inside a frame");
    }
    let end = run_in(folder.path(), &format!("{job} --out killed")).expect(0);
    assert!(
        end.err.contains("carrying on the unfinished run"),
        "{}",
        end.err
    );
    let calm = bytes_of(&folder.path().join("calm/sudoku-12"));
    assert!(calm == bytes_of(&folder.path().join("killed/sudoku-12")));
    assert!(!part.exists(), "the journal is cleared away");
}

/// A run continues from a journal that is cut at any byte, as a kill can leave it, or has zeros where bytes
/// should be, as a power cut can leave it.
#[test]
fn a_journal_cut_anywhere_carries_on() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 6000 --seed 13 --threads 2";
    run_in(folder.path(), &format!("{job} --out calm")).expect(0);
    let calm = bytes_of(&folder.path().join("calm/sudoku-13"));
    let journal = killed_journal(folder.path(), &format!("{job} --out killed"), "sudoku-13");
    let half = journal.len() / 2;
    let zeros = [&journal[..], &[0; 4096]].concat();
    let torn = [&journal[..journal.len() - 100], &[0; 4096]].concat();
    let torn_header = [&journal[..frame_at(&journal) + 7], &[0; 4096]].concat();
    for (name, bytes) in [
        ("nothing", &journal[..0]),
        ("one", &journal[..1]),
        ("header", &journal[..32]),
        ("job", &journal[..500]),
        ("half", &journal[..half]),
        ("last", &journal[..journal.len() - 1]),
        ("whole", &journal),
        ("zeros", &zeros),
        ("torn", &torn),
        ("torn-header", &torn_header),
    ] {
        let part = folder.path().join(name).join("sudoku-13.part");
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join("journal"), bytes).unwrap();
        run_in(folder.path(), &format!("{job} --quiet --out {name}")).expect(0);
        assert!(
            calm == bytes_of(&folder.path().join(name).join("sudoku-13")),
            "{name}"
        );
    }
}

/// A journal whose counts are impossible is refused, although its checksums fit. A fuzzer found that sums of such
/// counts overflowed.
#[test]
fn impossible_counts_in_a_journal_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 6000 --seed 13 --threads 1 --out killed";
    let journal = killed_journal(folder.path(), job, "sudoku-13");
    let part = folder.path().join("killed/sudoku-13.part");
    for used in [0, 1] {
        let changed = whole_journal(&journal, used);
        fs::write(part.join("journal"), &changed).unwrap();
        run_in(folder.path(), &format!("{job} --quiet"))
            .expect(65)
            .complains(&["journal", "its counts are not those of a run"]);
        assert_eq!(fs::read(part.join("journal")).unwrap(), changed);
    }
}

/// Returns the position of the second frame of a journal, which follows the header.
fn frame_at(journal: &[u8]) -> usize {
    let magic = &journal[..4];
    let behind = journal[4..].windows(4).position(|bytes| bytes == magic);
    4 + behind.expect("a batch")
}

/// Returns the journal of a run that was killed when it had kept puzzles.
fn killed_journal(folder: &Path, arguments: &str, name: &str) -> Vec<u8> {
    run_till_killed(folder, arguments, 3200);
    let out = arguments.split(' ').next_back().unwrap();
    fs::read(folder.join(out).join(format!("{name}.part/journal"))).unwrap()
}

/// Waits until the journal has this number of bytes.
fn wait_for_journal(child: &mut Child, part: &Path, bytes: u64) {
    while journal_size(part) < bytes {
        assert!(
            child.try_wait().unwrap().is_none(),
            "the run ended by itself"
        );
        thread::sleep(Duration::from_millis(1));
    }
}

fn terminate(child: &Child) {
    let kill = format!("kill -TERM {}", child.id());
    let status = std::process::Command::new("sh")
        .args(["-c", &kill])
        .status();
    assert!(status.unwrap().success());
}

/// A run whose journal vanishes makes no pack, because puzzles that it has counted are gone.
#[test]
fn a_journal_that_vanishes_makes_no_pack() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("output/sudoku-20.part");
    let mut child = start(folder.path(), "--count 40000 --seed 20 --threads 1");
    wait_for_journal(&mut child, &part, 2000);
    fs::remove_file(part.join("journal")).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(65));
    assert!(!folder.path().join("output/sudoku-20").exists());
}

/// A leftover journal beside its finished pack is removed, also after a timeout. A kill between publishing and
/// clearing leaves such a journal.
#[test]
fn a_leftover_journal_beside_its_pack_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 2000000 --name night --threads 2";
    let part = folder.path().join("output/night.part");
    run_till_killed(folder.path(), job, 4000);
    let header = fs::read(part.join("journal")).unwrap();
    let job = format!("{job} --timeout 1s");
    run_in(folder.path(), &job).expect(3);
    let used = manifest(&folder.path().join("output/night"))["numbers"]
        .as_u64()
        .unwrap();
    // The journal as it was at the end: that of the same job, counting as many candidates.
    fs::create_dir_all(&part).unwrap();
    fs::write(part.join("journal"), whole_journal(&header, used)).unwrap();
    let again = run_in(folder.path(), &job).expect(0);
    assert!(again.out.contains("already made"), "{}", again.out);
    assert!(!part.exists());
}

/// Returns a journal with the header of this one and with a single batch that counts `used` candidates.
fn whole_journal(journal: &[u8], used: u64) -> Vec<u8> {
    let mut frames = FrameReader::new(journal);
    let header = frames.read().unwrap().unwrap();
    let mut bytes = Vec::new();
    write_frame(&mut bytes, header.kind, header.count, header.payload).unwrap();
    let batch = frames.read().unwrap().unwrap();
    let tally = batch.payload.len() - batch.count as usize * RECORD_BYTES;
    let mut payload = batch.payload[..tally].to_vec();
    payload[..8].copy_from_slice(&used.to_le_bytes());
    write_frame(&mut bytes, batch.kind, 0, &payload).unwrap();
    bytes
}

fn manifest(pack: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(pack.join("pack.json")).unwrap()).unwrap()
}

#[test]
fn a_journal_of_another_algorithm_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("output/sudoku-19.part");
    fs::create_dir_all(&part).unwrap();
    let mut journal = Vec::new();
    let header = br#"{"algorithm":99,"job":{"a-setting-of-the-future":1}}"#;
    write_frame(&mut journal, FrameKind(16), 1, header).unwrap();
    fs::write(part.join("journal"), &journal).unwrap();
    let said = run_in(folder.path(), "--count 50 --seed 19").expect(0);
    assert!(said.err.contains("algorithm 99"), "{}", said.err);
    let aside = folder
        .path()
        .join("output/sudoku-19.part.stale-99-1/journal");
    assert_eq!(fs::read(aside).unwrap(), journal);
}

#[test]
fn a_damaged_journal_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("output/sudoku-14.part");
    run_till_killed(folder.path(), "--count 8000 --seed 14 --threads 2", 4000);
    let path = part.join("journal");
    let mut journal = fs::read(&path).unwrap();
    journal[20_000] ^= 4;
    fs::write(&path, &journal).unwrap();
    let refused = run_in(folder.path(), "--count 8000 --seed 14").expect(65);
    refused.complains(&["journal", "damaged", "--fresh"]);
    assert_eq!(fs::read(&path).unwrap(), journal, "nothing was touched");
}

#[test]
fn a_second_run_of_one_place_is_told_who_holds_it() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("output/sudoku-15.part");
    let mut child = start(folder.path(), "--count 2000000 --seed 15 --threads 1");
    wait_for_journal(&mut child, &part, 1);
    let second = run_in(folder.path(), "--count 2000000 --seed 15");
    child.kill().unwrap();
    child.wait().unwrap();
    second
        .expect(75)
        .complains(&["process", &child.id().to_string()]);
}

/// A run waits for the lock of its folder, because a process that was just killed may still hold the lock.
#[test]
fn a_run_waits_a_moment_for_the_lock_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let held = FolderLock::take(&folder.path().join("output/sudoku-8.part")).unwrap();
    let mut child = start(folder.path(), "--count 20 --seed 8");
    thread::sleep(Duration::from_millis(300));
    drop(held);
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_unfinished_run_without_a_seed_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start(folder.path(), "--count 1500000");
    let part = loop {
        let entries = fs::read_dir(folder.path().join("output"))
            .into_iter()
            .flatten();
        let found = entries
            .map(|entry| entry.unwrap().path())
            .find(|path| journal_size(path) > 10_000);
        if let Some(part) = found {
            break part;
        }
        assert!(
            child.try_wait().unwrap().is_none(),
            "the run ended by itself"
        );
        thread::sleep(Duration::from_millis(2));
    };
    terminate(&child);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let resumed = run_in(folder.path(), "--count 1500000 --timeout 1s").expect(3);
    assert!(resumed.err.contains("carrying on"), "{}", resumed.err);
    assert!(!part.exists());
    let pack = part.with_extension("");
    assert!(
        pack.join("pack.json").exists(),
        "the first run's seed was kept"
    );
}

#[test]
fn time_that_is_up_gives_the_pack_of_so_many_candidates() {
    let folder = tempfile::tempdir().unwrap();
    let cut = run_in(
        folder.path(),
        "--count 10000000 --seed 16 --timeout 700ms --out cut --json",
    );
    let report: serde_json::Value = serde_json::from_str(&cut.expect(3).out).unwrap();
    let used = report["candidates"].as_u64().unwrap();
    assert!(used > 0 && used < 10_000_000);
    run_in(
        folder.path(),
        &format!("--count {used} --seed 16 --out whole --quiet"),
    )
    .expect(0);
    let whole = bytes_of(&folder.path().join("whole/sudoku-16"));
    assert!(whole == bytes_of(&folder.path().join("cut/sudoku-16")));
}

#[test]
fn a_finished_pack_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 100 --seed 17";
    run_in(folder.path(), job).expect(0);
    let pack = folder.path().join("output/sudoku-17");
    let made = fs::read(pack.join("run.json")).unwrap();
    let again = run_in(folder.path(), job).expect(0);
    assert!(again.out.contains("already made"), "{}", again.out);
    assert_eq!(fs::read(pack.join("run.json")).unwrap(), made);
    run_in(folder.path(), "--count 101 --seed 17")
        .expect(2)
        .complains(&["candidate 100", "--name"]);
    run_in(folder.path(), "--count 100 --seed 17 --symmetry full")
        .expect(2)
        .complains(&["another job", "--name"]);
    let any_seed = run_in(folder.path(), "--count 100 --name sudoku-17").expect(0);
    assert!(any_seed.out.contains("already made"), "{}", any_seed.out);
    fs::remove_file(pack.join("3-moderate.sdm")).unwrap();
    run_in(folder.path(), job)
        .expect(65)
        .complains(&["3-moderate.sdm"]);
}

#[test]
fn fresh_starts_beside_an_unfinished_run() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("output/sudoku-18.part");
    fs::create_dir_all(&part).unwrap();
    fs::write(part.join("journal"), b"something else").unwrap();
    run_in(folder.path(), "--count 50 --seed 18 --quiet").expect(65);
    run_in(folder.path(), "--count 50 --seed 18 --fresh").expect(0);
    let aside = folder
        .path()
        .join("output/sudoku-18.part.set-aside-1/journal");
    assert_eq!(fs::read(aside).unwrap(), b"something else");
}

#[test]
fn neighbouring_seeds_share_no_puzzle() {
    let puzzles = |seed| {
        let asked = Settings {
            count: Some(10_000),
            seed: Some(seed),
            ..Settings::default()
        };
        let spec = asked
            .over(Settings::defaults().unwrap())
            .run_spec()
            .unwrap();
        let maker = Maker::new(&spec.job);
        let mut times = StageTimes::default();
        (0..10_000)
            .map(|k| maker.make(k, &mut times).made.unwrap().puzzle)
            .collect::<HashSet<_>>()
    };
    let (monday, tuesday) = (puzzles(20_261_120), puzzles(20_261_121));
    assert_eq!((monday.len(), tuesday.len()), (10_000, 10_000));
    assert!(monday.is_disjoint(&tuesday));
}
