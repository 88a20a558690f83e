//! Tests that a merge refuses shards that are damaged, forged, missing or of another plan, and says what to do.

use crate::factory::{bytes_of, run_in};
use crate::shards::{ALLOWANCE, TWO, alone, make_shard, merge_into, plan_in, refuses, two_shards};
use std::cell::Cell;
use std::fs;
use sudoku_factory::cli::Exit;
use sudoku_factory::line::{self, KeptRecords, Tally};
use sudoku_factory::pack::Record;
use sudoku_factory::shard::{
    Folder, Run, ShardError, ShardHeader, ShardName, ShardRequest, ShardWriter, make,
};

/// A damaged shard is made again with the allowance that it had, even if the command asks for a smaller allowance.
#[test]
fn a_damaged_shard_keeps_its_allowance() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_shards(at);
    let run = at.join("run");
    let larger = make_shard(&run, 1, 4 * ALLOWANCE, 2);
    fs::write(&larger, b"cut").unwrap();
    assert_eq!(make_shard(&run, 1, ALLOWANCE, 2), larger);
    merge_into(&run, &at.join("out"), 0).unwrap();
}

/// A merge names everything that can be wrong with a shard's file.
#[test]
fn what_is_wrong_with_a_shard_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let shards = two_shards(at);
    let run = at.join("run");
    let file = &shards[1];
    let good = fs::read(file).unwrap();
    let refused = |words: &[&str]| {
        let error = merge_into(&run, &at.join("out"), 0).unwrap_err();
        refuses(error, Exit::Damaged, words);
    };
    let named = file.file_name().unwrap().to_string_lossy().into_owned();
    for cut in [0, 7, 32, good.len() / 2, good.len() - 48, good.len() - 1] {
        fs::write(file, &good[..cut]).unwrap();
        let error = merge_into(&run, &at.join("out"), 0).unwrap_err();
        assert!(
            matches!(error, ShardError::Damaged { index: 1, .. }),
            "{cut}: {error}"
        );
    }
    run_in(at, "merge --run run --quiet")
        .expect(65)
        .complains(&[&named, "--index 1"]);
    let mut flipped = good.clone();
    for at_byte in [0, 40, good.len() / 3, good.len() - 3] {
        flipped[at_byte] ^= 4;
        fs::write(file, &flipped).unwrap();
        let error = merge_into(&run, &at.join("out"), 0).unwrap_err();
        assert!(
            matches!(error, ShardError::Damaged { index: 1, .. }),
            "{at_byte}: {error}"
        );
        flipped[at_byte] ^= 4;
    }
    let longer = [&good[..], b"more"].concat();
    fs::write(file, &longer).unwrap();
    refused(&[&named]);
    // Making it again puts it right.
    assert_eq!(&make_shard(&run, 1, ALLOWANCE, 2), file);
    assert!(fs::read(file).unwrap() == good);
    // The same range twice, with different bytes.
    let digest = "0123456789abcdef";
    let other = run.join(format!("shards/100-200.a8.{digest}"));
    fs::copy(file, &other).unwrap();
    refused(&[&named, digest, "--index 1"]);
    run_in(at, "status --run run")
        .expect(65)
        .complains(&[digest]);
    fs::remove_file(&other).unwrap();
    // A range of another plan.
    let foreign = run.join(format!("shards/100-150.a8.{digest}"));
    fs::copy(file, &foreign).unwrap();
    refused(&["100-150", "another run"]);
    fs::remove_file(&foreign).unwrap();
    // A shard of another run with the same ranges.
    plan_in(&at.join("else"), &TWO.replace("seed = 21", "seed = 99"), 2);
    let stranger = make_shard(&at.join("else"), 1, ALLOWANCE, 2);
    fs::remove_file(file).unwrap();
    let moved = run.join("shards").join(stranger.file_name().unwrap());
    fs::copy(&stranger, &moved).unwrap();
    refused(&["100-200", "was made by plan"]);
    run_in(at, "shard --run run --index 1 --quiet").expect(65);
    fs::remove_file(&moved).unwrap();
    make_shard(&run, 1, ALLOWANCE, 2);
    merge_into(&run, &at.join("out"), 0).unwrap();
}

