//! Tests that `ledger check` finds changes in the database. It must find a change of any column that can be
//! compared with other data.

use crate::factory::{run_in, run_words};
use crate::ledger::{LEDGER, ids, make};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_factory::ledger::{Ledger, LedgerCreation, TakeRecord};

/// A ledger with rows in every table, and the bytes of its file, with which it can be restored.
struct Whole {
    folder: tempfile::TempDir,
    good: Vec<u8>,
}

impl Whole {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        make(at, &["mon", "tue"]);
        for (pack, level, title) in [("mon", "easy", "Book A"), ("tue", "hard", "Book B")] {
            let out = format!("{level}.sdm");
            let pack = format!("output/{pack}");
            let words = ["export", &pack, "--to", "sdm", "--level", level];
            run_words(at, &[&words[..], &["--ship", title, "-o", &out]].concat()).expect(0);
        }
        let said = run_words(at, &["ledger", "export", "--pack", "mon"]).expect(0);
        let id = said.out.lines().nth(7).unwrap().split(',').next().unwrap();
        run_words(at, &["ledger", "retire", id, "--why", "misprint"]).expect(0);
        let ledger = Ledger::open(&at.join(LEDGER), LedgerCreation::Never).unwrap();
        let id = ids(&at.join("output/mon"))
            .into_iter()
            .find(|id| ledger.is_in_stock(*id).unwrap());
        let takes = ledger.begin_takes().unwrap();
        let pack = takes.pack_of(id.unwrap()).unwrap().unwrap();
        let take = TakeRecord {
            client: "shop".to_owned(),
            key: "order 1".to_owned(),
            asked: String::new(),
        };
        takes.record(take, &[(pack, id.unwrap())]).unwrap();
        takes.commit().unwrap();
        drop(ledger);
        run_in(at, "ledger check").expect(0);
        let path = at.join(LEDGER);
        let good = fs::read(&path).unwrap();
        Self { folder, good }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(LEDGER)
    }

    /// Restores the ledger's file, and removes the files beside it.
    fn restore(&self) {
        let output = self.folder.path().join("output");
        for entry in fs::read_dir(output).unwrap().flatten() {
            if entry.file_type().unwrap().is_file() {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        fs::write(self.path(), &self.good).unwrap();
    }

    /// Returns the exit code and the output of `ledger check` after these SQL statements.
    fn after(&self, statements: &str) -> (i32, String) {
        self.restore();
        let db = Connection::open(self.path()).unwrap();
        db.execute_batch(statements)
            .unwrap_or_else(|error| panic!("{statements}: {error}"));
        drop(db);
        let said = run_in(self.folder.path(), "ledger check");
        (said.code, said.out + &said.err)
    }

    /// Asserts that `ledger check` finds changes that SQL statements make. Each pair in `changes` has the statements,
    /// and a word that the output must contain.
    fn shows(&self, changes: &[(&str, &str)]) {
        for (statements, word) in changes {
            let (code, said) = self.after(statements);
            assert_eq!(code, 4, "{statements}: {said}");
            assert!(said.contains(word), "{statements}: {said}");
        }
    }
}

#[test]
fn every_column_that_is_changed_is_found() {
    Whole::new().shows(&[
        ("UPDATE shipped SET place = place + 1000", "Book A"),
        (
            "UPDATE shipped SET place = 13 WHERE place = 12
                 AND shipment = (SELECT shipment FROM shipment WHERE title = 'Book B')",
            "Book B",
        ),
        (
            "UPDATE pack SET levels = replace(levels, 'easy', 'hard')",
            "levels",
        ),
        (
            "UPDATE pack SET levels = ',' || levels WHERE pack = 1",
            "levels",
        ),
        (
            "UPDATE pack SET folder = '/elsewhere' WHERE pack = 1",
            "folder",
        ),
        ("UPDATE pack SET job = 'another' WHERE pack = 1", "job"),
        (
            "UPDATE pack SET against = '{\"states\":[]}' WHERE pack = 2",
            "against",
        ),
        (
            "UPDATE pack SET against = 'nothing' WHERE pack = 2",
            "against",
        ),
        (
            "UPDATE pack SET published = '2020-01-01T00:00:00Z' WHERE pack = 1",
            "published",
        ),
        (
            "UPDATE shipment SET shipped = '2020-01-01T00:00:00Z' WHERE title = 'Book A'",
            "other shipments",
        ),
        (
            "UPDATE shipment SET title = 'Book C' WHERE title = 'Book A'",
            "other shipments",
        ),
        ("UPDATE retired SET why = 'good'", "other shipments"),
        ("UPDATE retired SET retired = 'never'", "other shipments"),
        ("DELETE FROM retired", "other shipments"),
        ("INSERT INTO held VALUES (9, 1, 1)", "counts of levels"),
        (
            "INSERT INTO entry VALUES (99, zeroblob(16), 1, 1, 1)",
            "puzzles of packs",
        ),
    ]);
}

#[test]
fn tables_indexes_and_triggers_that_are_changed_are_found() {
    Whole::new().shows(&[
        ("DROP INDEX shipped_once", "shipped_once"),
        ("DROP INDEX entry_id", "entry_id"),
        (
            "DROP VIEW puzzle; CREATE VIEW puzzle AS SELECT 1",
            "view puzzle",
        ),
        (
            "CREATE TRIGGER quiet BEFORE INSERT ON shipped BEGIN SELECT RAISE(IGNORE); END",
            "trigger quiet",
        ),
        (
            "CREATE TRIGGER 'two\nlines' BEFORE DELETE ON shipped BEGIN SELECT 1; END",
            "trigger two\\nlines",
        ),
        (
            "CREATE UNIQUE INDEX one_each ON shipped (shipment) WHERE place < 0",
            "one_each",
        ),
    ]);
}

#[test]
fn events_and_takes_that_are_changed_are_found() {
    Whole::new().shows(&[
        ("DELETE FROM event WHERE kind = 'shipped'", "never given"),
        (
            "UPDATE event SET kind = 'lost' WHERE event = 1",
            "makes no sense",
        ),
        ("UPDATE event SET ids = zeroblob(16)", "other shipments"),
        ("UPDATE take SET key = 'order 2'", "other shipments"),
        ("UPDATE take SET asked = '{}'", "other shipments"),
        ("DELETE FROM take", "other shipments"),
    ]);
}

#[test]
fn a_value_of_the_wrong_type_is_told_in_our_words() {
    let whole = Whole::new();
    for statements in [
        "UPDATE entry SET d = 1.5 WHERE pack = 1",
        "UPDATE entry SET d = 'much' WHERE pack = 2",
        "UPDATE entry SET level = 300 WHERE pack = 2",
        "UPDATE pack SET name = x'00' WHERE pack = 1",
        "UPDATE pack SET published = x'00' WHERE pack = 1",
        "UPDATE pack SET total = 'all' WHERE pack = 2",
    ] {
        let (code, said) = whole.after(statements);
        assert_eq!(code, 65, "{statements}: {said}");
        for word in ["ledger.sqlite is damaged", "factory ledger rebuild"] {
            assert!(said.contains(word), "{statements}: {said}");
        }
        assert!(!said.contains("Invalid"), "{said}");
    }
}

/// Entries are compared with the packs, even if they agree with their checksum.
#[test]
fn entries_are_held_against_the_packs_that_are_there() {
    let whole = Whole::new();
    let db = Connection::open(whole.path()).unwrap();
    let mut entries = db
        .prepare("SELECT id, number, level, d + 1 FROM entry WHERE pack = 1 ORDER BY id")
        .unwrap();
    let mut hasher = crc32fast::Hasher::new();
    let mut rows = entries.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        hasher.update(&row.get::<_, Vec<u8>>(0).unwrap());
        hasher.update(&row.get::<_, u64>(1).unwrap().to_le_bytes());
        hasher.update(&[row.get(2).unwrap()]);
        hasher.update(&row.get::<_, u32>(3).unwrap().to_le_bytes());
    }
    drop(rows);
    drop(entries);
    drop(db);
    let (code, said) = whole.after(&format!(
        "UPDATE entry SET d = d + 1 WHERE pack = 1;
         UPDATE pack SET checksum = {} WHERE pack = 1",
        hasher.finalize()
    ));
    assert_eq!(code, 4, "{said}");
    let expected = "output/mon: the ledger has another number, level or D of 60 of its 60 puzzles";
    assert!(said.contains(expected), "{said}");
}

