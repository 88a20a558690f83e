//! Tests shards in a store that is not a folder, and in a store whose requests fail.

use crate::factory::bytes_of;
use crate::shards::{alone, merge_store, plan_in, refuses};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::time::Duration;
use sudoku_factory::cli::Exit;
use sudoku_factory::disk::{AtomicFile, Staging};
use sudoku_factory::shard::{RetryingStore, Run, ShardError, ShardName, ShardRequest, Store, make};

/// A store in memory that has only names and bytes, like a bucket of an object store.
#[derive(Default)]
struct Memory(RefCell<BTreeMap<String, Vec<u8>>>);

impl Store for Memory {
    fn list(&self, folder: &str, visit: &mut dyn FnMut(&str)) -> io::Result<()> {
        let all = self.0.borrow();
        let names = all.keys().filter_map(|name| name.strip_prefix(folder));
        names
            .filter_map(|name| name.strip_prefix('/'))
            .for_each(visit);
        Ok(())
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        let bytes = self.0.borrow().get(name).cloned();
        let bytes = bytes.ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(bytes)))
    }

    fn aside(&self, work: &str) -> io::Result<AtomicFile> {
        AtomicFile::new(Staging::of(&std::env::temp_dir(), work)?)
    }

    fn clear(&self, _: &str) {}

    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()> {
        let bytes = fs::read(file.path())?;
        self.0.borrow_mut().insert(name.to_owned(), bytes);
        Ok(())
    }

    fn place(&self, name: &str) -> String {
        format!("memory:/{name}")
    }
}

/// A store in which half of all requests fail, and which can break off in the middle of a file.
struct Flaky {
    memory: Memory,
    asked: Cell<u64>,
    failed: Cell<u64>,
    /// The kind of error with which requests fail.
    kind: io::ErrorKind,
    breaks_off: bool,
}

impl Flaky {
    fn new(memory: Memory, kind: io::ErrorKind, breaks_off: bool) -> Self {
        Self {
            memory,
            asked: Cell::new(0),
            failed: Cell::new(0),
            kind,
            breaks_off,
        }
    }

    /// Returns a pseudorandom number for the next request.
    fn chance(&self) -> u8 {
        self.asked.set(self.asked.get() + 1);
        blake3::hash(&self.asked.get().to_le_bytes()).as_bytes()[0]
    }

    fn fails(&self) -> io::Result<()> {
        if self.chance().is_multiple_of(2) {
            return Ok(());
        }
        self.failed.set(self.failed.get() + 1);
        Err(self.kind.into())
    }
}

/// A reader that returns its bytes and then fails, although more bytes should follow.
struct BrokenOff(Cursor<Vec<u8>>);

impl Read for BrokenOff {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.0.read(bytes)? {
            0 => Err(io::ErrorKind::ConnectionReset.into()),
            read => Ok(read),
        }
    }
}

impl Store for Flaky {
    fn list(&self, folder: &str, visit: &mut dyn FnMut(&str)) -> io::Result<()> {
        self.memory.list(folder, visit)?;
        // The worst: all is listed, and will be listed again.
        self.fails()
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        self.fails()?;
        let mut file = self.memory.open(name)?;
        if !self.breaks_off || !self.chance().is_multiple_of(4) {
            return Ok(file);
        }
        self.failed.set(self.failed.get() + 1);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        bytes.truncate(bytes.len() / 2);
        Ok(Box::new(BrokenOff(Cursor::new(bytes))))
    }

    fn aside(&self, work: &str) -> io::Result<AtomicFile> {
        self.memory.aside(work)
    }

    fn clear(&self, _: &str) {}

    fn publish(&self, file: &AtomicFile, name: &str) -> io::Result<()> {
        self.fails()?;
        self.memory.publish(file, name)?;
        // The worst: done, and said to have failed.
        self.fails()
    }

    fn place(&self, name: &str) -> String {
        self.memory.place(name)
    }
}

const SHARDS: u64 = 3;

