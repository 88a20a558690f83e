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

use crate::bucket::Quotas;
use crate::pack::{MANIFEST_FILE, Pack, PackError};
use repeats::Repeats;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How thoroughly packs are proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Compares only manifests, sizes and hashes with those written. No record is proved.
    pub checksums_only: bool,
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
    /// Packs that are longer runs of other given packs.
    pub longer: Vec<LongerRun>,
}

/// A pack that holds the puzzles of another, since it is a longer run of the same job, as
/// `factory extend` makes it. They count as no repeats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongerRun {
    /// The longer one's folder.
    pub pack: PathBuf,
    /// The shorter one's.
    pub base: PathBuf,
    /// The number of puzzles in both.
    pub puzzles: u64,
}

/// Proves these packs, each for itself and all together. `on_progress` hears of every few thousand
/// records, on this thread.
///
/// ```no_run
/// use factory_pipeline::verify::{Options, verify};
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
        check.repeats.begin(pack);
        check.pack(pack, options);
    }
    check.report.longer = check.repeats.longer();
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
    /// Checks that a run that ends with a full last quota ends with the candidate that fills it.
    fn last_number(&mut self, pack: &Pack) {
        let manifest = pack.manifest();
        let job = &manifest.job;
        let is_full = |quotas: &Quotas| {
            let mut levels = job.scheme.levels();
            levels.all(|level| manifest.level(level).made == quotas.of(level))
        };
        let fills_last = job.source.is_none()
            && job.part.is_none()
            && !job.exhaust
            && job.quotas.as_ref().is_some_and(is_full);
        let last = self
            .numbers
            .iter()
            .max()
            .map_or(0, |last| last.saturating_add(1));
        if fills_last && last != manifest.numbers {
            let claim = format!("numbers {}", manifest.numbers);
            let reason = format!("its last quota was full after {last}, where the run ended");
            let problem = Problem::Claim { claim, reason };
            self.find(&pack.folder().join(MANIFEST_FILE), None, problem);
        }
    }

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
        if !options.checksums_only {
            for level in pack.manifest().job.scheme.levels() {
                self.level(pack, level);
            }
            self.last_number(pack);
        }
    }
}
