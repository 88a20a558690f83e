//! Tests how shards' files are divided among folders. A run of many shards has several folders. A run that an
//! earlier version planned keeps all its files in one folder.

use crate::factory::{bytes_of, run_in};
use crate::shards::{ALLOWANCE, TWO, alone, make_shard, merge_into, plan_in, refuses};
use std::fs;
use std::path::Path;
use sudoku_factory::cli::Exit;

const FIELD: &str = "\n  \"shards_per_folder\": 1000,";

/// Changes the plan of the run in a folder, which has `shards` shards. Afterwards, each folder holds `number` shards.
/// If `number` is `None`, one folder holds all shards.
fn divide(run: &Path, shards: u64, number: Option<u64>) {
    let plan = run.join("plan.json");
    let text = fs::read_to_string(&plan).unwrap().replace(FIELD, "");
    let field = number.map(|it| format!("\n  \"shards_per_folder\": {it},"));
    let line = format!("\"shards\": {shards},");
    let divided = line.clone() + &field.unwrap_or_default();
    fs::write(&plan, text.replacen(&line, &divided, 1)).unwrap();
}

#[test]
fn more_than_ten_thousand_shards_have_folders() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let run = at.join("run");
    let plan = "plan --run run --count 20002 --seed 7 --per-level 1 --shards 10001";
    run_in(at, plan).expect(0);
    let text = fs::read_to_string(run.join("plan.json")).unwrap();
    assert!(text.contains(FIELD), "{text}");
    for (index, place) in [
        (0, "shards/0000/0-2."),
        (999, "shards/0000/1998-2000."),
        (1000, "shards/0001/2000-2002."),
        (10_000, "shards/0010/20000-20002."),
    ] {
        let made = run_in(at, &format!("shard --run run --index {index} --threads 1")).expect(0);
        assert!(made.out.contains(place), "{}", made.out);
        assert!(make_shard(&run, index, ALLOWANCE, 1).is_file());
    }
    let missing = run_in(at, "status --run run --missing").expect(0);
    assert_eq!(missing.out, "1-998,1001-9999\n");
    // Ten thousand shards are still in one folder, with the plan that earlier versions write.
    run_in(
        at,
        &plan
            .replace("10001", "10000")
            .replace("run run", "run small"),
    )
    .expect(0);
    let text = fs::read_to_string(at.join("small/plan.json")).unwrap();
    assert!(!text.contains("shards_per_folder"), "{text}");
    run_in(at, "plan --run most --count 10000000 --shards 10000000").expect(0);
    run_in(at, "plan --run more --count 20000000 --shards 10000001")
        .expect(2)
        .complains(&["1 to 10000000"]);
}

/// A run that an earlier version planned has all its shards in one folder, and keeps using that folder.
#[test]
fn a_flat_run_of_many_shards_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let plan = "plan --run run --count 20002 --seed 7 --per-level 1 --shards 10001";
    run_in(at, plan).expect(0);
    divide(&at.join("run"), 10_001, None);
    let made = run_in(at, "shard --run run --index 10000 --threads 1").expect(0);
    assert!(made.out.contains("shards/20000-20002."), "{}", made.out);
    let again = run_in(at, plan).expect(0);
    assert!(again.out.contains("already planned"), "{}", again.out);
    let missing = run_in(at, "status --run run --missing").expect(0);
    assert_eq!(missing.out, "0-9999\n");
}

#[test]
fn shards_in_folders_make_the_same_pack() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let run = at.join("run");
    alone(&at.join("one"), TWO);
    plan_in(&run, TWO, 7);
    divide(&run, 7, Some(3));
    for index in [6, 0, 3, 4, 5, 2] {
        make_shard(&run, index, ALLOWANCE, 2);
    }
    let error = merge_into(&run, &at.join("out"), 1).unwrap_err();
    refuses(error, Exit::Missing, &["1 of 7", ": 1 "]);
    let made = make_shard(&run, 1, ALLOWANCE, 2);
    assert!(made.starts_with(run.join("shards/0000")));
    // In another folder, nobody would find the shard.
    let moved = run.join("shards/0001").join(made.file_name().unwrap());
    fs::rename(&made, &moved).unwrap();
    let error = merge_into(&run, &at.join("out"), 1).unwrap_err();
    refuses(error, Exit::Damaged, &["shards/0001", "another folder"]);
    fs::rename(&moved, &made).unwrap();
    merge_into(&run, &at.join("out"), 1).unwrap();
    assert!(bytes_of(&at.join("one/merged")) == bytes_of(&at.join("out/merged")));
}
