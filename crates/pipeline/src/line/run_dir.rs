//! Finds the finished packs of a run, or else opens the folder of the unfinished run, to begin or resume the run.
//!
//! ```text
//! out/NAME/           the finished pack, which appears in one step
//! out/NAME-001/ …     the finished packs, if the job makes several
//! out/NAME.part/      an unfinished run: lock, journal, and at the end the pack being written
//! ```

use super::error::LineError;
use super::journal::{self, Journal, JournalHeader, Owner};
use super::pack_folders::{PackFolders, make_folder};
use super::published_index::PublishedIndex;
use super::seen::SeenPuzzles;
use super::tally::Tally;
use crate::config::{Job, LedgerState, RunOptions, RunSpec, SeedPolicy, Source};
use crate::disk::{FolderLock, entropy, with_ending};
use crate::grid::PuzzleId;
use crate::pack::{ALGORITHM, LayoutRecord, Pack, PackedPuzzle, Record};
use jiff::civil::Date;
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

/// The state of a run in its folder: finished or unfinished.
pub enum RunDir {
    /// The packs of the job exist, so no work is left.
    Finished {
        /// The folder of the pack; for several packs their common path without the packs' numbers.
        target: PathBuf,
        /// The job that the packs record.
        job: Box<Job>,
        /// The packs of the job: one or several.
        packs: Vec<Pack>,
    },
    /// The run is not finished: it is new, or an earlier process left it unfinished.
    Unfinished(Box<UnfinishedRun>),
}

/// A run to begin or to resume. While this value exists, no other process works in its folder.
pub struct UnfinishedRun {
    /// The paths of the packs and of the unfinished run.
    pub folders: PackFolders,
    /// The header of the journal: the pack's name as requested, and the job with its seed.
    header: JournalHeader,
    /// The job of the run. If some of the run's packs already exist, the job has the same maximum number of
    /// candidates (`count`) as these packs.
    pub job: Job,
    /// The journal, opened for appending.
    pub journal: Journal,
    /// The counts that the journal holds.
    pub tally: Tally,
    /// The puzzles that the journal holds.
    pub seen: SeenPuzzles,
    /// Messages to the user, to be shown when the run starts.
    pub notices: Vec<String>,
    /// The lock on the folder of the unfinished run, held until the run ends.
    pub lock: FolderLock,
}

impl RunDir {
    /// Finds the run for a run spec, or creates a new run. If `fresh` is true, an unfinished run is set aside. If
    /// `is_planned` is true, the run spec fixes the ledger state, and a pack or an unfinished run with another
    /// ledger state belongs to another job.
    ///
    /// # Errors
    /// If the folder can't be written, something other than a pack of this job has the pack's path, or another process
    /// is making the same pack.
    pub fn find(
        spec: &RunSpec,
        fresh: bool,
        published: Option<&dyn PublishedIndex>,
        is_planned: bool,
    ) -> Result<Self, LineError> {
        make_folder(&spec.run.out)?;
        let mut notices = Vec::new();
        let resumed = match fresh {
            true => None,
            false => resumable(spec, published.is_some(), &mut notices)
                .filter(|(header, _)| !is_planned || goes_on_from(&header.job, spec)),
        };
        let (mut header, target) = match resumed {
            Some(found) => found,
            None => begun_now(spec, published)?,
        };
        if let Some(published) = published {
            let against = published.run_against(&header.job.ledger);
            against.map_err(LineError::Ledger)?;
        }
        let folders = PackFolders::new(target);
        let mut held = None;
        // The packs are read again under the lock, since another process may have finished in the
        // meantime.
        let (job, lock) = loop {
            let (job, packs) = folders.packs_there(&header.job, spec.seed_is_given)?;
            if packs.iter().all(Option::is_some) {
                if is_planned && !goes_on_from(&job, spec) {
                    return Err(LineError::PackOfAnotherJob(folders.target));
                }
                match held {
                    Some(lock) => FolderLock::clear(lock),
                    None => clear_leftovers(&folders, &job),
                }
                return Ok(Self::Finished {
                    packs: packs.into_iter().flatten().collect(),
                    target: folders.target,
                    job: Box::new(job),
                });
            }
            if let Some(lock) = held {
                break (job, lock);
            }
            if fresh && folders.part.exists() {
                let aside = set_aside(&folders, folders.lock()?, "set-aside")?;
                let aside = aside.display();
                notices.push(format!("the unfinished run was set aside as {aside}"));
            }
            held = Some(folders.lock()?);
        };
        // A kill came between two packs, or one pack was removed: the rest is of the same run.
        header.job.seed = job.seed;
        let mut run = UnfinishedRun::open(folders, header, lock, notices)?;
        run.job.count = job.count;
        Ok(Self::Unfinished(Box::new(run)))
    }
}

