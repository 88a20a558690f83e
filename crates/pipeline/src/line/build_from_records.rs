//! Builds a pack from puzzles that are already rated, and renumbers the puzzles from 0 in the order given.

use super::error::LineError;
use super::pack_folders::{PackFolders, check, make_folder};
use crate::config::Job;
use crate::pack::{Disk, PackWriter, PackedPuzzle, RunInfo, StageSeconds, Summary};
use jiff::Timestamp;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The result of building a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltPack {
    /// The folder of the pack.
    pub folder: PathBuf,
    /// `true` if the pack already existed and was left as it is.
    pub already_made: bool,
}

/// Writes the pack `out/name` from these records, which are renumbered from 0 in the order given. The source of `job`
/// must state where the records come from, and the scheme of `job` must be the one by which the records are rated.
///
/// # Errors
/// If something other than this pack already exists at the path `out/name`, an unfinished run has this name, or the
/// pack can't be written.
pub fn build_from_records(
    out: &Path,
    name: &str,
    job: &Job,
    records: impl Iterator<Item = impl PackedPuzzle>,
) -> Result<BuiltPack, LineError> {
    let started = (Timestamp::now(), Instant::now());
    make_folder(out)?;
    let folders = PackFolders::new(out.join(name));
    let folder = folders.target.clone();
    let has_journal = folders.journal().exists();
    if let Some(pack) = folders.pack_at(&folder, job, true)? {
        check(&pack)?;
        // Left by a kill after the renaming.
        if folders.part.is_dir()
            && !has_journal
            && let Ok(lock) = folders.lock()
        {
            lock.clear();
        }
        return Ok(BuiltPack {
            folder,
            already_made: true,
        });
    }
    if has_journal {
        return Err(LineError::JournalOfAnotherJob(folders.part));
    }
    let lock = folders.lock()?;
    let mut writer = PackWriter::create(Disk, job, &lock.file("pack"), &folder)?;
    let mut summary = Summary::default();
    for record in records {
        let number = summary.numbers;
        summary.numbers += 1;
        summary.rated[record.level().index()] += 1;
        writer.push(&record.numbered(number))?;
    }
    let run = RunInfo {
        started: started.0.to_string(),
        ended: Timestamp::now().to_string(),
        seconds: started.1.elapsed().as_secs_f64(),
        threads: 1,
        candidates: 0,
        candidates_per_second: 0.0,
        stage_seconds: StageSeconds::default(),
    };
    writer.finish(&summary, &run)?;
    lock.clear();
    Ok(BuiltPack {
        folder,
        already_made: false,
    })
}
