//! Proves finished packs again, with a judge that took no part in making them.
//!
//! Nothing that a file says is taken on trust: sizes and hashes against the manifest, the manifest
//! against itself and its job, every solution by exact cover ([`crate::solve::exact_cover`]; the
//! factory digs with another search), every rating by rating again, every puzzle against all
//! others of all packs given. Whatever the bytes are, the outcome is a list of findings and never
//! a panic.
//!
//! Records are proven on all threads of the rayon pool it is called in; findings come in the order
//! of packs, files and records, whatever the number of threads.

mod files;
mod finding;
mod level;
mod manifest;
mod proof;
mod repeats;

pub use finding::{Finding, Problem, RecordPlace};

use crate::pack::{MANIFEST_FILE, Pack, PackError};
use repeats::Repeats;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How thoroughly packs are proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Only manifests, sizes and hashes: whether the packs are as they were written.
    pub quick: bool,
}

/// How far a verification is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Records proven so far.
    pub done: u64,
    /// Records in all packs, by their manifests.
    pub total: u64,
}

/// What a verification found out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// How many packs were looked at, those that can't be opened included.
    pub packs: usize,
    /// How many records were proven; none if only hashes were asked for.
    pub puzzles: u64,
    /// All that is wrong; nothing if the packs are as they should be.
    pub findings: Vec<Finding>,
}

/// Proves these packs, each for itself and all together. `on_progress` hears of every few thousand
/// records, on this thread.
///
/// ```no_run
/// use sudoku_factory::verify::{Options, verify};
/// let report = verify(&["output/monday".into()], Options::default(), &mut |_| ());
/// for finding in &report.findings {
///     println!("{finding}");
/// }
/// ```
pub fn verify(
    packs: &[PathBuf],
    options: Options,
    on_progress: &mut dyn FnMut(Progress),
) -> Report {
    let mut check = Check {
        report: Report {
            packs: packs.len(),
            ..Report::default()
        },
        repeats: Repeats::default(),
        numbers: HashSet::new(),
        total: 0,
        on_progress,
    };
    let opened = check.open(packs);
    for pack in &opened {
        check.pack(pack, options);
    }
    check.report
}

/// A verification under way.
struct Check<'a> {
    report: Report,
    repeats: Repeats,
    /// The numbers of the records of the pack at hand.
    numbers: HashSet<u64>,
    total: u64,
    on_progress: &'a mut dyn FnMut(Progress),
}

impl Check<'_> {
    fn find(&mut self, file: &Path, record: Option<RecordPlace>, problem: Problem) {
        self.report.findings.push(Finding {
            file: file.to_owned(),
            record,
            problem,
        });
    }

    /// Opens the packs that can be, each once.
    fn open(&mut self, folders: &[PathBuf]) -> Vec<Pack> {
        let mut places = Vec::new();
        let mut opened = Vec::new();
        for folder in folders {
            let place = fs::canonicalize(folder).unwrap_or_else(|_| folder.clone());
            if places.contains(&place) {
                self.find(folder, None, Problem::GivenTwice);
                continue;
            }
            places.push(place);
            match Pack::open(folder) {
                Ok(pack) => {
                    self.total = self.total.saturating_add(pack.manifest().made());
                    opened.push(pack);
                }
                Err(PackError::Manifest { path, problem }) => {
                    self.find(&path, None, Problem::Manifest(problem));
                }
                Err(error) => self.find(folder, None, Problem::unreadable(&error)),
            }
        }
        opened
    }

    fn pack(&mut self, pack: &Pack, options: Options) {
        let manifest_file = pack.folder().join(MANIFEST_FILE);
        for problem in manifest::problems(pack.manifest()) {
            self.find(&manifest_file, None, problem);
        }
        self.files(pack);
        self.numbers.clear();
        if !options.quick {
            for level in pack.manifest().job.scheme.levels() {
                self.level(pack, level);
            }
        }
    }
}
