//! Tests ledgers of packs of layouts. No puzzle is published twice, not even turned or relabelled. Puzzles of
//! different layouts never count as the same puzzle. After a kill, ledger and packs still agree.

use crate::factory::{bytes_of, factory, run_in, run_till_killed, run_words};
use crate::ledger::{LEDGER, open, sound};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Returns the ids of a pack's puzzles.
fn ids(at: &Path, pack: &str) -> HashSet<String> {
    let said = run_in(at, &format!("show {pack} --json --limit 100000")).expect(0);
    let id = |line: &str| {
        let puzzle: serde_json::Value = serde_json::from_str(line).unwrap();
        puzzle["id"].as_str().unwrap().to_owned()
    };
    said.out.lines().map(id).collect()
}

fn make(at: &Path, layout: &str, name: &str) {
    let job = format!(
        "--layout {layout} --count 4000 --level singles=40 --seed 5 --ledger {LEDGER} --name {name} -q"
    );
    let said = run_in(at, &job).expect(0);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
}

#[test]
fn packs_of_one_seed_share_no_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in ["mon", "tue"] {
        make(at, "6x6", name);
    }
    // The same cells with other houses are other puzzles.
    make(at, "6x6/3x2", "turned");
    run_in(
        at,
        &format!("--count 900 --per-level 4 --seed 5 --ledger {LEDGER} --name nine -q"),
    )
    .expect(0);
    let packs = ["mon", "tue", "turned", "nine"];
    let all: HashSet<String> = packs
        .iter()
        .flat_map(|pack| ids(at, &format!("output/{pack}")))
        .collect();
    assert_eq!(all.len(), 3 * 40 + 20);
    sound(at);
    run_in(at, "verify output/mon output/tue").expect(0);
    let said = run_in(at, "ledger check").expect(0);
    assert!(
        said.out
            .contains("140 puzzles in 4 packs (4 there, 0 gone)"),
        "{}",
        said.out
    );
    // Deleted and made again, a pack has the same bytes, though the ledger knows its puzzles.
    let before = bytes_of(&at.join("output/tue"));
    fs::remove_dir_all(at.join("output/tue")).unwrap();
    make(at, "6x6", "tue");
    assert!(before == bytes_of(&at.join("output/tue")));
    // A longer run has the puzzles of its pack, and no others of the ledger.
    run_in(
        at,
        &format!("extend output/mon --count 5000 --level singles=55 --ledger {LEDGER} -q"),
    )
    .expect(0);
    let longer = ids(at, "output/mon-to-5000");
    assert_eq!(longer.len(), 55);
    assert!(longer.is_superset(&ids(at, "output/mon")));
    assert!(longer.is_disjoint(&ids(at, "output/tue")));
    sound(at);
}

#[test]
fn puzzles_are_found_turned_and_ship_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "6x6", "mon");
    let export = |title: &str, file: &str| {
        let words = ["export", "output/mon", "--to", "line", "--out", file];
        run_words(
            at,
            &[&words[..], &["--ship", title, "--limit", "30"]].concat(),
        )
    };
    export("Kids", "kids.txt").expect(0);
    export("Kids", "kids.txt").expect(0);
    export("Other", "other.txt").expect(65).complains(&["Kids"]);
    assert!(!at.join("other.txt").exists());
    let list = fs::read_to_string(at.join("kids.txt")).unwrap();
    // Turned by half a turn, and 1 and 2 exchanged.
    let third = list.lines().nth(2).unwrap().chars().rev();
    let relabelled: String = third
        .map(|cell| match cell {
            '1' => '2',
            '2' => '1',
            other => other,
        })
        .collect();
    let said = run_words(at, &["ledger", "query", "--layout", "6x6", &relabelled]).expect(0);
    assert!(said.out.contains("No. 3 of \"Kids\""), "{}", said.out);
    run_words(at, &["ledger", "query", "--layout", "6x6", "123"])
        .expect(2)
        .complains(&["no puzzle of 6x6", "36 characters"]);
    // A book of the rest, and none of it again.
    let book = "book output/mon --preset home --trim a5 --ship Book --out book.pdf";
    run_in(at, book).expect(65).complains(&["Kids"]);
    run_in(at, &format!("{book} --skip 30")).expect(0);
    fs::write(at.join("ids"), relabelled + "\n").unwrap();
    run_in(at, "ledger ship --title Third --ids ids --layout 6x6")
        .expect(65)
        .complains(&["No. 3 of \"Kids\""]);
    assert_eq!(open(at).shipments().unwrap().len(), 2);
    sound(at);
}

#[test]
fn packs_made_without_a_ledger_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run_in(at, "--layout 8x8 --count 20 --seed 3 --name eight -q").expect(0);
    let number = ids(at, "output/eight").len();
    let said = run_in(at, &format!("ledger import output/eight --ledger {LEDGER}")).expect(0);
    assert!(
        said.out.contains(&format!("{number} puzzles")),
        "{}",
        said.out
    );
    sound(at);
    // The same seed now finds nothing new.
    run_in(
        at,
        &format!("--layout 8x8 --count 20 --seed 3 --name again --ledger {LEDGER} -q"),
    )
    .expect(0);
    assert!(ids(at, "output/again").is_empty());
}

/// Several runs with the same seed publish different puzzles, even if they run at the same time.
#[test]
fn layout_jobs_at_the_same_time_never_publish_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "6x6", "first");
    let start = |name: &str| {
        let job = format!(
            "--layout 6x6 --count 90000 --level singles=6000 --seed 6 --threads 1 --name {name} --ledger {LEDGER}"
        );
        let mut command = factory();
        command.current_dir(at).args(job.split_whitespace());
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    for mut child in ["a", "b"].map(start) {
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    let (a, b) = (ids(at, "output/a"), ids(at, "output/b"));
    assert_eq!((a.len(), b.len()), (6000, 6000));
    assert!(a.is_disjoint(&b));
    sound(at);
}

#[test]
fn a_killed_run_of_a_layout_publishes_the_pack_that_it_would_have() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    make(at, "6x6", "first");
    let large = |ledger: &str| {
        format!("--layout 6x6 --level singles=9000 --seed 5 --name large --ledger {ledger} -q")
    };
    run_in(at, "ledger backup calm/output/ledger.sqlite").expect(0);
    let calm = at.join("calm");
    run_in(&calm, &large(LEDGER)).expect(0);
    run_till_killed(at, &large(LEDGER), 700);
    assert!(at.join("output/large.part").exists(), "it was killed");
    run_in(at, &large(LEDGER)).expect(0);
    assert!(ids(at, "output/large").is_disjoint(&ids(at, "output/first")));
    assert!(bytes_of(&calm.join("output/large")) == bytes_of(&at.join("output/large")));
    sound(at);
}
