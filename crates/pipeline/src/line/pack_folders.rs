//! Names the folders of a run's packs, and finds the finished packs in these folders.

use super::error::LineError;
use super::journal::{self, Owner};
use crate::config::Job;
use crate::disk::{FolderLock, LockError, create_folders, with_ending, with_patience};
use crate::pack::{ALGORITHM, Pack, PackError};
use crate::verify::{VerifyOptions, verify};
use std::path::{Path, PathBuf};
use std::slice;

/// The paths of a run: the folders of its packs, and the folder of the run while it is unfinished.
#[derive(Debug, Clone)]
pub struct PackFolders {
    /// The folder of the pack; for several packs their common path without the packs' numbers.
    pub target: PathBuf,
    /// The folder of the unfinished run.
    pub part: PathBuf,
}

impl PackFolders {
    /// Returns the paths of a run whose pack is written to `target`.
    pub fn new(target: PathBuf) -> Self {
        let part = with_ending(&target, ".part");
        Self { target, part }
    }

    /// Returns the path of the unfinished run's journal.
    pub fn journal(&self) -> PathBuf {
        self.part.join(journal::FILE)
    }

    /// Returns the folders of the packs in order: for a single pack `target`, for several packs `target-001` and so
    /// on, all with the same number of digits.
    pub fn all(&self, job: &Job) -> Vec<PathBuf> {
        let Some(of) = job.packs() else {
            return vec![self.target.clone()];
        };
        let width = of.to_string().len().max(3);
        let folder = |number: u64| with_ending(&self.target, &format!("-{number:0width$}"));
        (1..=of).map(folder).collect()
    }

    /// Returns the folder of the first pack, and the job of that pack.
    pub fn first(&self, job: &Job) -> (PathBuf, Job) {
        (self.all(job).swap_remove(0), job.of_part(1))
    }

    /// Creates the folder of the unfinished run if it is missing, and locks the folder for this process. Waits up
    /// to two seconds for a process that was just killed and still holds the lock.
    ///
    /// # Errors
    /// [`LineError::Locked`] with the holder if another process still holds the lock after two seconds;
    /// [`LineError::Folder`] if the folder can't be written; [`LineError::InTheWay`] if the folder's path is a
    /// symbolic link.
    pub fn lock(&self) -> Result<FolderLock, LineError> {
        let path = self.part.clone();
        // Through a link, the run would write its files into a folder elsewhere.
        if path.is_symlink() {
            return Err(LineError::InTheWay(path));
        }
        with_patience(|| FolderLock::take(&path)).map_err(|error| match error {
            LockError::Held { holder } => LineError::Locked { path, holder },
            LockError::File(source) => LineError::Folder(path, source),
        })
    }

    /// Returns whether the folder contains an unfinished run of another job. A job that differs only in its ledger
    /// states does not count as another job. Returns `false` if another algorithm made the unfinished run, or if
    /// the run's journal can't be read.
    pub fn hold_another_run(&self, job: &Job) -> bool {
        let Ok(Some(Owner::Ours(header))) = journal::owner(&self.journal()) else {
            return false;
        };
        let mut asked = job.clone();
        asked.ledger.clone_from(&header.job.ledger);
        header.job != asked
    }

    /// Finds the finished packs of a run. Returns `job` with the seed, the count and the ledger states that these packs
    /// record (unchanged if there are no packs), and a list of all packs in order, with `None` for each missing pack.
    /// If no pack is missing, the files of all packs are checked.
    ///
    /// If `seed_is_given` is false, the first finished pack may have any seed, since its path identifies the pack. All
    /// other packs must then belong to the same run.
    ///
    /// # Errors
    /// If something other than a pack of this run exists at the path of a pack, or a pack is damaged.
    pub fn packs_there(
        &self,
        job: &Job,
        mut seed_is_given: bool,
    ) -> Result<(Job, Vec<Option<Pack>>), LineError> {
        let mut job = job.clone();
        let mut packs = Vec::new();
        for (number, folder) in (1..).zip(self.all(&job)) {
            let pack = self.pack_at(&folder, &job.of_part(number), seed_is_given)?;
            if let Some(pack) = &pack {
                let recorded = &pack.manifest().job;
                (job.seed, job.count) = (recorded.seed, recorded.count);
                job.ledger = recorded.ledger.clone();
                seed_is_given = true;
            }
            packs.push(pack);
        }
        if packs.iter().all(Option::is_some) {
            packs.iter().flatten().try_for_each(check)?;
        }
        Ok((job, packs))
    }