/// Returns all rows of all tables except the backups, as text, or `None` if the ledger can't be read.
fn content(path: &Path) -> Option<String> {
    let db = Connection::open(path).ok()?;
    let mut said = String::new();
    for table in [
        "pack", "entry", "shipment", "shipped", "retired", "held", "take",
    ] {
        let mut rows = db.prepare(&format!("SELECT * FROM {table}")).ok()?;
        let columns = rows.column_count();
        let mut rows = rows.query([]).ok()?;
        while let Some(row) = rows.next().ok()? {
            for column in 0..columns {
                let value = row.get_ref(column).ok()?;
                said += &match value {
                    ValueRef::Text(text) => format!("{:?} ", String::from_utf8_lossy(text)),
                    other => format!("{other:?} "),
                };
            }
            said += "\n";
        }
    }
    Some(said)
}

#[test]
fn flipped_bits_that_change_what_it_says_are_found() {
    let whole = Whole::new();
    let (path, good) = (whole.path(), whole.good.clone());
    let before = content(&path).unwrap();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut changed, mut missed) = (0, Vec::new());
    // Most of a small database is free space, all zeros.
    let used: Vec<usize> = (0..good.len()).filter(|at| good[*at] != 0).collect();
    for _ in 0..400 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let bit = 8 * used[(state >> 8) as usize % used.len()] + (state % 8) as usize;
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        whole.restore();
        fs::write(&path, &bytes).unwrap();
        if content(&path).as_ref() == Some(&before) {
            continue;
        }
        changed += 1;
        whole.restore();
        fs::write(&path, &bytes).unwrap();
        let checked = Ledger::open(&path, LedgerCreation::Never).and_then(|ledger| ledger.check());
        if checked.is_ok_and(|report| report.findings.is_empty()) {
            missed.push(bit);
        }
    }
    assert!(changed >= 50, "{changed}");
    assert_eq!(missed, Vec::<usize>::new(), "of {changed}");
}