/// A plan that was changed while its shards were made is noticed, whether its job or its program has changed.
#[test]
fn a_plan_that_changed_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_shards(at);
    let plan = at.join("run/plan.json");
    let text = fs::read_to_string(&plan).unwrap();
    fs::write(
        &plan,
        text.replace("\"exhaust\": true", "\"exhaust\": false"),
    )
    .unwrap();
    let error = merge_into(&at.join("run"), &at.join("out"), 0).unwrap_err();
    refuses(error, Exit::Damaged, &["was made by plan"]);
    let job_of_two = text.find("\"fingerprint\": \"").unwrap() + 16;
    let mut other = text.clone();
    other.replace_range(job_of_two..job_of_two + 16, "0123456789abcdef");
    fs::write(&plan, &other).unwrap();
    for command in ["shard --index 0", "merge"] {
        run_in(at, &format!("{command} --run run --quiet"))
            .expect(65)
            .complains(&["0123456789abcdef", "one program"]);
    }
    fs::write(&plan, &text[..text.len() / 2]).unwrap();
    run_in(at, "status --run run")
        .expect(65)
        .complains(&["is not a plan"]);
    fs::write(&plan, r#"{"a\nb": 1}"#).unwrap();
    run_in(at, "status --run run")
        .expect(65)
        .complains(&["unknown field `a\u{FFFD}b`"]);
    fs::write(&plan, &text).unwrap();
    // Between the beginning of a shard and its end.
    let store = Folder::new(at.join("run"));
    let run = Run::open(&store).unwrap();
    let request = ShardRequest {
        index: 0,
        allowance: 99,
        threads: Some(1),
    };
    let ended = make(&run, &request, |_| fs::write(&plan, &other).unwrap());
    assert!(matches!(ended, Err(ShardError::PlanChanged { .. })));
    assert_eq!(fs::read_dir(at.join("run/shards")).unwrap().count(), 2);
}

/// Replaces a shard by one with changed puzzles or a changed header.
pub fn forge(
    run: &Run<'_>,
    index: u64,
    allowance: u64,
    header: impl FnOnce(&mut ShardHeader),
    change: impl Fn(&mut Record),
) {
    let range = run.plan.range(index);
    let mut head = ShardHeader {
        schema: 1,
        plan: run.digest.clone(),
        program: format!("{} ({})", run.plan.program, run.plan.fingerprint),
        index,
        first: range.start,
        end: range.end,
        allowance,
    };
    header(&mut head);
    let file = run.store.aside("0").unwrap();
    let mut writer = ShardWriter::new(file, &head, line::chunk_of(&run.plan.job)).unwrap();
    let add = |mut kept: KeptRecords, tally: &Tally| {
        if let KeptRecords::Nine(records) = &mut kept {
            records.iter_mut().for_each(&change);
        }
        writer.add(&kept, tally).unwrap();
        Ok::<(), ShardError>(())
    };
    line::make_range(&run.plan.job, range.clone(), Some(1), add).unwrap();
    let written = writer.finish().unwrap();
    if let Some(there) = run.find(index).unwrap() {
        fs::remove_file(run.place_of(&there)).unwrap();
    }
    let name = ShardName::new(range, allowance, &written.hash);
    let name = format!("shards/{name}");
    run.store.publish(&written.file, &name).unwrap();
}

#[test]
fn shards_of_other_programs_and_bad_machines_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_shards(at);
    let store = Folder::new(at.join("run"));
    let run = Run::open(&store).unwrap();
    let merged = |spot_checks| merge_into(&at.join("run"), &at.join("out"), spot_checks);
    let newer = |head: &mut ShardHeader| head.program = "0.2.0 (0123456789abcdef)".to_owned();
    forge(&run, 0, ALLOWANCE, newer, |_| ());
    let error = merged(0).unwrap_err();
    refuses(error, Exit::Damaged, &["0.2.0", "--index 0"]);
    // Whole and well named, but not what this machine makes.
    let harder = |record: &mut Record| record.ratings.ladder.difficulty += 0.25;
    forge(&run, 0, ALLOWANCE, |_| (), harder);
    let error = merged(2).unwrap_err();
    refuses(error, Exit::Damaged, &["candidate", "shard 0"]);
}

/// If repeats use up the puzzles that a shard kept, the merge says which shard to make again, and with which
/// allowance.
#[test]
fn too_few_are_named_and_more_room_helps() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    two_shards(at);
    alone(&at.join("one"), TWO);
    let store = Folder::new(at.join("run"));
    let run = Run::open(&store).unwrap();
    let id = Cell::new(None);
    let repeat = |record: &mut Record| {
        let first = id.get().unwrap_or(record.id);
        id.set(Some(first));
        record.id = first;
    };
    forge(&run, 0, 0, |_| (), repeat);
    let out = at.join("out");
    let error = merge_into(&at.join("run"), &out, 0).unwrap_err();
    let words = ["shard 0", "--index 0 --allowance 64"];
    refuses(error, Exit::Missing, &words);
    make_shard(&at.join("run"), 0, 64, 1);
    merge_into(&at.join("run"), &out, 2).unwrap();
    assert!(bytes_of(&at.join("one/merged")) == bytes_of(&out.join("merged")));
}