    /// Returns the finished pack in `folder`, which must be a pack of this job; `None` if nothing exists at that
    /// path. If `seed_is_given` is false, the pack may have any seed. The pack must have the job's count, with one
    /// exception: a timeout cut the pack short, and the run was killed before it deleted its journal.
    ///
    /// # Errors
    /// If something other than such a pack exists at that path, or the pack's manifest is damaged.
    pub fn pack_at(
        &self,
        folder: &Path,
        job: &Job,
        seed_is_given: bool,
    ) -> Result<Option<Pack>, LineError> {
        if folder.symlink_metadata().is_err() {
            return Ok(None);
        }
        let path = folder.to_owned();
        let pack = match Pack::open_any(folder) {
            Ok(pack) => pack,
            Err(PackError::NoPack { .. }) => return Err(LineError::InTheWay(path)),
            Err(_) if !folder.is_dir() => return Err(LineError::InTheWay(path)),
            Err(error) => return Err(error.into()),
        };
        let manifest = pack.manifest();
        let mut asked = job.clone();
        if !seed_is_given {
            asked.seed = manifest.job.seed;
        }
        // The state of the ledger when the pack was made; by now the ledger contains the pack
        // itself.
        if !asked.ledger.is_empty() && !manifest.job.ledger.is_empty() {
            asked.ledger = manifest.job.ledger.clone();
        }
        if manifest.algorithm != ALGORITHM || !manifest.job.is_but_for_count(&asked) {
            return Err(LineError::PackOfAnotherJob(path));
        }
        let used = manifest.numbers;
        let was_cut = || matches!(journal::used(&self.journal()), Ok(Some(n)) if n == used);
        if manifest.job.count == asked.count || was_cut() {
            return Ok(Some(pack));
        }
        Err(LineError::OtherCount { path, used })
    }
}

/// Checks that the files of a finished pack have not changed since they were written.
///
/// # Errors
/// [`LineError::PackDamaged`] with the first fault.
pub(super) fn check(pack: &Pack) -> Result<(), LineError> {
    let path = pack.folder().to_owned();
    let options = VerifyOptions {
        checksums_only: true,
    };
    let report = verify(slice::from_ref(&path), options, &mut |_| ());
    match report.findings.first() {
        None => Ok(()),
        Some(finding) => Err(LineError::PackDamaged {
            path,
            finding: finding.to_string(),
        }),
    }
}

/// Creates the folder that holds the packs.
pub(super) fn make_folder(out: &Path) -> Result<(), LineError> {
    create_folders(out).map_err(|error| LineError::Folder(out.to_owned(), error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn numbers_are_as_wide_as_the_last() {
        let ends = |of| {
            let asked = Settings {
                per_level: Some(4),
                packs: Some(of),
                ..Settings::default()
            };
            let order = asked.over(Settings::defaults().unwrap()).run_spec();
            let folders = PackFolders::new("out/books".into()).all(&order.unwrap().job);
            let name = |path: Option<&PathBuf>| path.unwrap().display().to_string();
            (folders.len(), name(folders.first()), name(folders.last()))
        };
        let expected = |of, first: &str, last: &str| (of, first.to_owned(), last.to_owned());
        assert_eq!(ends(12), expected(12, "out/books-001", "out/books-012"));
        assert_eq!(
            ends(1000),
            expected(1000, "out/books-0001", "out/books-1000")
        );
    }
}
