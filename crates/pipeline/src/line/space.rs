//! Checks before a run that the disk has enough space, so that the run doesn't fail after hours.

use super::error::LineError;
use super::tally::Tally;
use crate::config::{Job, RunSpec};
use crate::grid::{CELLS, ExtraRule, Layout};
use std::path::Path;
use std::time::Duration;

/// Returns the number of bytes that a puzzle of a job takes in a pack: the bytes of its record and of its line of
/// text. The puzzle takes one byte per cell in this line, and one byte for the line feed. If the layout has regions,
/// they make the line longer by the same number of bytes, and so do marks.
pub fn puzzle_bytes(job: &Job) -> u64 {
    let cells = job.layout.map_or(CELLS, Layout::cells);
    let has = |rule: &ExtraRule| job.layout.is_some_and(|layout| layout.has(*rule));
    let features = [ExtraRule::Jigsaw, ExtraRule::EvenOdd];
    let texts = 1 + features.iter().filter(|rule| has(rule)).count();
    (job.record_version().bytes() + texts * (cells + 1)) as u64
}

/// An upper bound for the number of candidate puzzles made per second and thread. It is used to estimate how many
/// candidates a run can make before its timeout.
const FASTEST: u64 = 100_000;

/// Checks that the disk of the folder `path` has space for the puzzles that are still to be written. Each puzzle is
/// written twice: into the journal, and into the pack, which exists next to the journal until the journal is
/// deleted.
///
/// # Errors
/// [`LineError::NoRoom`] if there is too little space. The check passes if the system doesn't report the amount of
/// free space, or if the number of puzzles has no known bound.
pub fn check(path: &Path, spec: &RunSpec, threads: usize, tally: &Tally) -> Result<(), LineError> {
    let Some(most) = most_puzzles(spec, threads) else {
        return Ok(());
    };
    let kept = tally.kept_in_all();
    let journal = most
        .saturating_sub(kept)
        .saturating_mul(spec.job.record_version().bytes() as u64);
    let needed = journal.saturating_add(most.saturating_mul(puzzle_bytes(&spec.job)));
    match free(path) {
        Some(free) if free < needed => Err(LineError::NoRoom {
            path: path.to_owned(),
            puzzles: most,
            needed,
            free,
        }),
        _ => Ok(()),
    }
}

/// Returns the maximum number of puzzles in the pack; `None` if no useful bound is known. A job with filters and
/// without quotas has no such bound, since filters may reject any number of candidates.
fn most_puzzles(spec: &RunSpec, threads: usize) -> Option<u64> {
    let job = &spec.job;
    let timed = spec.run.timeout.map(|time: Duration| {
        let seconds = time.as_secs().saturating_add(1);
        seconds
            .saturating_mul(threads as u64)
            .saturating_mul(FASTEST)
    });
    let candidates = job.count.into_iter().chain(timed).min();
    let quotas = job.quotas.as_ref().map(|quotas| {
        let wanted = job.scheme.levels().map(|level| quotas.of(level));
        wanted.fold(0, u64::saturating_add)
    });
    match quotas {
        Some(wanted) => Some(candidates.map_or(wanted, |most| most.min(wanted))),
        None if job.filters.is_empty() => candidates,
        None => None,
    }
}

/// Returns the number of free bytes on the disk of a folder, if the system reports it.
#[cfg(unix)]
pub fn free(path: &Path) -> Option<u64> {
    let space = rustix::fs::statvfs(path).ok()?;
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}

/// Returns `None`, since this system doesn't report the number of free bytes on the disk of a folder.
#[cfg(not(unix))]
pub fn free(_: &Path) -> Option<u64> {
    None
}
/// Returns the maximum number of open files of the process (`ulimit -n`), if the system reports it.
pub(super) fn open_files() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}
