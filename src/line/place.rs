//! Where a run's pack goes, and what is there already: a finished pack, an unfinished run to carry
//! on, another run at work, or nothing.
//!
//! ```text
//! out/NAME/           the finished pack, there all at once or not at all
//! out/NAME.part/      an unfinished run: lock, journal, and at the end the pack being written
//! ```

use super::error::LineError;
use super::journal::{self, Header, Journal};
use super::lock::Lock;
use super::seen::ThisRun;
use super::tally::Tally;
use crate::config::{Job, Order};
use crate::pack::{ALGORITHM, Pack, PackError};
use crate::verify::{Options, verify};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::slice;

/// What was found.
pub enum Place {
    /// The pack is finished.
    Made(Box<Made>),
    /// There is work to do.
    Open(Box<Site>),
}

/// A finished pack of the same job.
pub struct Made {
    /// Its folder.
    pub folder: PathBuf,
    /// The job that it records.
    pub job: Job,
    /// Its counts.
    pub tally: Tally,
}

/// A run to begin or to carry on. While it lives nobody else works there.
pub struct Site {
    /// Where the finished pack goes.
    pub target: PathBuf,
    /// The folder of the unfinished run.
    pub part: PathBuf,
    /// The job, with its seed.
    pub job: Job,
    /// The journal, open at its end.
    pub journal: Journal,
    /// What the journal counts.
    pub tally: Tally,
    /// The puzzles that the journal holds.
    pub seen: ThisRun,
    /// What people should be told.
    pub notices: Vec<String>,
    /// Held until the run ends.
    pub lock: Lock,
}

/// Finds or makes the place for an order.
///
/// # Errors
/// If the folder can't be written, something else stands there, or another run is at work there.
pub fn find(order: &Order, fresh: bool) -> Result<Place, LineError> {
    let out = &order.run.out;
    fs::create_dir_all(out).map_err(|source| LineError::Folder {
        path: out.clone(),
        source,
    })?;
    let unfinished = if fresh { None } else { unfinished_run(order) };
    let (job, name) = match unfinished {
        Some(header) => (header.job, header.name),
        None => {
            let mut job = order.job.clone();
            if !order.seed_is_given {
                job.seed = drawn_seed()?;
            }
            let name = resolved_name(&order.run.name, job.seed);
            (job, name)
        }
    };
    let target = out.join(&name);
    let part = out.join(format!("{name}.part"));
    if let Some(made) = finished(&target, &job)? {
        // A kill between the renaming of the pack and the clearing of its journal leaves both.
        clear_leftovers(&part, &job);
        return Ok(Place::Made(Box::new(made)));
    }
    let header = Header {
        algorithm: ALGORITHM,
        wanted_name: order.run.name.clone(),
        name,
        job,
    };
    open(target, part, header, fresh).map(|site| Place::Open(Box::new(site)))
}

/// A seed from the system's entropy.
///
/// # Errors
/// [`LineError::NoEntropy`] if the system has none to give.
pub fn drawn_seed() -> Result<u64, LineError> {
    getrandom::u64().map_err(|error| LineError::NoEntropy {
        reason: error.to_string(),
    })
}

fn resolved_name(name: &str, seed: u64) -> String {
    let date = jiff::Zoned::now().date();
    name.replace("{seed}", &seed.to_string())
        .replace("{date}", &date.to_string())
}

/// The header of an unfinished run of the same settings, the first by name. Where the settings
/// give no seed, any seed will do: it is the one that the run drew when it began.
fn unfinished_run(order: &Order) -> Option<Header> {
    let entries = fs::read_dir(&order.run.out).ok()?;
    let mut parts: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "part"))
        .collect();
    parts.sort();
    parts.into_iter().find_map(|part| {
        let header = journal::header(&part.join(journal::FILE)).ok()??;
        let mut job = order.job.clone();
        if !order.seed_is_given {
            job.seed = header.job.seed;
        }
        let same = header.algorithm == ALGORITHM
            && header.job == job
            && header.wanted_name == order.run.name;
        same.then_some(header)
    })
}

