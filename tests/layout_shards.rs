//! Tests shards of jobs of layouts: they merge into a pack with the same bytes as a single run makes, with and
//! without quotas, and with a ledger.

use crate::factory::{bytes_of, run_in};
use crate::ledger::{LEDGER, sound};
use std::fs;
use std::path::Path;

/// Plans a job in three shards, makes them, and merges them into the pack `merged`. The commands `plan` and `merge` get
/// the options `ledger`.
fn merge(at: &Path, job: &str, ledger: &str) {
    run_in(at, &format!("plan --run r {job} {ledger} --shards 3 -q")).expect(0);
    for index in [2, 0, 1] {
        run_in(
            at,
            &format!("shard --run r --index {index} --allowance 400 -q"),
        )
        .expect(0);
    }
    run_in(at, &format!("merge --run r --name merged {ledger} -q")).expect(0);
}

#[test]
fn shards_of_a_layout_make_the_pack_of_one_run() {
    for job in [
        "--layout 6x6 --count 3000 --seed 5 --level singles=900,more=1",
        "--layout 6x6 --count 500 --seed 5",
        "--layout 9x9+x --count 40 --seed 5",
        "--layout 4x4 --count 900 --seed 5 --distinct drawing",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        merge(at, job, "");
        let alone = run_in(at, &format!("{job} --name alone -q"));
        assert!([0, 3].contains(&alone.code), "{}", alone.err);
        let (merged, alone) = (at.join("output/merged"), at.join("output/alone"));
        assert!(bytes_of(&merged) == bytes_of(&alone), "{job}");
        run_in(at, "verify output/merged -q").expect(0);
    }
}

#[test]
fn shards_of_a_layout_leave_out_what_the_ledger_knows() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let ledger = format!("--ledger {LEDGER}");
    let job = "--layout 6x6 --count 3000 --seed 5 --level singles=300";
    run_in(at, &format!("{job} {ledger} --name first -q")).expect(0);
    run_in(at, "ledger backup calm/output/ledger.sqlite").expect(0);
    merge(at, job, &ledger);
    sound(at);
    let calm = at.join("calm");
    run_in(&calm, &format!("{job} {ledger} --name merged -q")).expect(0);
    assert!(bytes_of(&calm.join("output/merged")) == bytes_of(&at.join("output/merged")));
    run_in(at, "verify output/first output/merged -q").expect(0);
}

#[test]
fn damaged_shards_of_a_layout_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(
        at,
        "plan --run r --layout 6x6 --count 60 --seed 5 --shards 1 -q",
    )
    .expect(0);
    run_in(at, "shard --run r --index 0 -q").expect(0);
    let shards = at.join("r/shards");
    let shard = fs::read_dir(&shards)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let mut bytes = fs::read(&shard).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&shard, bytes).unwrap();
    run_in(at, "merge --run r --name merged -q").expect(65);
    assert!(!at.join("output/merged").exists());
    // The shard is made again, and the merge goes on.
    run_in(at, "shard --run r --index 0 -q").expect(0);
    run_in(at, "merge --run r --name merged -q").expect(0);
}
