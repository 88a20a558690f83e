//! Finds the place of a run's pack, and what is there already: a finished pack, an unfinished run
//! to resume, another run at work, or nothing.
//!
//! ```text
//! out/NAME/           the finished pack, there all at once or not at all
//! out/NAME-001/ …     where several are asked for
//! out/NAME.part/      an unfinished run: lock, journal, and at the end the pack being written
//! ```

use super::error::LineError;
use super::finished::FinishedRun;
use super::journal::{self, Header, Journal, Owner};
use super::lock::Lock;
use super::parts::{ExistingPacks, look};
use super::paths::{first_pack, path_with};
use super::published_index::PublishedIndex;
use super::seen::ThisRun;
use super::tally::Tally;
use crate::config::{Job, Order, RunOptions, SeedPolicy, Source};
use crate::pack::ALGORITHM;
use jiff::civil::Date;
use std::fs;
use std::path::{Path, PathBuf};

/// The result of the search.
pub enum RunPlace {
    /// The pack is finished.
    Finished(Box<FinishedRun>),
    /// There is work to do.
    Open(Box<RunDir>),
}

/// A run to begin or to resume. While it lives no other process works there.
pub struct RunDir {
    /// The folder of the finished pack.
    pub target: PathBuf,
    /// The folder of the unfinished run.
    pub part: PathBuf,
    /// The job, with its seed.
    pub job: Job,
    /// The journal, open at its end.
    pub journal: Journal,
    /// The counts of the journal.
    pub tally: Tally,
    /// The puzzles that the journal holds.
    pub seen: ThisRun,
    /// Messages for people.
    pub notices: Vec<String>,
    /// Held until the run ends.
    pub lock: Lock,
}

/// Finds or makes the place for an order. What a planned one runs against is settled: the pack or
/// the unfinished run of another state of the ledger is another job's.
///
/// # Errors
/// If the folder can't be written, something else is there, or another run is at work there.
pub fn find(
    order: &Order,
    fresh: bool,
    published: Option<&dyn PublishedIndex>,
    planned: bool,
) -> Result<RunPlace, LineError> {
    let out = &order.run.out;
    fs::create_dir_all(out).map_err(|source| LineError::Folder {
        path: out.clone(),
        source,
    })?;
    let mut notices = Vec::new();
    let unfinished = if fresh {
        None
    } else {
        let found = unfinished_run(order, published.is_some(), &mut notices);
        found.filter(|(header, _)| !planned || goes_on_from(&header.job, order))
    };
    let (mut header, target) = match unfinished {
        Some(found) => found,
        None => begun_now(order, published)?,
    };
    if let Some(published) = published {
        let against = published.run_against(&header.job.ledger);
        against.map_err(LineError::Ledger)?;
    }
    let part = path_with(&target, ".part");
    let look = |job: &Job| look(&target, &part, job, order.seed_is_given);
    if let ExistingPacks::All(made) = look(&header.job)? {
        if planned && !goes_on_from(&made.job, order) {
            return Err(LineError::PackOfAnotherJob { path: made.folder });
        }
        clear_leftovers(&part, &made.job);
        return Ok(RunPlace::Finished(made));
    }
    if fresh && part.exists() {
        let aside = set_aside(&part, Lock::take(&part)?, "set-aside")?;
        let aside = aside.display();
        notices.push(format!("the unfinished run was set aside as {aside}"));
    }
    let lock = Lock::take(&part)?;
    // Another process may have finished the pack while we came here.
    let count = match look(&header.job)? {
        ExistingPacks::All(made) => {
            lock.clear();
            return Ok(RunPlace::Finished(made));
        }
        // A kill came between two packs, or one was taken away: the rest is of the same run.
        ExistingPacks::Some(job) => {
            header.job.seed = job.seed;
            job.count
        }
        ExistingPacks::Nothing => header.job.count,
    };
    let mut run_dir = open(target, part, header, lock, notices)?;
    run_dir.job.count = count;
    Ok(RunPlace::Open(Box::new(run_dir)))
}

/// Returns whether the ledger states of a run are the order's or continue them.
fn goes_on_from(job: &Job, order: &Order) -> bool {
    job.ledger.states.starts_with(&order.job.ledger.states)
}

/// Returns the header of a run that begins now, and the folder of its pack.
fn begun_now(
    order: &Order,
    published: Option<&dyn PublishedIndex>,
) -> Result<(Header, PathBuf), LineError> {
    let mut job = order.job.clone();
    if !order.seed_is_given {
        job.seed = drawn_seed()?;
    }
    let date = night(&order.run);
    if order.run.seed_of_date {
        job.seed = SeedPolicy::of_date(date);
    }
    let target = order
        .run
        .out
        .join(resolved_name(&order.run.name, job.seed, date));
    // The job of an extended pack says itself what it runs against.
    if let Some(published) = published
        && job.ledger.is_empty()
    {
        let (first, its_job) = first_pack(&target, &job);
        let states = published.states(&first, &its_job);
        job.ledger = states.map_err(LineError::Ledger)?;
    }
    let header = Header {
        algorithm: ALGORITHM,
        wanted_name: order.run.name.clone(),
        job,
    };
    Ok((header, target))
}

