//! Writes the puzzles of a journal into one or more packs. The puzzles are streamed, so that memory stays constant,
//! and each pack is renamed to its final path in one step.

use super::deal::Deal;
use super::error::LineError;
use super::journal;
use super::outcome::{Outcome, PartMade};
use super::pack_folders::{PackFolders, check};
use super::published_index::{Publication, PublishedIndex, PublishedPuzzle, Verdict};
use super::space::open_files;
use crate::bucket::{Level, MOST_LEVELS, PerLevel};
use crate::config::Job;
use crate::pack::{
    Disk, DropCounts, LayoutRecord, PackError, PackWriter, PackedPuzzle, Record, RunInfo,
    SealedPack, StageSeconds, Summary,
};
use jiff::{SignedDuration, Timestamp};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

/// The name of the folder, next to the journal, in which a pack is written before the folder is renamed; for several
/// packs, the pack's number is appended.
const ASIDE: &str = "pack";
/// The maximum number of packs written in one pass through the journal; this number of packs needs about 300 open
/// files.
const AT_ONCE: usize = 16;
/// An upper bound for the number of open files that don't belong to packs: standard streams, lock, journal, ledger, a
/// folder.
const OTHER_FILES: usize = 16;

/// A pack that is written but not yet renamed to its final path.
struct WrittenPack {
    /// The index of the pack in the run, from 0.
    place: usize,
    folder: PathBuf,
    job: Job,
    sealed: SealedPack,
    made: PerLevel<u64>,
    /// The pack's puzzles, to be recorded in the ledger.
    puzzles: Vec<PublishedPuzzle>,
}

impl WrittenPack {
    fn publication(&self) -> Publication<'_> {
        Publication {
            folder: &self.folder,
            job: &self.job,
            puzzles: &self.puzzles,
        }
    }
}

/// Writes the puzzles of a finished run to the folders of its packs. Packs that already exist because an earlier
/// call was killed are checked and kept. Returns [`Verdict::Recorded`] and, if the run makes several packs, a list
/// of all packs. Otherwise the list is empty.
///
/// With a ledger, all packs are first completed under temporary names, then recorded in the ledger, and then
/// renamed. If the process is killed between these steps, the journal remains, and a second run of the command does
/// the rest. If another job has published some of the puzzles, no pack is renamed, and the result is
/// [`Verdict::Taken`].
///
/// # Errors
/// If a pack can't be written or recorded, or the journal can't be read. The journal stays as it
/// was, and so do packs that are already renamed.
pub fn publish(
    folders: &PackFolders,
    outcome: &Outcome,
    published: Option<&dyn PublishedIndex>,
) -> Result<(Verdict, Vec<PartMade>), LineError> {
    let (_, there) = folders.packs_there(&outcome.job, true)?;
    there.iter().flatten().try_for_each(check)?;
    let found = there.iter().map(|pack| pack.as_ref().map(PartMade::found));
    let mut packs: Vec<Option<PartMade>> = found.collect();
    let missing: Vec<usize> = (0..packs.len()).filter(|&at| packs[at].is_none()).collect();
    let mut written = Vec::new();
    for places in missing.chunks(at_once(&outcome.job)) {
        written.extend(write(folders, outcome, places, published.is_some())?);
        if published.is_none() {
            place(std::mem::take(&mut written), &mut packs)?;
        }
    }
    if let Some(published) = published {
        let publications: Vec<_> = written.iter().map(WrittenPack::publication).collect();
        let verdict = published.record(&publications).map_err(LineError::Ledger)?;
        if verdict != Verdict::Recorded {
            return Ok((verdict, Vec::new()));
        }
        place(written, &mut packs)?;
    }
    let several = outcome.job.part.is_some();
    let packs = packs.into_iter().flatten().filter(|_| several);
    Ok((Verdict::Recorded, packs.collect()))
}

/// Returns the number of packs to write at the same time. The system's limit on open files can make this number
/// smaller.
fn at_once(job: &Job) -> usize {
    let files = 2 * job.scheme.levels.len() + 1;
    let open = open_files().map_or(usize::MAX, |most| most.saturating_sub(OTHER_FILES));
    (open / files).clamp(1, AT_ONCE)
}

/// Renames written packs to their final paths, and enters them in `packs`, the list of all packs of the run.
fn place(written: Vec<WrittenPack>, packs: &mut [Option<PartMade>]) -> Result<(), PackError> {
    for one in written {
        one.sealed.place()?;
        packs[one.place] = Some(PartMade {
            folder: one.folder,
            made: one.made,
            was_there: false,
        });
    }
    Ok(())
}

