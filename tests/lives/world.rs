//! Runs the steps of a life in one folder, and records what must be true of the folder after each step.

use super::model::{LedgerChange, Records, Task};
use super::tasks::{make, pick};
use super::{Move, Step};
use crate::factory::{factory, factory_at};
use crate::stock::{LEVELS, request};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use sudoku_factory::grid::PuzzleId;
use sudoku_factory::ledger::{Ledger, LedgerCreation};
use sudoku_factory::pack::{MANIFEST_FILE, Pack};
use sudoku_factory::stock::{Stock, TakeError};
use tempfile::TempDir;

pub(super) const LEDGER: &str = "output/ledger.sqlite";
/// The name of the client that takes puzzles in all lives.
const CLIENT: &str = "shop";
/// Additional exit codes of a command that was put off. By the time it runs again, its packs may be gone, or other
/// commands may have used its puzzles.
const LATE: [i32; 4] = [0, 2, 3, 65];

/// Returns the library that kills a program at a call, which is built on first use; `None` on other systems than
/// Linux, where it can't be loaded.
fn interposer() -> Option<&'static Path> {
    static LIBRARY: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    if !cfg!(target_os = "linux") {
        return None;
    }
    let (_, library) = LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("interpose.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/interpose.c");
        let mut compiler = Command::new("cc");
        compiler
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(&library);
        let made = compiler.args([source, "-ldl"]).status();
        assert!(made.unwrap().success(), "{source} was not built");
        (folder, library)
    });
    Some(library)
}

fn errors(said: &Output) -> String {
    String::from_utf8_lossy(&said.stderr).into_owned()
}

/// Returns the ids of a pack in its order, and the text of its manifest.
pub(super) fn read_pack(folder: &Path) -> (Vec<PuzzleId>, String) {
    let pack = Pack::open(folder).unwrap();
    let levels = pack.manifest().job.scheme.levels();
    let ids = levels.flat_map(|level| pack.ids(level).unwrap()).collect();
    let manifest = fs::read_to_string(folder.join(MANIFEST_FILE)).unwrap();
    (ids, manifest)
}

/// A folder, and what must be true of it.
pub struct World {
    folder: TempDir,
    pub(super) records: Records,
    /// The packs ever published, each with the ids in the pack's order and the text of its manifest.
    pub(super) packs: BTreeMap<String, (Vec<PuzzleId>, String)>,
    /// Commands that were killed and are run again at the end.
    pub(super) put_off: Vec<Task>,
    /// The records at the time of the last backup, and the number of the ledger's last event at that time; `None`
    /// without a backup.
    backup: Option<(Records, u64)>,
    is_rebuilt: bool,
    /// A counter that gives runs, takes and backups different names.
    pub(super) count: usize,
}

