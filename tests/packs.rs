//! Tests several packs from one run. Each level's puzzles are dealt out in turn, so that the packs are about
//! equally difficult. No puzzle is in two packs. A stopped run, when resumed, still makes all packs.

use crate::factory::{bytes_of, factory, run_in};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::pack::{Pack, Record};

/// Returns the packs below `output` that one run made under this name, in order.
fn packs(folder: &Path, name: &str) -> Vec<PathBuf> {
    let begin = format!("{name}-");
    let mut packs: Vec<PathBuf> = fs::read_dir(folder.join("output"))
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name.starts_with(&begin) && !name.ends_with(".part")
        })
        .collect();
    packs.sort();
    packs
}

fn records(pack: &Path) -> Vec<Record> {
    let pack = Pack::open(pack).unwrap();
    let levels = pack.manifest().job.scheme.levels();
    let records = levels.flat_map(|level| pack.records(level).unwrap());
    let mut records: Vec<Record> = records.map(Result::unwrap).collect();
    records.sort_by_key(|record| record.number);
    records
}

fn ids(pack: &Path) -> BTreeSet<PuzzleId> {
    records(pack).iter().map(|record| record.id).collect()
}

fn sealed(pack: &Path) -> Value {
    serde_json::from_slice(&fs::read(pack.join("pack.json")).unwrap()).unwrap()
}

/// Returns the number of puzzles of each level in a pack's manifest.
fn made(pack: &Path) -> Vec<u64> {
    let levels = sealed(pack)["levels"].clone();
    let levels = levels.as_array().unwrap().iter();
    levels.map(|it| it["made"].as_u64().unwrap()).collect()
}

/// Returns the command line that verifies these packs.
fn verification(packs: &[PathBuf]) -> String {
    let packs: Vec<String> = packs.iter().map(|it| it.display().to_string()).collect();
    format!("verify {}", packs.join(" "))
}

#[test]
fn several_packs_hold_what_one_would() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--packs 3 --per-level 20 --seed 5";
    let said = run_in(at, &format!("{job} --threads 1")).expect(0);
    for words in [
        "output/sudoku-5-001 to output/sudoku-5-003  (seed 5): made",
        "3 packs: each holds 20 easy, 20 fairly-easy, 20 moderate, 20 hard, 20 very-hard\n",
    ] {
        assert!(said.out.contains(words), "{}", said.out);
    }
    run_in(at, &format!("{job} --threads 5 --out many --quiet")).expect(0);
    run_in(at, "--per-level 60 --seed 5 --name one --quiet").expect(0);
    let packs = packs(at, "sudoku-5");
    assert_eq!(packs.len(), 3);
    let mut all = BTreeSet::new();
    for (number, pack) in (1..).zip(&packs) {
        let name = pack.file_name().unwrap();
        assert_eq!(name, format!("sudoku-5-00{number}").as_str());
        assert!(bytes_of(pack) == bytes_of(&at.join("many").join(name)));
        let manifest = sealed(pack);
        let part = serde_json::json!({ "number": number, "of": 3 });
        assert_eq!(manifest["job"]["part"], part);
        assert_eq!(made(pack), [20; 5]);
        let before = all.len();
        all.extend(ids(pack));
        assert_eq!(all.len(), before + 100, "no puzzle twice");
    }
    assert!(all == ids(&at.join("output/one")));
    run_in(at, &verification(&packs)).expect(0);
    let again = run_in(at, job).expect(0);
    assert!(again.out.contains("already made"), "{}", again.out);
    assert!(!at.join("output/sudoku-5.part").exists());
    // The same pack once more under another name is found by its puzzles.
    run_in(at, &format!("{job} --name copy --quiet")).expect(0);
    let mixed = [packs[0].clone(), at.join("output/copy-001")];
    let said = run_in(at, &verification(&mixed)).expect(4);
    assert!(said.out.contains("is the same puzzle as"), "{}", said.out);
}

