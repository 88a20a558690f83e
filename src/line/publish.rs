//! From a journal to a pack, or to several: streamed, so that memory stays flat, and each renamed
//! into place at once.

use super::error::LineError;
use super::finished::{found, made};
use super::journal;
use super::outcome::Outcome;
use super::parts::{Deal, PartMade, folders};
use crate::bucket::{MOST_LEVELS, PerLevel};
use crate::config::Job;
use crate::pack::{Disk, Dropped, PackError, PackWriter, RunInfo, StageSeconds, Summary};
use jiff::{SignedDuration, Timestamp};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

/// The folder, beside the journal, in which a pack is written before it is renamed; several have
/// their numbers behind it.
const ASIDE: &str = "pack";
/// So many packs are written in one go through the journal: some 300 open files at most.
const AT_ONCE: usize = 16;

/// A pack to write.
struct Share {
    /// Its place among the run's packs, from 0.
    place: usize,
    job: Job,
    aside: PathBuf,
    folder: PathBuf,
}

/// Writes what a finished run made to `outcome.folder`, or to the folders of its packs, each for
/// itself; those that a run killed in the middle of this has left are checked and stay. Gives all of
/// them where several were asked for.
///
/// # Errors
/// If a pack can't be written, or the journal can't be read. The journal stays as it was, and the
/// packs written by then stay, too.
pub fn publish(part: &Path, outcome: &Outcome) -> Result<Vec<PartMade>, LineError> {
    let job = &outcome.job;
    let several = job.part.is_some();
    let mut packs = Vec::new();
    let mut shares = Vec::new();
    for (place, folder) in folders(&outcome.folder, job).into_iter().enumerate() {
        let number = place as u64 + 1;
        let (job, aside) = if several {
            (job.of_part(number), format!("{ASIDE}-{number}"))
        } else {
            (job.clone(), ASIDE.to_owned())
        };
        if several && let Some(pack) = found(&folder, part, &job, true)? {
            made(&pack)?;
            packs.push((place, PartMade::found(&folder, pack.manifest())));
            continue;
        }
        let aside = part.join(aside);
        shares.push(Share {
            place,
            job,
            aside,
            folder,
        });
    }
    let together = (summary(outcome), run_info(outcome));
    for shares in shares.chunks(AT_ONCE) {
        let made = write(part, outcome, shares, &together)?;
        packs.extend(made);
    }
    packs.sort_by_key(|(place, _)| *place);
    let packs = packs.into_iter().map(|(_, pack)| pack);
    Ok(if several { packs.collect() } else { Vec::new() })
}

/// Writes some of the packs in one go through the journal.
fn write(
    part: &Path,
    outcome: &Outcome,
    shares: &[Share],
    (summary, run): &(Summary, RunInfo),
) -> Result<Vec<(usize, PartMade)>, LineError> {
    let begin = |share: &Share| PackWriter::create(Disk, &share.job, &share.aside, &share.folder);
    let mut writers = shares.iter().map(begin).collect::<Result<Vec<_>, _>>()?;
    let mut deal = Deal::new(&outcome.job, &outcome.tally);
    let mut counts: Vec<PerLevel<u64>> = vec![[0; MOST_LEVELS]; shares.len()];
    let mut met = [0; MOST_LEVELS];
    let journal = part.join(journal::FILE);
    journal::for_each_record(&journal, |record| {
        let level = record.level.index();
        met[level] += 1;
        let place = deal.next(record.level);
        if let Ok(at) = shares.binary_search_by_key(&place, |share| share.place) {
            counts[at][level] += 1;
            writers[at].push(record)?;
        }
        Ok(())
    })?;
    if met != outcome.tally.kept {
        return Err(LineError::JournalDamaged {
            path: journal,
            problem: "it holds other puzzles than were counted".to_owned(),
        });
    }
    finish(writers, summary, run)?;
    let pack = |(share, made): (&Share, PerLevel<u64>)| {
        let pack = PartMade {
            folder: share.folder.clone(),
            made,
            was_there: false,
        };
        (share.place, pack)
    };
    Ok(shares.iter().zip(counts).map(pack).collect())
}

/// Puts packs into their places, side by side: each waits a dozen times for the disk, which can
/// wait for all of them at once.
fn finish(
    writers: Vec<PackWriter<Disk>>,
    summary: &Summary,
    run: &RunInfo,
) -> Result<(), PackError> {
    thread::scope(|scope| {
        let begun: Vec<_> = writers
            .into_iter()
            .map(|writer| scope.spawn(move || writer.finish(summary, run)))
            .collect();
        let ended = begun.into_iter().map(|one| match one.join() {
            Ok(ended) => ended.map(drop),
            Err(panic) => resume_unwind(panic),
        });
        // All are waited for, whatever became of the first.
        ended.collect::<Vec<_>>().into_iter().collect()
    })
}

fn summary(outcome: &Outcome) -> Summary {
    let tally = &outcome.tally;
    Summary {
        numbers: tally.used,
        rated: tally.rated,
        dropped: Dropped {
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