/// The finished pack at `target`, if it is one of this job.
fn finished(target: &Path, job: &Job) -> Result<Option<Made>, LineError> {
    if target.symlink_metadata().is_err() {
        return Ok(None);
    }
    let path = || target.to_owned();
    let pack = match Pack::open(target) {
        Ok(pack) => pack,
        Err(PackError::NoPack { .. } | PackError::Read { .. }) => {
            return Err(LineError::InTheWay { path: path() });
        }
        Err(damaged) => return Err(damaged.into()),
    };
    let manifest = pack.manifest();
    if manifest.algorithm == ALGORITHM && manifest.job == *job {
        return made(&pack).map(Some);
    }
    let recounted = Job {
        count: manifest.job.count,
        ..job.clone()
    };
    Err(if manifest.job == recounted {
        LineError::OtherCount {
            path: path(),
            used: manifest.numbers,
        }
    } else {
        LineError::PackOfAnotherJob { path: path() }
    })
}

/// A finished pack, its files checked.
fn made(pack: &Pack) -> Result<Made, LineError> {
    let folder = pack.folder().to_owned();
    let quick = Options { quick: true };
    let report = verify(slice::from_ref(&folder), quick, &mut |_| ());
    if let Some(finding) = report.findings.first() {
        return Err(LineError::PackDamaged {
            path: folder,
            finding: finding.to_string(),
        });
    }
    Ok(Made {
        folder,
        tally: Tally::of_pack(pack)?,
        job: pack.manifest().job.clone(),
    })
}

fn clear_leftovers(part: &Path, job: &Job) {
    let header = journal::header(&part.join(journal::FILE));
    if let Ok(Some(header)) = header
        && header.job == *job
        && let Ok(lock) = Lock::take(part)
    {
        lock.clear();
    }
}

/// Opens the folder of an unfinished run, made now or found.
fn open(target: PathBuf, part: PathBuf, header: Header, fresh: bool) -> Result<Site, LineError> {
    let mut notices = Vec::new();
    if fresh && part.exists() {
        let aside = set_aside(&part, "set-aside")?;
        notices.push(format!(
            "the unfinished run was set aside as {}",
            aside.display()
        ));
    }
    let mut lock = Lock::take(&part)?;
    let file = part.join(journal::FILE);
    if let Some(found) = journal::header(&file)? {
        if found.algorithm != ALGORITHM {
            drop(lock);
            let aside = set_aside(&part, &format!("stale-{}", found.algorithm))?;
            notices.push(format!(
                "an unfinished run of algorithm {} was set aside as {}; starting anew",
                found.algorithm,
                aside.display()
            ));
            lock = Lock::take(&part)?;
        } else if found.job != header.job {
            return Err(LineError::JournalOfAnotherJob { path: part });
        }
    }
    let mut seen = ThisRun::default();
    let (journal, tally) = Journal::open(&file, &header, &mut seen)?;
    if tally.used > 0 {
        notices.push(format!(
            "carrying on the unfinished run in {} (seed {}) at candidate {}",
            part.display(),
            header.job.seed,
            tally.used
        ));
    }
    Ok(Site {
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

/// Renames the folder of an unfinished run so that it is out of the way but not lost.
fn set_aside(part: &Path, why: &str) -> Result<PathBuf, LineError> {
    let fails = |source: io::Error| LineError::File {
        path: part.to_owned(),
        source,
    };
    // A run at work there must not lose its folder.
    drop(Lock::take(part)?);
    for number in 1.. {
        let aside = PathBuf::from(format!("{}.{why}-{number}", part.display()));
        if !aside.exists() {
            fs::rename(part, &aside).map_err(fails)?;
            return Ok(aside);
        }
    }
    Err(fails(io::ErrorKind::AlreadyExists.into()))
}