#[test]
fn each_level_is_dealt_out_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--count 90 --seed 3 --quiet --name list").expect(0);
    let list: Vec<String> = records(&at.join("output/list"))
        .iter()
        .map(|it| it.puzzle.to_string())
        .collect();
    fs::write(at.join("list.txt"), list.join("\n")).unwrap();
    run_in(at, "--from list.txt --packs 4 --name mine --quiet").expect(0);
    let packs = packs(at, "mine");
    let levels: Vec<Vec<Vec<u64>>> = packs
        .iter()
        .map(|pack| {
            let records = records(pack);
            let of = |level: u8| {
                let of_level = records.iter().filter(|it| it.level.number() == level);
                of_level.map(|it| it.number).collect::<Vec<u64>>()
            };
            (1..=5).map(of).collect()
        })
        .collect();
    let all = records(&at.join("output/list"));
    for level in 1..=5 {
        let of_level = all.iter().filter(|it| it.level.number() == level);
        for (turn, record) in of_level.enumerate() {
            let dealt = &levels[turn % 4][usize::from(level) - 1];
            assert_eq!(dealt[turn / 4], record.number);
        }
    }
    run_in(at, &verification(&packs)).expect(0);
}

#[test]
fn where_a_level_is_short_the_first_packs_are_full() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--count 120 --packs 4 --level easy=7,hard=9 --seed 2 --name monthly";
    let said = run_in(at, &format!("{job} --json")).expect(3);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert!(report["pack"].is_null() && report["complete"] == false);
    let packs = packs(at, "monthly");
    let hard: Vec<u64> = packs.iter().map(|pack| made(pack)[3]).collect();
    let kept: u64 = hard.iter().sum();
    assert!((10..36).contains(&kept), "{kept}");
    let expected: Vec<u64> = (0..4).map(|n| kept.saturating_sub(9 * n).min(9)).collect();
    assert_eq!(hard, expected);
    assert!(packs.iter().all(|pack| made(pack)[0] == 7));
    for (pack, hard) in report["packs"].as_array().unwrap().iter().zip(&hard) {
        assert_eq!(pack["complete"], *hard == 9);
        assert_eq!(pack["levels"][3]["made"], *hard);
        let short = format!(
            "{} is short: hard {hard} of 9",
            pack["pack"].as_str().unwrap()
        );
        assert_eq!(said.err.contains(&short), *hard < 9, "{}", said.err);
    }
    assert!(said.err.contains("give the same options with --count"));
    run_in(at, &verification(&packs)).expect(0);
    run_in(at, job).expect(3);
}

/// Creates a folder that the program can't clear away, which stops the run between two packs. Returns its path.
fn obstruct(at: &Path, name: &str, number: u32) -> PathBuf {
    let aside = at.join(format!("output/{name}.part/pack-{number}"));
    fs::create_dir_all(&aside).unwrap();
    fs::write(aside.join("a letter"), "mine").unwrap();
    aside
}

#[test]
fn what_was_stopped_between_two_packs_is_carried_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--packs 18 --per-level 2 --seed 6 --quiet";
    run_in(at, &format!("{job} --out calm")).expect(0);
    let aside = obstruct(at, "sudoku-6", 18);
    run_in(at, job).expect(1).complains(&["pack-18"]);
    assert_eq!(packs(at, "sudoku-6").len(), 16);
    let first = at.join("output/sudoku-6-001/run.json");
    let run = fs::read(&first).unwrap();
    fs::remove_dir_all(aside).unwrap();
    let said = run_in(at, &job.replace(" --quiet", "")).expect(0);
    assert!(
        said.out.contains("18 packs; 16 of them existed already"),
        "{}",
        said.out
    );
    assert!(fs::read(&first).unwrap() == run, "it was left as it was");
    let same = |number: u32| {
        let pack = |out: &str| bytes_of(&at.join(format!("{out}/sudoku-6-{number:03}")));
        pack("calm") == pack("output")
    };
    assert!((1..=18).all(same));
    assert!(!at.join("output/sudoku-6.part").exists());
    // One that is taken away is made again; without a seed, too: the others tell it.
    fs::remove_dir_all(at.join("output/sudoku-6-007")).unwrap();
    run_in(at, "--packs 18 --per-level 2 --name sudoku-6 --quiet").expect(0);
    assert!(same(7));
    // Packs of another job are left alone.
    let other = run_in(at, "--packs 18 --per-level 3 --name sudoku-6 --quiet").expect(2);
    other.complains(&["sudoku-6-001 is a pack of another job"]);
}