impl World {
    /// Makes a folder with a ledger and one small pack.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut world = Self {
            folder,
            records: Records::default(),
            packs: BTreeMap::new(),
            put_off: Vec::new(),
            backup: None,
            is_rebuilt: false,
            count: 0,
        };
        world.give(&make(9, 6), &[0]);
        world
    }

    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(super) fn ledger(&self) -> Ledger {
        Ledger::open(&self.at(LEDGER), LedgerCreation::Never).unwrap()
    }

    /// Returns the names of the packs that exist.
    pub(super) fn there(&self) -> Vec<String> {
        let exists = |name: &&String| self.at("output").join(name).join(MANIFEST_FILE).exists();
        self.packs.keys().filter(exists).cloned().collect()
    }

    fn command(&self, words: &str) -> Command {
        let mut command = match std::env::var_os("LIVES_FACTORY") {
            Some(program) => factory_at(&program),
            None => factory(),
        };
        command
            .current_dir(self.folder.path())
            .args(words.split_whitespace());
        command
    }

    /// Makes a move, and compares the folder with the model.
    pub fn live(&mut self, next: &Move) {
        match &next.step {
            Step::Serve { key, level, count } => self.serve(*key, *level, *count),
            Step::Delete { pack } => {
                if let Some(name) = pick(&self.there(), *pack) {
                    fs::remove_dir_all(self.at("output").join(name)).unwrap();
                }
            }
            Step::Restore => self.restore(),
            Step::Rebuild => return self.rebuild(next.kill),
            step => {
                if let Some(task) = self.task(step) {
                    self.strike(&task, next);
                }
                if matches!(step, Step::BackUp) {
                    let last = self.ledger().last_event().unwrap();
                    self.backup = Some((self.records.clone(), last));
                }
            }
        }
        self.check(None);
    }

    pub(super) fn done(&self, words: &str) {
        let said = self.command(words).output().unwrap();
        assert_eq!(said.status.code(), Some(0), "{words}: {}", errors(&said));
    }

    /// Runs a command. If the move has a kill, the first attempt is killed; then the command may be put off until
    /// the end.
    fn strike(&mut self, task: &Task, next: &Move) {
        if let (Some(at), Some(library)) = (next.kill, interposer()) {
            let is_killed = self
                .struck(&task.words, at, library)
                .status
                .code()
                .is_none();
            self.check(Some(task));
            if is_killed && next.is_put_off && !matches!(next.step, Step::BackUp) {
                self.put_off.push(task.clone());
                return;
            }
        }
        let codes = self.codes(task);
        self.give(task, &codes);
    }

    fn struck(&self, words: &str, at: u16, library: &Path) -> Output {
        let mut command = self.command(words);
        command
            .env("LD_PRELOAD", library)
            .env("FAULTS_ROOT", self.folder.path())
            .env("FAULTS_AT", at.to_string())
            .env("FAULTS_KIND", "kill");
        command.output().unwrap()
    }

    /// Returns the exit codes that a command may have now.
    fn codes(&self, task: &Task) -> Vec<i32> {
        match &task.change {
            LedgerChange::Ship { title, ids } => vec![self.records.code_of_shipment(title, ids)],
            LedgerChange::Unship { title } => {
                vec![match self.records.shipped.contains_key(title) {
                    true => 0,
                    false => 2,
                }]
            }
            // A rebuilt ledger may lack the state with which the pack's job began.
            LedgerChange::Publish { .. } if self.is_rebuilt => vec![0, 65],
            LedgerChange::Publish { .. } | LedgerChange::Retire { .. } => vec![0],
            LedgerChange::Other => vec![0, 3],
        }
    }

    /// Runs a command, and applies its change to the model if it succeeds.
    fn give(&mut self, task: &Task, codes: &[i32]) {
        let said = self.command(&task.words).output().unwrap();
        let code = said.status.code().unwrap_or(-1);
        assert!(
            codes.contains(&code),
            "{} ends with {code}, not {codes:?}: {}",
            task.words,
            errors(&said)
        );
        if code != 0 {
            return;
        }
        match &task.change {
            LedgerChange::Publish { name, .. } => self.adopt(name, task),
            change => self.records.apply(change),
        }
    }

    /// Adds a pack that a command has made to the model.
    pub(super) fn adopt(&mut self, name: &str, task: &Task) {
        let (ids, manifest) = read_pack(&self.at("output").join(name));
        if let Some((_, before)) = self.packs.get(name) {
            // Not if others' puzzles had to be replaced: the ledger does not record the order of two jobs.
            let is_same = &manifest == before || manifest.matches("\"digest\"").count() > 1;
            assert!(is_same, "{name} was made again with other bytes");
        }
        let base = match &task.change {
            LedgerChange::Publish {
                base: Some(base), ..
            } => Some(self.packs[base].0.clone()),
            _ => None,
        };
        self.records.publish(name, &ids, base.as_deref());
        self.packs.insert(name.to_owned(), (ids, manifest));
    }

    /// Takes puzzles as the server does.
    fn serve(&mut self, key: u8, level: u8, count: u8) {
        let key = format!("{key}-{level}-{count}");
        let stock = Stock::open(&self.at("output"), &self.at(LEDGER)).unwrap();
        let asked = request(&key, LEVELS[usize::from(level)], count.into());
        assert_eq!(asked.client, CLIENT);
        match stock.take(asked) {
            Ok(taken) => {
                let ids = crate::stock::ids(&taken.items);
                if let Some(before) = self.records.taken.get(&key) {
                    assert!(taken.is_again && ids.iter().all(|id| before.contains(id)));
                    return;
                }
                assert_eq!(ids.len(), usize::from(count));
                let mut gone = ids.iter().filter(|&&id| self.records.is_gone(id));
                assert_eq!(gone.next(), None, "the server gives out what is gone");
                self.records.taken.insert(key, ids.into_iter().collect());
            }
            Err(TakeError::Short { free, .. }) => {
                assert!(free < count.into() && !self.records.taken.contains_key(&key));
            }
            // No pack that exists has the level.
            Err(TakeError::Level(_)) => {}
            // The key's pack was deleted since.
            Err(TakeError::PackGone { .. }) => assert!(self.records.taken.contains_key(&key)),
            Err(error) => panic!("{error}"),
        }
    }

    /// Replaces the ledger's file with the last backup, checks that the program refuses the backup if it lacks events
    /// of the ledger, and puts the ledger back. Does nothing if there is no backup.
    fn restore(&mut self) {
        let Some((_, then)) = self.backup else { return };
        let now = self.ledger().last_event().unwrap();
        let (ledger, aside) = (self.at(LEDGER), self.at("aside.sqlite"));
        fs::rename(&ledger, &aside).unwrap();
        fs::copy(self.last_backup(), &ledger).unwrap();
        let said = self.command("ledger query").output().unwrap();
        let code = if then == now { 0 } else { 65 };
        assert_eq!(
            said.status.code(),
            Some(code),
            "an older copy: {}",
            errors(&said)
        );
        fs::rename(&aside, &ledger).unwrap();
    }

    fn last_backup(&self) -> PathBuf {
        let number = |path: &PathBuf| path.file_stem()?.to_str()?.parse::<usize>().ok();
        let files = fs::read_dir(self.at("copy")).unwrap();
        let files = files.map(|it| it.unwrap().path());
        files
            .filter(|path| number(path).is_some())
            .max_by_key(number)
            .unwrap()
    }

    /// Damages the ledger, and rebuilds it from the last backup and all packs that exist. Does nothing if there is no
    /// backup and no pack. With `kill`, an earlier attempt to rebuild is killed at the call with this number.
    fn rebuild(&mut self, kill: Option<u16>) {
        let there = self.there();
        if there.is_empty() && self.backup.is_none() {
            return;
        }
        let ledger = self.at(LEDGER);
        let mut bytes = fs::read(&ledger).unwrap();
        bytes[..12].copy_from_slice(b"spilt coffee");
        fs::write(&ledger, bytes).unwrap();
        let mut words = "ledger rebuild".to_owned();
        self.is_rebuilt = true;
        self.records = Records::default();
        if let Some((records, _)) = &self.backup {
            self.records = records.clone();
            words += &format!(" --from {}", self.last_backup().display());
        }
        for name in &there {
            words += &format!(" output/{name}");
            for id in &self.packs[name].0 {
                let first = self.records.published.entry(*id);
                first.or_insert_with(|| name.clone());
            }
        }
        self.packs.retain(|name, _| there.contains(name));
        if let (Some(at), Some(library)) = (kill, interposer()) {
            self.struck(&words, at, library);
        }
        self.done(&words);
        self.check(None);
    }

    /// Repeats every command that was put off, and checks every pack.
    pub fn end(mut self) {
        for task in std::mem::take(&mut self.put_off) {
            let codes = self.codes(&task);
            let codes = if codes == [0] {
                LATE.to_vec()
            } else {
                [codes, LATE.to_vec()].concat()
            };
            self.give(&task, &codes);
            self.check(None);
        }
        for name in self.there() {
            self.done(&format!("verify --quick output/{name}"));
        }
    }
}
