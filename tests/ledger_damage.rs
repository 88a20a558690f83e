//! Tests that damaged ledgers are reported and repaired. Older copies of a ledger, and files of other kinds, must
//! be refused.

use crate::factory::{run_in, run_words};
use crate::ledger::{LEDGER, ids, make, open, sound};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use sudoku_factory::disk::FileLock;
use sudoku_factory::ledger::{Ledger, LedgerCreation};

/// Returns four damaged versions of a ledger that contains this pack, each with its name: with a changed bit, cut by
/// more than a page, cut within the last page, and with zeros.
fn damaged(path: &Path, pack: &Path) -> [(&'static str, Vec<u8>); 4] {
    let good = fs::read(path).unwrap();
    let one = ids(pack).into_iter().next().unwrap();
    let mut places = good.windows(16);
    let at = places.position(|bytes| bytes == one.bytes()).unwrap();
    let mut flipped = good.clone();
    flipped[at + 3] ^= 1;
    let zeros = [&good[..4096], &vec![0; good.len() - 4096]].concat();
    [
        ("flipped", flipped),
        ("cut", good[..good.len() - 5000].to_vec()),
        // SQLite itself notices only that whole pages are missing.
        ("cut within a page", good[..good.len() - 100].to_vec()),
        ("zeros", zeros),
    ]
}

#[test]
fn damage_is_found_said_and_mended() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let ship = [
        "ledger",
        "ship",
        "--title",
        "Monday book",
        "--ids",
        "output/mon/3-moderate.sdm",
    ];
    run_words(folder.path(), &ship).expect(0);
    run_in(folder.path(), "ledger backup backup.sqlite").expect(0);
    make(folder.path(), &["tue"]);
    fs::remove_dir_all(folder.path().join("output/mon")).unwrap();
    let head = open(folder.path()).head().unwrap();
    let path = folder.path().join(LEDGER);
    for (name, bytes) in damaged(&path, &folder.path().join("output/tue")) {
        fs::write(&path, &bytes).unwrap();
        for arguments in [
            format!("--count 100 --seed 9 --ledger {LEDGER}"),
            "ledger query".to_owned(),
        ] {
            let said = run_in(folder.path(), &arguments);
            assert_eq!(said.code, 65, "{name}: {}", said.err);
            said.complains(&["ledger.sqlite", "damaged", "factory ledger rebuild"]);
        }
        let kept = fs::read(&path).unwrap();
        assert!(kept == bytes, "{name}: it was overwritten");
        let rebuild = "ledger rebuild --from backup.sqlite output/tue";
        let said = run_in(folder.path(), rebuild).expect(0);
        assert!(said.out.contains("120 puzzles in 2 packs"), "{}", said.out);
        assert!(
            said.out.contains("kept as output/ledger.sqlite.old"),
            "{}",
            said.out
        );
        // The pack that was deleted is known by the backup; the state is the same.
        let ledger = open(folder.path());
        assert_eq!(ledger.head().unwrap(), head);
        assert!(ledger.puzzle_shipped("Monday book", 12).unwrap().is_some());
        sound(folder.path());
    }
    run_in(folder.path(), "ledger rebuild")
        .expect(2)
        .complains(&["--from FILE", "folders of packs"]);
    // A sound one is left as it is.
    let said = run_in(folder.path(), "ledger rebuild output/tue").expect(0);
    assert!(said.out.contains("is sound"), "{}", said.out);
    assert!(!folder.path().join("output/ledger.sqlite.old-5").exists());
    make(folder.path(), &["wed"]);
}

#[test]
fn an_older_copy_that_was_put_back_is_refused_until_that_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let path = folder.path().join(LEDGER);
    let monday = fs::read(&path).unwrap();
    make(folder.path(), &["tue"]);
    let tuesday = fs::read(&path).unwrap();
    fs::write(&path, &monday).unwrap();
    for arguments in [
        "ledger query",
        "--count 20 --seed 3 --ledger output/ledger.sqlite",
    ] {
        run_in(folder.path(), arguments).expect(65).complains(&[
            "older copy",
            "ledger.sqlite.last",
            "factory ledger import",
        ]);
    }
    assert!(fs::read(&path).unwrap() == monday, "it was written to");
    // So is a new one in the place of one that was deleted.
    fs::remove_file(&path).unwrap();
    run_in(
        folder.path(),
        "--count 20 --seed 3 --ledger output/ledger.sqlite",
    )
    .expect(65)
    .complains(&["ledger.sqlite is missing", "ledger.sqlite.last"]);
    fs::write(&path, &tuesday).unwrap();
    sound(folder.path());
    fs::write(&path, &monday).unwrap();
    fs::remove_file(path.with_extension("sqlite.last")).unwrap();
    let lacking = "output/tue: 60 of its 60 puzzles are not in the ledger";
    let findings = open(folder.path()).check().unwrap().findings;
    assert!(
        matches!(&findings[..], [only] if only.contains(lacking)),
        "{findings:?}"
    );
    run_in(folder.path(), "ledger import output/tue").expect(0);
    assert_eq!(open(folder.path()).head().unwrap().puzzles, 120);
    sound(folder.path());
}

