//! Makes the folders of the tests: an output folder with two packs, made once, and a copy of its ledger for each
//! schedule.

use crate::bucket::Level;
use crate::config::Settings;
use crate::grid::PuzzleId;
use crate::ledger::{Ledger, LedgerCreation};
use crate::line::{self, PublishedIndex, RunRequest};
use crate::pack::Pack;
use crate::stock::Stock;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;
use tempfile::TempDir;

/// The levels from which the clients take: their names, and their numbers.
pub const LEVELS: [(&str, Level); 2] = [("easy", Level::EASY), ("moderate", Level::MODERATE)];
/// The number of puzzles of each level in a pack.
const PER_LEVEL: u64 = 4;

/// The output folder, and the ids of the puzzles of each level that can be taken.
pub struct Made {
    folder: TempDir,
    pub free: [Vec<PuzzleId>; LEVELS.len()],
}

/// Returns the output folder with a pack that is recorded in its ledger, and a pack that is not.
pub fn made() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = ledger_in(folder.path());
        let ledger = Ledger::open(&path, LedgerCreation::IfMissing).unwrap();
        let mut made = Made {
            folder,
            free: Default::default(),
        };
        make_pack(&made.output(), "mon", 1, Some(&ledger));
        make_pack(&made.output(), "tue", 2, None);
        let ids = |name: &str, level| {
            let pack = Pack::open(&made.output().join(name)).unwrap();
            pack.ids(level).unwrap()
        };
        // Of the second pack, the ledger learns the puzzles of one level, by their ids alone.
        let listed = ids("tue", LEVELS[0].1);
        ledger.import_ids("list", &listed).unwrap();
        let mut free = LEVELS.map(|(_, level)| ids("mon", level));
        free[0].extend(listed);
        made.free = free;
        made
    })
}

fn make_pack(output: &Path, name: &str, seed: u64, published: Option<&dyn PublishedIndex>) {
    let asked = Settings {
        per_level: Some(PER_LEVEL),
        count: Some(60),
        seed: Some(seed),
        name: Some(name.to_owned()),
        out: Some(output.to_owned()),
        threads: Some(1),
        quiet: Some(true),
        ..Settings::default()
    };
    let settings = asked.over(Settings::defaults().unwrap());
    let request = RunRequest {
        spec: settings.run_spec().unwrap(),
        fresh: false,
        input: None,
        hooks: None,
    };
    line::run(&request, published).unwrap();
}

fn ledger_in(folder: &Path) -> PathBuf {
    folder.join("ledger.sqlite")
}

impl Made {
    fn output(&self) -> PathBuf {
        self.folder.path().join("output")
    }
}

/// The folder of one schedule, with a ledger of its own. All schedules share the packs.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::copy(ledger_in(made().folder.path()), ledger_in(folder.path())).unwrap();
        Self { folder }
    }

    pub fn stock(&self) -> Stock {
        Stock::open(&made().output(), &ledger_in(self.folder.path())).unwrap()
    }

    /// Opens the ledger as another process does, but without waiting for a lock, because all threads of a schedule
    /// are one thread of the system.
    pub fn ledger(&self) -> Ledger {
        let ledger = Ledger::open(&ledger_in(self.folder.path()), LedgerCreation::Never);
        ledger
            .and_then(|it| it.with_patience(Duration::ZERO))
            .unwrap()
    }
}
