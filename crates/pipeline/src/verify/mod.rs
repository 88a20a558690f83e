//! Checks finished packs without trusting the content of any file. Whatever the bytes are, the result is a list of
//! findings and never a panic.
//!
//! Sizes and hashes are compared with the manifest, which must not contradict itself or its job. Every rating is
//! computed again. Every puzzle is compared with all puzzles of all given packs.
//!
//! Every solution is checked by exact cover ([`crate::solve::exact_cover`], [`crate::solve::layout_cover`]), which
//! is not used for making puzzles. Boards above 16×16 are too large for exact cover, so another search checks
//! them.
//!
//! Records are checked on all threads of the current rayon pool. For any number of threads, findings are in the
//! order of packs, files and records.

mod check;
mod files;
mod finding;
mod layout_proof;
mod level;
mod manifest;
mod proof;
mod repeats;
mod report;
#[cfg(feature = "thorough")]
mod second_opinion;

pub use finding::{Finding, PackProblem, RecordPlace};
pub use report::{LongerRun, Progress, Report, VerifyOptions};
#[cfg(feature = "thorough")]
pub use second_opinion::second_opinions;

use crate::bucket::Quotas;
use crate::pack::{MANIFEST_FILE, Pack};
use check::Verification;
use repeats::Repeats;
use std::collections::HashSet;
use std::path::PathBuf;

/// Checks these packs, each by itself and against all others. `on_progress` is called every few thousand records, on
/// the calling thread.
///
/// ```no_run
/// use factory_pipeline::verify::{VerifyOptions, verify};
/// let report = verify(&["output/monday".into()], VerifyOptions::default(), &mut |_| ());
/// for finding in &report.findings {
///     println!("{finding}");
/// }
/// ```
pub fn verify(
    packs: &[PathBuf],
    options: VerifyOptions,
    on_progress: &mut dyn FnMut(Progress),
) -> Report {
    let mut check = Verification {
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

impl Verification<'_> {
    /// Checks a run that ended because its last quota was full. The last candidate puzzle that the run used must be the
    /// one that filled this quota.
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
            let problem = PackProblem::Claim { claim, reason };
            self.find(&pack.folder().join(MANIFEST_FILE), None, problem);
        }
    }

    fn pack(&mut self, pack: &Pack, options: VerifyOptions) {
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
