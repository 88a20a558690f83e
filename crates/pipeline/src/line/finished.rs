//! Finds out whether a pack is there already, finished and undamaged.

use super::error::LineError;
use super::journal;
use super::tally::Tally;
use crate::bucket::PerLevel;
use crate::config::Job;
use crate::pack::{ALGORITHM, Manifest, Pack, PackError};
use crate::verify::{Options, verify};
use std::path::{Path, PathBuf};
use std::slice;

/// A finished pack of the same job, or all the packs of one.
pub struct FinishedRun {
    /// Its folder; of several packs the name without their numbers.
    pub folder: PathBuf,
    /// The job that it records.
    pub job: Job,
    /// Its counts.
    pub tally: Tally,
    /// Number of refused entries of its list.
    pub refused: u64,
    /// The packs, where several were asked for.
    pub parts: Vec<PartMade>,
}

impl FinishedRun {
    /// Adds the puzzles and packs of another pack of the same run.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.tally.add_part(&other.tally);
        self.parts.extend(other.parts);
        self
    }
}

/// A pack of a run that makes several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartMade {
    /// Its folder.
    pub folder: PathBuf,
    /// Number of puzzles that it holds of each level, easiest first.
    pub made: PerLevel<u64>,
    /// `true` if it was there before this process began to write packs.
    pub was_there: bool,
}

impl PartMade {
    /// Returns a pack that was there before, as its manifest describes it.
    pub(super) fn found(folder: &Path, manifest: &Manifest) -> Self {
        Self {
            folder: folder.to_owned(),
            made: std::array::from_fn(|level| manifest.levels.get(level).map_or(0, |it| it.made)),
            was_there: true,
        }
    }
}

/// Returns the finished pack at `target`, if it is one of this job. Without a given seed a pack of
/// any seed is accepted: the name asks for one pack, and it is there.
///
/// A run that its timeout cut and that was killed before it could clear its journal in `part` has
/// finished, too.
///
/// # Errors
/// If something else is there, or its manifest is damaged.
pub fn found(
    target: &Path,
    part: &Path,
    job: &Job,
    seed_is_given: bool,
) -> Result<Option<Pack>, LineError> {
    if target.symlink_metadata().is_err() {
        return Ok(None);
    }
    let path = || target.to_owned();
    let pack = match Pack::open(target) {
        Ok(pack) => pack,
        Err(PackError::NoPack { .. }) => return Err(LineError::InTheWay { path: path() }),
        Err(_) if !target.is_dir() => return Err(LineError::InTheWay { path: path() }),
        Err(error) => return Err(error.into()),
    };
    let manifest = pack.manifest();
    let mut asked = job.clone();
    if !seed_is_given {
        asked.seed = manifest.job.seed;
    }
    // The ledger's state when it was made: the ledger holds the pack itself by now.
    if !asked.ledger.is_empty() && !manifest.job.ledger.is_empty() {
        asked.ledger = manifest.job.ledger.clone();
    }
    let same_but_count = manifest.job
        == Job {
            count: manifest.job.count,
            ..asked.clone()
        };
    if manifest.algorithm != ALGORITHM || !same_but_count {
        return Err(LineError::PackOfAnotherJob { path: path() });
    }
    let used = manifest.numbers;
    let was_cut = || matches!(journal::used(&part.join(journal::FILE)), Ok(Some(n)) if n == used);
    if manifest.job.count == asked.count || was_cut() {
        return Ok(Some(pack));
    }
    Err(LineError::OtherCount { path: path(), used })
}

/// Checks a finished pack's files and returns what it holds.
///
/// # Errors
/// [`LineError::PackDamaged`] if a file is not as it was written.
pub fn made(pack: &Pack) -> Result<FinishedRun, LineError> {
    let folder = pack.folder().to_owned();
    let options = Options {
        checksums_only: true,
    };
    let report = verify(slice::from_ref(&folder), options, &mut |_| ());
    if let Some(finding) = report.findings.first() {
        return Err(LineError::PackDamaged {
            path: folder,
            finding: finding.to_string(),
        });
    }
    Ok(FinishedRun {
        folder,
        tally: Tally::of_pack(pack)?,
        refused: pack.manifest().dropped.refused,
        parts: match pack.manifest().job.part {
            None => Vec::new(),
            Some(_) => vec![PartMade::found(pack.folder(), pack.manifest())],
        },
        job: pack.manifest().job.clone(),
    })
}