impl UnfinishedRun {
    /// Opens the folder of an unfinished run, and creates the journal if it is missing.
    fn open(
        folders: PackFolders,
        mut header: JournalHeader,
        mut lock: FolderLock,
        mut notices: Vec<String>,
    ) -> Result<Self, LineError> {
        match journal::owner(&folders.journal())? {
            Some(Owner::Algorithm(algorithm)) => {
                let aside = set_aside(&folders, lock, &format!("stale-{algorithm}"))?;
                notices.push(format!(
                    "an unfinished run of algorithm {algorithm} was set aside as {}; the run begins again",
                    aside.display()
                ));
                lock = folders.lock()?;
            }
            Some(Owner::Ours(found)) if found.job != header.job => {
                return Err(of_another_job(folders.part, &found.job, &header.job));
            }
            Some(Owner::Ours(found)) => header = *found,
            None => {}
        }
        let mut seen = SeenPuzzles::default();
        let (journal, tally) = Journal::open(&folders.journal(), &header, &mut seen)?;
        if tally.used > 0 {
            notices.push(format!(
                "carrying on the unfinished run in {} ({}) at candidate {}",
                folders.part.display(),
                header.job.origin(),
                tally.used
            ));
        }
        Ok(Self {
            folders,
            job: header.job.clone(),
            header,
            journal,
            tally,
            seen,
            notices,
            lock,
        })
    }

    /// Removes from the journal the puzzles that another run has published. Later candidates replace the removed
    /// puzzles. Starting with the next candidate, the run uses the ledger state `now`. This state is added to the
    /// ledger states of the job, which the pack records.
    ///
    /// # Errors
    /// If the journal can't be read or written, the ledger can't be read, or the ledger was never in one of the job's
    /// states. The old journal remains, unless the error occurs after the new journal has replaced it.
    pub fn replace_taken(
        &mut self,
        taken: &HashSet<PuzzleId>,
        now: LedgerState,
        published: &dyn PublishedIndex,
    ) -> Result<(), LineError> {
        match self.job.layout {
            None => self.replace_records::<Record>(taken, now, published),
            Some(_) => self.replace_records::<LayoutRecord>(taken, now, published),
        }
    }

    fn replace_records<T: PackedPuzzle>(
        &mut self,
        taken: &HashSet<PuzzleId>,
        now: LedgerState,
        published: &dyn PublishedIndex,
    ) -> Result<(), LineError> {
        let file = self.folders.journal();
        let from = self.tally.used;
        let mut header = self.header.clone();
        header.job.ledger.states.push(LedgerState { from, ..now });
        let mut tally = self.tally.without_kept();
        let mut left = Vec::new();
        journal::for_each_record(&file, |record: &T| {
            if taken.contains(&record.id()) {
                tally.repeats += 1;
            } else {
                tally.keep(record);
                left.push(record.clone());
            }
            Ok(())
        })?;
        let against = published.run_against(&header.job.ledger);
        against.map_err(LineError::Ledger)?;
        journal::replace(&file, &header, &tally, left.into_iter().map(Ok))?;
        self.seen = SeenPuzzles::default();
        (self.journal, self.tally) = Journal::open(&file, &header, &mut self.seen)?;
        self.job.ledger = header.job.ledger.clone();
        self.header = header;
        Ok(())
    }
}

/// Returns whether the ledger states of a job begin with the ledger states of the run spec.
fn goes_on_from(job: &Job, spec: &RunSpec) -> bool {
    job.ledger.states.starts_with(&spec.job.ledger.states)
}

/// Returns the header of a new run's journal, and the folder of the run's pack.
fn begun_now(
    spec: &RunSpec,
    published: Option<&dyn PublishedIndex>,
) -> Result<(JournalHeader, PathBuf), LineError> {
    let mut job = spec.job.clone();
    if !spec.seed_is_given {
        job.seed = drawn_seed()?;
    }
    let date = date_of(&spec.run);
    if spec.run.seed_of_date {
        job.seed = SeedPolicy::of_date(date);
    }
    let target = spec
        .run
        .out
        .join(resolved_name(&spec.run.name, job.seed, date));
    // The job of an extended pack states its own ledger states.
    if let Some(published) = published
        && job.ledger.is_empty()
    {
        let (first, its_job) = PackFolders::new(target.clone()).first(&job);
        let states = published.states(&first, &its_job);
        job.ledger = states.map_err(LineError::Ledger)?;
    }
    let header = JournalHeader {
        algorithm: ALGORITHM,
        wanted_name: spec.run.name.clone(),
        job,
    };
    Ok((header, target))
}