/// A timeout ends all packs of a run at the same candidate, even if a kill came between two packs.
#[test]
fn a_run_out_of_time_publishes_one_cut() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--packs 17 --count 100000000 --name night --timeout 1s --quiet";
    let aside = obstruct(at, "night", 17);
    run_in(at, job).expect(1);
    fs::remove_dir_all(aside).unwrap();
    run_in(at, job).expect(0);
    let packs = packs(at, "night");
    let numbers: BTreeSet<u64> = packs
        .iter()
        .map(|pack| sealed(pack)["numbers"].as_u64().unwrap())
        .collect();
    assert_eq!((packs.len(), numbers.len()), (17, 1));
    run_in(at, &(verification(&packs) + " --quick")).expect(0);
}

/// Kills between packs do not change a byte of any pack. Each kill comes as soon as two more packs exist.
#[test]
fn kills_between_packs_do_not_change_a_byte() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let job = "--packs 32 --per-level 1 --seed 9 --quiet";
    let mut seen = 0;
    for _ in 0..3 {
        let mut child = factory()
            .current_dir(at)
            .args(job.split(' '))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while packs(at, "sudoku-9").len() < seen + 2 && child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(60), "no pack");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // Whatever is there is whole.
        let there = packs(at, "sudoku-9");
        run_in(at, &(verification(&there) + " --quick --quiet")).expect(0);
        seen = there.len();
    }
    assert!(seen > 0);
    run_in(at, job).expect(0);
    run_in(at, &format!("{job} --out calm")).expect(0);
    let there = packs(at, "sudoku-9");
    assert_eq!(there.len(), 32);
    for pack in there {
        let calm = at.join("calm").join(pack.file_name().unwrap());
        assert!(bytes_of(&pack) == bytes_of(&calm));
    }
}

#[test]
fn packs_are_asked_for_like_anything_else() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(
        at.join("books.toml"),
        "packs = 2\nprofile = 'book'\nseed = 4\nname = 'book'\n[level]\nhard = 3\n",
    )
    .unwrap();
    run_in(at, "--job books.toml --quiet").expect(0);
    let books = packs(at, "book");
    assert_eq!(made(&books[1]), [0, 0, 0, 3, 0]);
    run_in(at, &verification(&books)).expect(0);
    let said = run_in(at, "config --job books.toml --packs 12").expect(0);
    assert!(said.out.contains("packs = 12"), "{}", said.out);
    run_in(at, "--per-level 1 --packs 1 --name one --quiet").expect(0);
    assert_eq!(packs(at, "one"), [at.join("output/one-001")]);
    for (packs, words) in [
        ("0", ["--packs", "at least 1"]),
        ("100000", ["--packs 100000", "99999"]),
        ("two", ["two", "--packs"]),
    ] {
        run_in(at, &format!("--per-level 1 --packs {packs}"))
            .expect(2)
            .complains(&words);
    }
    run_in(at, "--per-level 9223372036854775807 --packs 3")
        .expect(2)
        .complains(&["too many"]);
    run_in(at, "extend output/book-002 --count 100000")
        .expect(2)
        .complains(&["one of 2 packs", "--count"]);
    let taken = "take output/book-001 output/book-002 --name taken --limit 4";
    run_in(at, taken).expect(0);
    assert!(
        sealed(&at.join("output/taken"))["job"]
            .get("part")
            .is_none()
    );
}