/// Draws a seed from the system's entropy.
///
/// # Errors
/// [`LineError::NoEntropy`] if the system has none to give.
pub fn drawn_seed() -> Result<u64, LineError> {
    getrandom::u64().map_err(|error| LineError::NoEntropy {
        reason: error.to_string(),
    })
}

/// Returns the date of the night: the given one, or today's.
pub fn night(run: &RunOptions) -> Date {
    run.date.unwrap_or_else(|| jiff::Zoned::now().date())
}

/// Returns the folder of tonight's pack, whatever its seed; `None` if its name depends on the seed.
pub fn of_tonight(run: &RunOptions) -> Option<PathBuf> {
    let name = !run.name.contains("{seed}");
    name.then(|| run.out.join(resolved_name(&run.name, 0, night(run))))
}

fn resolved_name(name: &str, seed: u64, date: Date) -> String {
    name.replace("{seed}", &seed.to_string())
        .replace("{date}", &date.to_string())
}

/// Finds the header of an unfinished run of the same settings, the first by name, and the folder of
/// its pack. Where the settings give no seed, any seed is accepted: it is the one that the run drew
/// when it began. The same holds for the date in a name, and for the state of a ledger.
fn unfinished_run(
    order: &Order,
    with_ledger: bool,
    notices: &mut Vec<String>,
) -> Option<(Header, PathBuf)> {
    let entries = fs::read_dir(&order.run.out).ok()?;
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
        let mut job = order.job.clone();
        if !order.seed_is_given || order.run.seed_of_date {
            job.seed = header.job.seed;
        }
        if with_ledger == header.job.ledger.is_empty() {
            return None;
        }
        job.ledger = header.job.ledger.clone();
        let same = header.job == job && header.wanted_name == order.run.name;
        let header = Header { job, ..*header };
        same.then(|| (header, part.with_extension("")))
    })
}

/// Takes away what a kill between the renaming of a pack and the clearing of its journal left.
fn clear_leftovers(part: &Path, job: &Job) {
    let is_its_own = match journal::owner(&part.join(journal::FILE)) {
        Ok(Some(Owner::Ours(header))) => {
            header.job
                == Job {
                    count: header.job.count,
                    ..job.clone()
                }
        }
        Ok(None) => part.exists(),
        _ => false,
    };
    if is_its_own && let Ok(lock) = Lock::take(part) {
        lock.clear();
    }
}

/// Opens the folder of an unfinished run, made now or found.
fn open(
    target: PathBuf,
    part: PathBuf,
    header: Header,
    mut lock: Lock,
    mut notices: Vec<String>,
) -> Result<RunDir, LineError> {
    let file = part.join(journal::FILE);
    match journal::owner(&file)? {
        Some(Owner::Algorithm(algorithm)) => {
            let aside = set_aside(&part, lock, &format!("stale-{algorithm}"))?;
            notices.push(format!(
                "an unfinished run of algorithm {algorithm} was set aside as {}; starting anew",
                aside.display()
            ));
            lock = Lock::take(&part)?;
        }
        Some(Owner::Ours(found)) if found.job != header.job => {
            if let (Some(Source::List(then)), Some(Source::List(now))) =
                (&found.job.source, &header.job.source)
                && then.blake3 != now.blake3
            {
                return Err(LineError::InputChanged {
                    path: part,
                    names: now.names.join(", "),
                    then: then.entries,
                    now: now.entries,
                });
            }
            return Err(LineError::JournalOfAnotherJob { path: part });
        }
        _ => {}
    }
    let mut seen = ThisRun::default();
    let (journal, tally) = Journal::open(&file, &header, &mut seen)?;
    if tally.used > 0 {
        notices.push(format!(
            "carrying on the unfinished run in {} ({}) at candidate {}",
            part.display(),
            header.job.origin(),
            tally.used
        ));
    }
    Ok(RunDir {
        target,
        part,
        job: header.job,
        journal,
        tally,
        seen,
        notices,
        lock,
    })
}

/// Renames the folder of an unfinished run so that it is out of the way but not lost. Its lock is
/// held until then: a run at work there must not lose its folder.
fn set_aside(part: &Path, lock: Lock, why: &str) -> Result<PathBuf, LineError> {
    let mut number = 1;
    let aside = loop {
        let aside = path_with(part, &format!(".{why}-{number}"));
        if !aside.exists() {
            break aside;
        }
        number += 1;
    };
    let renamed = fs::rename(part, &aside);
    drop(lock);
    renamed.map_err(|source| LineError::File {
        path: part.to_owned(),
        source,
    })?;
    Ok(aside)
}