/// Makes the pack of a job in one process, in `one/merged`. Returns a store with the plan of the same job.
fn planned(at: &Path) -> Memory {
    let job = "count = 60\nseed = 24";
    alone(&at.join("one"), job);
    plan_in(&at.join("run"), job, SHARDS);
    let memory = Memory::default();
    let plan = fs::read(at.join("run/plan.json")).unwrap();
    memory.0.borrow_mut().insert("plan.json".to_owned(), plan);
    memory
}

fn make_in(store: &dyn Store, index: u64) -> Result<(), ShardError> {
    let request = ShardRequest {
        index,
        allowance: 0,
        threads: Some(1),
    };
    make(&Run::open(store)?, &request, |_| ()).map(drop)
}

/// Repeats a command until it succeeds, and returns the number of failures. Only the storage may make it fail.
fn insist(mut command: impl FnMut() -> Result<(), ShardError>) -> u64 {
    for failed in 0..1000 {
        match command() {
            Ok(()) => return failed,
            Err(error @ ShardError::Store { .. }) => {
                refuses(error, Exit::TryAgain, &["memory:/", "nothing is lost"]);
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("a thousand times in vain");
}

#[test]
fn a_storage_of_names_and_bytes_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let memory = planned(at);
    for index in [2, 0, 2] {
        make_in(&memory, index).unwrap();
    }
    let run = Run::open(&memory).unwrap();
    assert_eq!(run.survey().unwrap().missing_list(), "1");
    let out = at.join("out");
    let missing = merge_store(&memory, &out, 1).unwrap_err();
    assert!(
        matches!(missing, ShardError::Missing { missing: 1, .. }),
        "{missing}"
    );
    make_in(&memory, 1).unwrap();
    // An object of other bytes than its name tells.
    let name = run.find(1).unwrap().as_ref().map(ShardName::to_string);
    let name = format!("shards/{}", name.unwrap());
    let good = memory.0.borrow()[&name].clone();
    for bytes in [&good[..good.len() / 2], &[]] {
        memory.0.borrow_mut().insert(name.clone(), bytes.to_vec());
        let damaged = merge_store(&memory, &out, 1).unwrap_err();
        assert!(
            matches!(damaged, ShardError::Damaged { index: 1, .. }),
            "{damaged}"
        );
    }
    make_in(&memory, 1).unwrap();
    assert!(memory.0.borrow()[&name] == good);
    merge_store(&memory, &out, 1).unwrap();
    assert!(bytes_of(&at.join("one/merged")) == bytes_of(&out.join("merged")));
}

#[test]
fn storage_that_fails_half_the_time_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let flaky = Flaky::new(planned(at), io::ErrorKind::TimedOut, true);
    let made: u64 = (0..SHARDS).map(|it| insist(|| make_in(&flaky, it))).sum();
    assert!(made > 0);
    let out = at.join("out");
    assert!(insist(|| merge_store(&flaky, &out, 0)) > 0);
    assert!(bytes_of(&at.join("one/merged")) == bytes_of(&out.join("merged")));
    let mut listed = 0;
    flaky.memory.list("shards", &mut |_| listed += 1).unwrap();
    assert_eq!(listed, SHARDS);
}

/// A store with retries repeats requests that failed for a temporary reason, and only these.
#[test]
fn patience_helps_where_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let flaky = Flaky::new(planned(at), io::ErrorKind::TimedOut, false);
    let patient = RetryingStore::new(flaky, Duration::ZERO);
    (0..SHARDS).for_each(|index| make_in(&patient, index).unwrap());
    merge_store(&patient, &at.join("out"), 0).unwrap();
    assert!(bytes_of(&at.join("one/merged")) == bytes_of(&at.join("out/merged")));
    let refusing = Flaky::new(Memory::default(), io::ErrorKind::PermissionDenied, false);
    let refused = |store: &dyn Store| {
        let asked = (0..20).map(|_| make_in(store, 0).unwrap_err());
        asked
            .filter(|error| matches!(error, ShardError::Refused { .. }))
            .count()
    };
    let impatient = refused(&refusing);
    refusing.asked.set(0);
    assert!(impatient > 0);
    assert_eq!(
        refused(&RetryingStore::new(refusing, Duration::ZERO)),
        impatient
    );
}