#[test]
fn strange_files_are_refused_and_old_ones_brought_forward() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.sqlite");
    let refused = |code, words: &[&str]| {
        let before = fs::read(&path).ok();
        let said = run_in(folder.path(), "ledger query --ledger ledger.sqlite").expect(code);
        said.complains(words);
        assert!(fs::read(&path).ok() == before, "it was overwritten");
    };
    refused(2, &["there is no ledger at ledger.sqlite"]);
    fs::write(&path, "dear diary").unwrap();
    refused(2, &["is not a ledger of this program"]);
    fs::remove_file(&path).unwrap();
    for other in [
        "CREATE TABLE diary (day)",
        "PRAGMA application_id = 7",
        "PRAGMA user_version = 4; CREATE TABLE diary (day)",
    ] {
        let other_program = Connection::open(&path).unwrap();
        other_program.execute_batch(other).unwrap();
        drop(other_program);
        refused(2, &["is not a ledger of this program"]);
        fs::remove_file(&path).unwrap();
    }
    // A ledger of format 1.
    let first = Connection::open(&path).unwrap();
    first
        .execute_batch(include_str!("../src/ledger/schema-1.sql"))
        .unwrap();
    first
        .pragma_update(None, "application_id", 0x5355_4c47)
        .unwrap();
    first.pragma_update(None, "user_version", 1).unwrap();
    drop(first);
    Ledger::open(&path, LedgerCreation::Never).unwrap();
    let copy = Connection::open(folder.path().join("ledger.sqlite.format-1")).unwrap();
    let version =
        |db: &Connection| db.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0));
    assert_eq!(version(&copy).unwrap(), 1);
    let now = Connection::open(&path).unwrap();
    assert_eq!(version(&now).unwrap(), sudoku_factory::ledger::VERSION);
    // One of the future.
    now.pragma_update(None, "user_version", 99).unwrap();
    drop(now);
    refused(2, &["format 99", "later release"]);
    let rebuild = "ledger rebuild --from ledger.sqlite.format-1 --ledger ledger.sqlite";
    run_in(folder.path(), rebuild)
        .expect(2)
        .complains(&["format 99", "later release"]);
}

/// A damaged ledger is rebuilt even if it can be opened. Opening does not read every table, so only `ledger check` may
/// find the damage.
#[test]
fn a_damaged_ledger_that_can_be_opened_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let db = Connection::open(folder.path().join(LEDGER)).unwrap();
    db.execute_batch("UPDATE pack SET published = '2020-01-01T00:00:00Z'")
        .unwrap();
    drop(db);
    assert_ne!(
        open(folder.path()).check().unwrap().findings,
        Vec::<String>::new()
    );
    let said = run_in(folder.path(), "ledger rebuild output/mon").expect(0);
    assert!(
        said.out.contains("kept as output/ledger.sqlite.old"),
        "{}",
        said.out
    );
    sound(folder.path());
}

/// `ledger check` accepts a pack that has replaced another and holds some of its puzzles, although they have other
/// numbers than in the ledger.
#[test]
fn a_pack_of_another_job_in_the_place_of_a_known_one_is_compared_by_its_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let [output, aside] = ["output", "aside"].map(|it| folder.path().join(it));
    fs::rename(output.join("mon"), &aside).unwrap();
    run_in(
        folder.path(),
        "--from aside/5-very-hard.sdm aside/1-easy.sdm --name mon -q",
    )
    .expect(0);
    assert_eq!(ids(&output.join("mon")).len(), 24);
    let report = open(folder.path()).check().unwrap();
    assert_eq!(report.findings, Vec::<String>::new());
    assert_eq!((report.there, report.gone), (1, 0));
}