/// Draws a seed from the system's entropy.
///
/// # Errors
/// [`LineError::NoEntropy`] if the system has no entropy.
pub fn drawn_seed() -> Result<u64, LineError> {
    entropy().map_err(|error| LineError::NoEntropy(error.to_string()))
}

/// Returns the date for which the pack is made: the date in the options, or else today.
pub fn date_of(run: &RunOptions) -> Date {
    run.date.unwrap_or_else(|| jiff::Zoned::now().date())
}

/// Returns the folder of the pack for the date that [`date_of`] returns; `None` if the name of the folder depends on
/// the seed.
pub fn folder_of_date(run: &RunOptions) -> Option<PathBuf> {
    let name = !run.name.contains("{seed}");
    name.then(|| run.out.join(resolved_name(&run.name, 0, date_of(run))))
}

fn resolved_name(name: &str, seed: u64, date: Date) -> String {
    name.replace("{seed}", &seed.to_string())
        .replace("{date}", &date.to_string())
}

/// Finds the unfinished run with the same settings; the first by name if there are several. Returns the header of
/// its journal and the folder of its pack; `None` if no such run exists. If `with_ledger` is true, only runs with a
/// ledger are considered; otherwise, only runs without one. The ledger state and the date in the pack's name may
/// differ from those requested. The seed may differ if the settings give no seed or take it from the date. Errors
/// of unreadable journals are added to `notices`.
fn resumable(
    spec: &RunSpec,
    with_ledger: bool,
    notices: &mut Vec<String>,
) -> Option<(JournalHeader, PathBuf)> {
    let entries = fs::read_dir(&spec.run.out).ok()?;
    let mut parts: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "part"))
        .collect();
    parts.sort();
    parts.into_iter().find_map(|part| {
        let owner = journal::owner(&part.join(journal::FILE));
        if let Err(error) = &owner {
            notices.push(format!("{error}; it was passed over"));
        }
        let Ok(Some(Owner::Ours(header))) = owner else {
            return None;
        };
        let mut job = spec.job.clone();
        if !spec.seed_is_given || spec.run.seed_of_date {
            job.seed = header.job.seed;
        }
        if with_ledger == header.job.ledger.is_empty() {
            return None;
        }
        job.ledger = header.job.ledger.clone();
        let same = header.job == job && header.wanted_name == spec.run.name;
        let header = JournalHeader { job, ..*header };
        same.then(|| (header, part.with_extension("")))
    })
}

/// Returns the seed of the unfinished run that a run with these settings would continue; `None` if there is none.
pub fn seed_of_unfinished(spec: &RunSpec) -> Option<u64> {
    let found = resumable(spec, spec.run.ledger.is_some(), &mut Vec::new());
    found.map(|(header, _)| header.job.seed)
}

/// Deletes the folder of a run that was killed after its last pack was renamed and before the folder was deleted.
fn clear_leftovers(folders: &PackFolders, job: &Job) {
    let is_its_own = match journal::owner(&folders.journal()) {
        Ok(Some(Owner::Ours(header))) => header.job.is_but_for_count(job),
        Ok(None) => folders.part.exists(),
        _ => false,
    };
    if is_its_own && let Ok(lock) = folders.lock() {
        lock.clear();
    }
}

/// Returns the error for an unfinished run of the job `then` if the requested job is `now`. Either the list of
/// puzzles has changed, or other settings differ.
fn of_another_job(path: PathBuf, then: &Job, now: &Job) -> LineError {
    match (&then.source, &now.source) {
        (Some(Source::List(then)), Some(Source::List(now))) if then.blake3 != now.blake3 => {
            LineError::InputChanged {
                path,
                names: now.names.join(", "),
                then: then.entries,
                now: now.entries,
            }
        }
        _ => LineError::JournalOfAnotherJob(path),
    }
}

/// Renames the folder of an unfinished run and returns the new path, which contains `why`. A new run can then begin,
/// and the old run is not lost. The lock is held until the folder is renamed, since a running process must not lose
/// its folder.
fn set_aside(folders: &PackFolders, lock: FolderLock, why: &str) -> Result<PathBuf, LineError> {
    let mut asides = (1..).map(|number| with_ending(&folders.part, &format!(".{why}-{number}")));
    let aside = asides.find(|it| !it.exists()).unwrap_or_default();
    let renamed = fs::rename(&folders.part, &aside);
    drop(lock);
    renamed.map_err(LineError::file(&folders.part))?;
    Ok(aside)
}
