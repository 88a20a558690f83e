//! Tests merges of shards with a ledger. Puzzles that the ledger held when the run was planned are left out.
//! Puzzles that other runs have published since are refused and named, or replaced on request.

use crate::factory::{Said, bytes_of, run_in};
use crate::shards::{make_shard, plan_in};
use std::fs;
use std::path::Path;
use sudoku_factory::ledger::{Ledger, LedgerCreation};
use sudoku_factory::pack::Pack;

const JOB: &str = "--count 200 --per-level 5 --seed 41";

fn packs_in(at: &Path, ledger: &str) -> u64 {
    let ledger = Ledger::open(&at.join(ledger), LedgerCreation::Never).unwrap();
    ledger.head().unwrap().packs
}

/// A check that a run published its pack, with full quotas or without.
trait PublishCheck {
    fn assert_published(self);
}

impl PublishCheck for Said {
    fn assert_published(self) {
        assert!([0, 3].contains(&self.code), "{}", self.err);
    }
}

/// Runs a job in one process with a ledger in the same folder.
fn publish(at: &Path, ledger: &str, name: &str, job: &str) -> Said {
    run_in(
        at,
        &format!("{job} --ledger {ledger} --out packs --name {name} -q"),
    )
}

/// Makes a ledger that holds the first puzzles of the job, and plans a run of the job with this ledger.
fn planned(at: &Path) {
    publish(
        at,
        "a/l.sqlite",
        "first",
        "--count 100 --per-level 5 --seed 41",
    )
    .assert_published();
    let said = run_in(
        at,
        &format!("plan --run run --shards 3 {JOB} --ledger a/l.sqlite"),
    )
    .expect(0);
    assert!(said.out.contains("in 1 pack"), "{}", said.out);
    (0..3).for_each(|index| drop(make_shard(&at.join("run"), index, 8, 2)));
}

#[test]
fn a_merge_counts_against_the_ledger_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    planned(at);
    // A twin of the ledger for the one process.
    fs::create_dir(at.join("b")).unwrap();
    for file in fs::read_dir(at.join("a")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), at.join("b").join(file.file_name())).unwrap();
    }
    publish(at, "b/l.sqlite", "one", JOB).assert_published();
    // The ledger moves on before the merge, by puzzles that the run doesn't make.
    publish(at, "a/l.sqlite", "stranger", "--count 60 --seed 42").expect(0);
    let again = format!("plan --run run --shards 3 {JOB} --ledger a/l.sqlite");
    let again = run_in(at, &again).expect(0);
    assert!(again.out.contains("already planned"), "{}", again.out);

    for (wrong, words, code) in [
        ("", ["5", "--ledger"], 2),
        ("--ledger nowhere.sqlite", ["nowhere.sqlite", "ledger"], 2),
        ("--ledger b/o.sqlite", ["o.sqlite", "ledger"], 65),
    ] {
        if code == 65 {
            let other = "--count 30 --seed 43 --ledger b/o.sqlite --out elsewhere -q";
            run_in(at, other).expect(0);
        }
        run_in(at, &format!("merge --run run --out packs -q {wrong}"))
            .expect(code)
            .complains(&words);
    }
    let merge = "merge --run run --out packs --name merged --ledger a/l.sqlite -q";
    run_in(at, merge).assert_published();
    let merged = at.join("packs/merged");
    assert!(bytes_of(&at.join("packs/one")) == bytes_of(&merged));
    let pack = Pack::open(&merged).unwrap();
    assert!(pack.manifest().dropped.repeats >= 10);
    assert_eq!(pack.manifest().job.ledger.states[0].packs, 1);
    assert_eq!(packs_in(at, "a/l.sqlite"), 3);
    run_in(at, "ledger --ledger a/l.sqlite check").expect(0);
    // The same again, also where the pack was taken away, adds nothing.
    run_in(at, merge).assert_published();
    fs::remove_dir_all(&merged).unwrap();
    run_in(at, merge).assert_published();
    assert!(bytes_of(&at.join("packs/one")) == bytes_of(&merged));
    assert_eq!(packs_in(at, "a/l.sqlite"), 3);
}

#[test]
fn puzzles_published_since_the_plan_are_refused_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    planned(at);
    publish(at, "a/l.sqlite", "rival", JOB).assert_published();
    let merge = "merge --run run --out packs --name merged --ledger a/l.sqlite -q";
    let rival = Pack::open(&at.join("packs/rival")).unwrap();
    let levels = rival.manifest().job.scheme.levels();
    let mut ids: Vec<String> = levels
        .flat_map(|level| rival.records(level).unwrap())
        .map(|record| record.unwrap().id.to_string())
        .collect();
    ids.sort();
    let number = format!("{} puzzles", ids.len());
    run_in(at, merge)
        .expect(65)
        .complains(&[&number, &ids[0], &ids[2], "--replace"]);
    assert!(!at.join("packs/merged").exists());
    assert_eq!(packs_in(at, "a/l.sqlite"), 2);
    run_in(at, &format!("{merge} --replace")).assert_published();
    let pack = Pack::open(&at.join("packs/merged")).unwrap();
    assert_eq!(pack.manifest().job.ledger.states.len(), 2);
    run_in(at, "verify packs/first packs/rival packs/merged").expect(0);
    run_in(at, "ledger --ledger a/l.sqlite check").expect(0);
    // Without a ledger there is none to name.
    plan_in(&at.join("bare"), "count = 60\nseed = 1", 1);
    run_in(at, "merge --run bare --ledger a/l.sqlite")
        .expect(2)
        .complains(&["without a ledger"]);
}