/// A ledger that another process has open is not rebuilt, because that process would go on with the replaced
/// file.
#[test]
fn nothing_is_rebuilt_while_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let held = open(folder.path());
    fs::write(folder.path().join(LEDGER), "spilt coffee").unwrap();
    run_in(folder.path(), "ledger rebuild output/mon")
        .expect(75)
        .complains(&["locked by another process"]);
    drop(held);
    run_in(folder.path(), "ledger rebuild output/mon").expect(0);
    sound(folder.path());
}

#[test]
fn a_table_that_is_missing_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let said = run_in(folder.path(), "ledger query").expect(0);
    assert!(!said.out.contains("bytes a puzzle"), "{}", said.out);
    let db = Connection::open(folder.path().join(LEDGER)).unwrap();
    db.execute_batch("DROP TABLE retired").unwrap();
    drop(db);
    let said = run_in(folder.path(), "ledger check").expect(65);
    said.complains(&["its table retired is missing", "factory ledger rebuild"]);
}

/// A pack without any puzzles can be continued after a rebuild. The tests in `lives` found that a rebuilt ledger
/// lacked such a pack, which could then be continued neither with the ledger nor without it.
#[test]
fn a_pack_without_puzzles_is_continued_after_a_rebuild() {
    let folder = tempfile::tempdir().unwrap();
    let make = |count: u32, name: &str| {
        let job = format!("--count {count} --seed 7 --ledger {LEDGER} --name {name} -q");
        run_in(folder.path(), &job).expect(0);
    };
    make(12, "all");
    make(6, "none");
    assert!(ids(&folder.path().join("output/none")).is_empty());
    let path = folder.path().join(LEDGER);
    fs::write(&path, "spilt coffee").unwrap();
    let said = run_in(folder.path(), "ledger rebuild output/all output/none").expect(0);
    assert!(said.out.contains("12 puzzles in 2 packs"), "{}", said.out);
    let more = format!("extend output/none --count 30 --name more --ledger {LEDGER} -q");
    run_in(folder.path(), &more).expect(0);
    let [all, more] = ["all", "more"].map(|it| ids(&folder.path().join("output").join(it)));
    assert!(all.is_disjoint(&more) && !more.is_empty());

    let again = run_in(folder.path(), "ledger rebuild output/all output/none").expect(0);
    assert!(again.out.contains("in 3 packs"), "{}", again.out);
    fs::rename(
        folder.path().join("output/all"),
        folder.path().join("moved"),
    )
    .unwrap();
    run_in(folder.path(), "ledger import moved").expect(0);
    assert_eq!(open(folder.path()).head().unwrap().packs, 3);
    let moved = format!("extend moved --count 30 --out output --ledger {LEDGER}");
    let said = run_in(folder.path(), &moved);
    assert_eq!(said.code, 2, "{}", said.err);
    said.complains(&["moved is not in the ledger", "name the ledger"]);
}

#[test]
fn a_link_to_a_ledger_has_the_lock_of_the_ledger() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let path = folder.path().join(LEDGER);
    let link = folder.path().join("link.sqlite");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let alone = FileLock::exclusive(&path.with_extension("sqlite.lock")).unwrap();
    run_in(folder.path(), "ledger query --ledger link.sqlite").expect(75);
    drop(alone);
    fs::write(&path, "spilt coffee").unwrap();
    run_in(
        folder.path(),
        "ledger rebuild --ledger link.sqlite output/mon",
    )
    .expect(0);
    assert!(link.is_symlink());
    for ending in ["lock", "last", "old"] {
        let beside = folder.path().join(format!("link.sqlite.{ending}"));
        assert!(!beside.exists(), "{}", beside.display());
    }
    run_in(folder.path(), "ledger check").expect(0);
}

/// Opening the ledger corrects the file with the number of the last event. A kill between the commit and the write
/// of the file leaves the number of an earlier event there.
#[test]
fn the_number_of_the_last_event_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path(), &["mon"]);
    let last = folder.path().join(format!("{LEDGER}.last"));
    let right = fs::read_to_string(&last).unwrap();
    assert_ne!(right.trim().parse::<u64>().unwrap(), 0);
    fs::write(&last, format!("{:020}\n", 0)).unwrap();
    drop(open(folder.path()));
    assert_eq!(fs::read_to_string(&last).unwrap(), right);

    // While this file is there, the ledger beside it counts as damaged; otherwise it might be any file.
    fs::write(folder.path().join(LEDGER), "spilt coffee").unwrap();
    let query = || run_in(folder.path(), &format!("ledger query --ledger {LEDGER}"));
    query().complains(&["damaged", "its beginning is not that of a ledger"]);
    fs::remove_file(&last).unwrap();
    query().complains(&["is not a ledger of this program"]);
}
