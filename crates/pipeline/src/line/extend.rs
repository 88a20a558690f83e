//! Prepares a longer run of a finished pack's job: writes the pack's puzzles and counts into the journal of a new
//! unfinished run, which then resumes where the pack ended.

use super::error::LineError;
use super::journal::{self, JournalHeader};
use super::pack_folders::{PackFolders, check};
use super::tally::Tally;
use crate::config::{Job, RunSpec};
use crate::pack::{ALGORITHM, LayoutRecord, Manifest, Pack, PackError, PackedPuzzle, Record};
use std::iter;

/// Prepares an unfinished run for `spec`, whose job is the job of `pack` with a larger count and perhaps larger
/// quotas. Returns `true` if the run is prepared, or if the new pack or its unfinished run already exists and is
/// left as it is. Returns `false` if the pack's puzzles can't be reused and all puzzles must be made again. For
/// example, puzzles that were dropped because a level's quota was full are needed if this quota is larger now.
///
/// # Errors
/// If the pack is damaged, the folder of the unfinished run can't be written, or another process works in that folder.
pub fn lay_out(pack: &Pack, spec: &RunSpec) -> Result<bool, LineError> {
    if !goes_on(pack.manifest(), &spec.job) {
        return Ok(false);
    }
    let folders = PackFolders::new(spec.run.out.join(&spec.run.name));
    let file = folders.journal();
    if folders.target.exists() || file.exists() {
        return Ok(true);
    }
    check(pack)?;
    let header = JournalHeader {
        algorithm: ALGORITHM,
        wanted_name: spec.run.name.clone(),
        job: spec.job.clone(),
    };
    // Held until the journal is complete; the run takes the lock again.
    let _lock = folders.lock()?;
    let tally = Tally::of_pack(pack)?;
    match pack.manifest().job.layout {
        None => journal::replace(&file, &header, &tally, by_number::<Record>(pack)?)?,
        Some(_) => journal::replace(&file, &header, &tally, by_number::<LayoutRecord>(pack)?)?,
    }
    Ok(true)
}

/// Returns whether a run of `job` that has used the pack's candidates would have kept the same puzzles as the pack.
/// The answer is `false` if the algorithm or the candidates differ, or if a level's quota has changed and the pack's
/// puzzles fill the old or the new quota.
fn goes_on(manifest: &Manifest, job: &Job) -> bool {
    let is_same = |level| {
        let (then, now) = (manifest.job.wanted(level), job.wanted(level));
        let made = manifest.level(level).made;
        then == now || (made < then && made < now)
    };
    manifest.algorithm == ALGORITHM
        && manifest.job.has_candidates_of(job)
        && job.scheme.levels().all(is_same)
}

/// Returns all records of a pack, in the order of their numbers.
fn by_number<T: PackedPuzzle>(
    pack: &Pack,
) -> Result<impl Iterator<Item = Result<T, PackError>>, PackError> {
    let levels = pack.manifest().job.scheme.levels();
    let of_level = |level| {
        let mut records = pack.records(level)?;
        Ok(iter::from_fn(move || records.next_of::<T>()).peekable())
    };
    let mut files = levels
        .map(of_level)
        .collect::<Result<Vec<_>, PackError>>()?;
    Ok(iter::from_fn(move || {
        let heads = files.iter_mut().enumerate();
        // An error comes first, so that it is reported.
        let heads = heads.filter_map(|(file, records)| {
            let number = records.peek()?.as_ref().map_or(0, PackedPuzzle::number);
            Some((number, file))
        });
        let (_, file) = heads.min()?;
        files.get_mut(file)?.next()
    }))
}
