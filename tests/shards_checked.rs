//! Tests the spot checks of a merge: how many puzzles of a shard are made again, and that a wrong puzzle among them is
//! found.

use crate::factory::run_in;
use crate::shards::{ALLOWANCE, merge_into, refuses, two_shards};
use crate::shards_refused::forge;
use std::cell::Cell;
use sudoku_factory::cli::Exit;
use sudoku_factory::config::Job;
use sudoku_factory::dig::Uniqueness;
use sudoku_factory::pack::Record;
use sudoku_factory::shard::{Folder, Run, ShardPlan, SpotCheckSize};

/// A spot check of all puzzles finds a single wrong puzzle in a shard with correct checksums. Such a shard is made by a
/// machine with occasional errors.
#[test]
fn one_wrong_puzzle_is_found_if_all_are_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_shards(at);
    let store = Folder::new(at.join("run"));
    let run = Run::open(&store).unwrap();
    let wrong = Cell::new(None);
    let once = |record: &mut Record| {
        if wrong.get().is_none() {
            wrong.set(Some(record.number));
            record.ratings.ladder.difficulty += 0.25;
        }
    };
    forge(&run, 1, ALLOWANCE, |_| (), once);
    let number = wrong.get().unwrap().to_string();
    merge_into(&at.join("run"), &at.join("unchecked"), 0).unwrap();
    let error = merge_into(&at.join("run"), &at.join("out"), 100).unwrap_err();
    refuses(error, Exit::Damaged, &[&number, "shard 1"]);
    let merge = "merge --run run --name whole --spot-check-rate 0.0001";
    let said = run_in(at, merge).expect(65);
    // The two shards together keep at most 130 puzzles.
    for word in ["23,025 of its puzzles", "1.3 %", &number, "shard 1"] {
        assert!(said.err.contains(word), "{}", said.err);
    }
    let said = run_in(at, &format!("{merge} --machines 8")).expect(65);
    for word in ["184,200 of its puzzles", "one of 8 machines"] {
        assert!(said.err.contains(word), "{}", said.err);
    }
    assert!(!at.join("output/whole").exists());
    for wrong in [
        "--spot-check-rate 0",
        "--spot-check-rate 1",
        "--spot-check-rate NaN",
        "--spot-check-rate 0.1 --spot-check 2",
        "--machines 2",
        "--spot-check-rate 0.1 --machines 0",
    ] {
        run_in(at, &format!("merge --run run {wrong}")).expect(2);
    }
}

#[test]
fn the_size_of_a_check_follows_from_its_target() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_shards(at);
    let run = Folder::new(at.join("run"));
    let small = Run::open(&run).unwrap().plan;
    let plan = |count, shards| ShardPlan {
        shards,
        job: Job {
            count: Some(count),
            quotas: None,
            ..small.job.clone()
        },
        ..small.clone()
    };
    // ln 0.01 / ln 0.9999 = 46,049.4 records in all.
    let million = plan(1_000_000, 100);
    let target = |machines| SpotCheckSize::for_error_rate(&million, 1e-4, machines);
    assert_eq!(target(1).puzzles, 461);
    assert_eq!(target(100).puzzles, 46_050);
    assert_eq!(SpotCheckSize::default_for(&million), target(1));
    let detection = target(10).detection(&million, 1e-4, 10);
    assert!((0.99..0.991).contains(&detection), "{detection}");
    // A machine that made 10,000 puzzles may have made none wrong.
    let detection = target(100).detection(&million, 1e-4, 100);
    assert!((0.63..0.64).contains(&detection), "{detection}");
    // One machine of a hundred is hardly found if the whole run is checked as much as one machine should be.
    let detection = target(1).detection(&million, 1e-4, 100);
    assert!((0.04..0.05).contains(&detection), "{detection}");
    // Many small shards, and a run in which the target would cost too much.
    assert_eq!(
        SpotCheckSize::default_for(&plan(1 << 40, 10_000_000)).puzzles,
        2
    );
    assert_eq!(SpotCheckSize::default_for(&plan(10_000, 10)).puzzles, 50);
    assert_eq!(SpotCheckSize::default_for(&plan(20, 20)).puzzles, 2);
    let mut slow = million.clone();
    slow.job.dig.uniqueness = Uniqueness::Reverse;
    assert_eq!(SpotCheckSize::default_for(&slow).puzzles, 2);
}