/// Writes the packs with these indices under temporary names, in one pass through the journal. If `listed` is true,
/// the result lists the packs' puzzles.
fn write(
    folders: &PackFolders,
    outcome: &Outcome,
    places: &[usize],
    listed: bool,
) -> Result<Vec<WrittenPack>, LineError> {
    let job = &outcome.job;
    let all = folders.all(job);
    let begin = |&place: &usize| begin_pack(folders, job, place, &all[place]);
    let writers = places.iter().map(begin);
    let mut writers = writers.collect::<Result<Vec<_>, _>>()?;
    let mut deal = Deal::new(job, &outcome.tally);
    let mut counts: Vec<PerLevel<u64>> = vec![[0; MOST_LEVELS]; places.len()];
    let mut puzzles: Vec<Vec<PublishedPuzzle>> = vec![Vec::new(); places.len()];
    let mut met = [0; MOST_LEVELS];
    let path = folders.journal();
    // One puzzle, by level and for the list of what is published, and the way to write it.
    let mut put = |puzzle: PublishedPuzzle,
                   level: Level,
                   push: &dyn Fn(&mut PackWriter) -> Result<(), PackError>| {
        met[level.index()] += 1;
        if let Ok(at) = places.binary_search(&deal.next(level)) {
            counts[at][level.index()] += 1;
            puzzles[at].extend(listed.then_some(puzzle));
            push(&mut writers[at])?;
        }
        Ok(())
    };
    match job.layout {
        None => journal::for_each_record(&path, |record: &Record| {
            put(record.into(), record.level(), &|writer| writer.push(record))
        }),
        Some(_) => journal::for_each_record(&path, |record: &LayoutRecord| {
            put(record.into(), record.level(), &|writer| writer.push(record))
        }),
    }?;
    if met != outcome.tally.kept {
        let problem = "it holds other puzzles than were counted".to_owned();
        return Err(LineError::JournalDamaged { path, problem });
    }
    // In this order, successive ids share pages of the ledger's index.
    for list in &mut puzzles {
        list.sort_unstable_by_key(|puzzle| puzzle.id);
    }
    let sealed = seal(writers, &summary(outcome), &run_info(outcome))?;
    let written = places
        .iter()
        .zip(sealed)
        .zip(counts.into_iter().zip(puzzles));
    let written = written.map(|((&place, sealed), (made, puzzles))| WrittenPack {
        place,
        folder: all[place].clone(),
        job: job.of_part(place as u64 + 1),
        sealed,
        made,
        puzzles,
    });
    Ok(written.collect())
}

/// Begins to write one pack of a run, in a folder next to the journal.
fn begin_pack(
    folders: &PackFolders,
    job: &Job,
    place: usize,
    folder: &Path,
) -> Result<PackWriter, PackError> {
    let number = place as u64 + 1;
    let name = match job.part {
        None => ASIDE.to_owned(),
        Some(_) => format!("{ASIDE}-{number}"),
    };
    let aside = folders.part.join(name);
    PackWriter::create(Disk, &job.of_part(number), &aside, folder)
}

/// Seals packs in parallel: each pack waits for the disk a dozen times, and the disk can serve all packs together.
fn seal(
    writers: Vec<PackWriter<Disk>>,
    summary: &Summary,
    run: &RunInfo,
) -> Result<Vec<SealedPack>, PackError> {
    thread::scope(|scope| {
        let begun: Vec<_> = writers
            .into_iter()
            .map(|writer| scope.spawn(move || writer.seal(summary, run)))
            .collect();
        let ended = begun.into_iter().map(|one| match one.join() {
            Ok(ended) => ended,
            Err(panic) => resume_unwind(panic),
        });
        // Waits for all packs, even if the first failed.
        ended.collect::<Vec<_>>().into_iter().collect()
    })
}

fn summary(outcome: &Outcome) -> Summary {
    let tally = &outcome.tally;
    Summary {
        numbers: tally.used,
        rated: tally.rated,
        dropped: DropCounts {
            repeats: tally.repeats,
            out_of_range: tally.out_of_range,
            filtered: tally.filtered,
            refused: outcome.refused,
            no_level: tally.no_level,
        },
        las_vegas_attempts: outcome.job.tries_patterns().then_some(tally.attempts),
    }
}

fn run_info(outcome: &Outcome) -> RunInfo {
    let ended = Timestamp::now();
    let elapsed = SignedDuration::try_from(outcome.elapsed).unwrap_or_default();
    RunInfo {
        started: (ended - elapsed).to_string(),
        ended: ended.to_string(),
        seconds: outcome.elapsed.as_secs_f64(),
        threads: outcome.threads,
        candidates: outcome.made_here(),
        candidates_per_second: outcome.candidates_per_second(),
        stage_seconds: StageSeconds {
            create: outcome.times.create.as_secs_f64(),
            dig: outcome.times.dig.as_secs_f64(),
            rate: outcome.times.rate.as_secs_f64(),
        },
    }
}
