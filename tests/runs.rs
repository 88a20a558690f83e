//! Same bytes for any threads, kills, full disks.

use crate::factory::{bytes_of, factory, run_in};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;
use sudoku_factory::config::Settings;
use sudoku_factory::line::{Maker, StageTimes};

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
    let puzzles = |out: &str| {
        let mut files = bytes_of(&folder.path().join(out).join("sudoku-4"));
        files.retain(|(name, _)| name != "pack.json");
        files
    };
    assert_eq!(puzzles("fast").len(), 10);
    assert!(puzzles("fast") == puzzles("reverse"));
}

/// Kills spread over the run, at sizes of the journal that only a run that carries on can reach.
#[test]
fn kills_do_not_change_a_byte() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 20000 --seed 12 --threads 2";
    run_in(folder.path(), &format!("{job} --quiet --out calm")).expect(0);
    let whole: u64 = bytes_of(&folder.path().join("calm/sudoku-12"))
        .iter()
        .filter(|(name, _)| name.ends_with(".pack"))
        .map(|(_, bytes)| bytes.len() as u64)
        .sum();
    let part = folder.path().join("killed/sudoku-12.part");
    let mut kills = 0;
    for sixth in 1..=5 {
        let mut child = start(folder.path(), &format!("{job} --out killed"));
        while journal_size(&part) < whole * sixth / 6 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
    }
    assert!(
        kills >= 3,
        "the run was too fast to be killed: {kills} kills"
    );
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

/// A kill can leave the last frame of the journal cut at any byte.
#[test]
fn a_journal_cut_anywhere_carries_on() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--count 600 --seed 13 --threads 2 --quiet";
    run_in(folder.path(), &format!("{job} --out calm")).expect(0);
    let calm = bytes_of(&folder.path().join("calm/sudoku-13"));
    let journal = interrupted_journal(folder.path());
    for cut in [
        0,
        1,
        31,
        32,
        500,
        journal.len() / 2,
        journal.len() - 1,
        journal.len(),
    ] {
        let out = format!("cut-{cut}");
        let part = folder.path().join(&out).join("sudoku-13.part");
        fs::create_dir_all(&part).unwrap();
        fs::write(part.join("journal"), &journal[..cut]).unwrap();
        run_in(folder.path(), &format!("{job} --out {out}")).expect(0);
        assert!(
            calm == bytes_of(&folder.path().join(&out).join("sudoku-13")),
            "cut at {cut}"
        );
    }
}

/// The journal of a run that a signal stopped before its end.
fn interrupted_journal(folder: &Path) -> Vec<u8> {
    let part = folder.join("stopped/sudoku-13.part");
    let mut child = start(
        folder,
        "--count 600 --seed 13 --threads 2 --out stopped --quiet",
    );
    while journal_size(&part) == 0 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    terminate(&child);
    let ended = child.wait().unwrap();
    if ended.success() {
        // Too fast to be stopped: the journal of its first candidates does as well.
        return Vec::from(*b"SUDF");
    }
    assert_eq!(ended.code(), Some(143));
    fs::read(part.join("journal")).unwrap()
}

fn terminate(child: &Child) {
    let id = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(kill.unwrap().success());
}

#[test]
fn a_damaged_journal_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("output/sudoku-14.part");
    let mut child = start(folder.path(), "--count 200000 --seed 14 --threads 2");
    while journal_size(&part) < 50_000 {
        assert!(child.try_wait().unwrap().is_none(), "ended by itself");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let path = part.join("journal");
    let mut journal = fs::read(&path).unwrap();
    journal[20_000] ^= 4;
    fs::write(&path, &journal).unwrap();
    let refused = run_in(folder.path(), "--count 200000 --seed 14").expect(65);
    refused.complains(&["journal", "damaged", "--fresh"]);
    assert_eq!(fs::read(&path).unwrap(), journal, "nothing was touched");
}

#[test]
fn a_second_run_of_one_place_is_told_who_holds_it() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("output/sudoku-15.part");
    let mut child = start(folder.path(), "--count 2000000 --seed 15 --threads 1");
    while journal_size(&part) == 0 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let second = run_in(folder.path(), "--count 2000000 --seed 15");
    child.kill().unwrap();
    child.wait().unwrap();
    second
        .expect(75)
        .complains(&["process", &child.id().to_string()]);
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
        std::thread::sleep(Duration::from_millis(2));
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
        let order = asked.over(Settings::defaults().unwrap()).order().unwrap();
        let maker = Maker::new(&order.job);
        let mut times = StageTimes::default();
        (0..10_000)
            .map(|k| maker.make(k, &mut times).made.unwrap().puzzle)
            .collect::<HashSet<_>>()
    };
    let (monday, tuesday) = (puzzles(20_261_120), puzzles(20_261_121));
    assert_eq!((monday.len(), tuesday.len()), (10_000, 10_000));
    assert!(monday.is_disjoint(&tuesday));
}
