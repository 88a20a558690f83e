//! Writes a journal's puzzles into a pack, or into several: streamed, so that memory stays flat,
//! and each renamed into place at once.

use super::error::LineError;
use super::finished::{PartMade, found, made};
use super::journal;
use super::outcome::Outcome;
use super::parts::Deal;
use super::paths::folders;
use super::published_index::{Publication, Published, PublishedIndex, Verdict};
use super::space::open_files;
use crate::bucket::{MOST_LEVELS, PerLevel};
use crate::config::Job;
use crate::pack::{
    Disk, Dropped, PackError, PackWriter, RunInfo, SealedPack, StageSeconds, Summary,
};
use jiff::{SignedDuration, Timestamp};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

/// The folder, beside the journal, in which a pack is written before it is renamed; several have
/// their numbers after it.
const ASIDE: &str = "pack";
/// Number of packs that are written in one pass through the journal: some 300 open files at most.
const AT_ONCE: usize = 16;
/// Number of files that are open besides those of packs: standard streams, lock, journal, ledger, a
/// folder.
const OTHER_FILES: usize = 16;

/// A pack to write.
struct Share {
    /// Its place among the run's packs, from 0.
    place: usize,
    job: Job,
    aside: PathBuf,
    folder: PathBuf,
}

/// A pack that is written but not yet in its place.
struct Ready<'a> {
    share: &'a Share,
    sealed: SealedPack,
    made: PerLevel<u64>,
    /// Its puzzles, for the ledger.
    puzzles: Vec<Published>,
}

impl Ready<'_> {
    fn publication(&self) -> Publication<'_> {
        Publication {
            folder: &self.share.folder,
            job: &self.share.job,
            puzzles: &self.puzzles,
        }
    }
}

/// Writes the puzzles of a finished run to `outcome.folder`, or to the folders of its packs, one
/// after the other; packs that a run killed during this step has left are checked and kept. Returns
/// all of them where several were asked for.
///
/// With a ledger, the packs are recorded when all are complete beside their places, and are renamed
/// after that: a kill between the two leaves the journal, from which the same command
/// does the rest. No pack is renamed if the verdict is that puzzles were taken.
///
/// # Errors
/// If a pack can't be written or recorded, or the journal can't be read. The journal stays as it
/// was, and the packs that are in their places by then stay, too.
pub fn publish(
    part: &Path,
    outcome: &Outcome,
    published: Option<&dyn PublishedIndex>,
) -> Result<(Verdict, Vec<PartMade>), LineError> {
    let (mut packs, shares) = shares(part, outcome)?;
    let together = (summary(outcome), run_info(outcome));
    let mut ready = Vec::new();
    for shares in shares.chunks(at_once(&outcome.job)) {
        ready.extend(write(
            part,
            outcome,
            shares,
            &together,
            published.is_some(),
        )?);
        if published.is_none() {
            packs.extend(place(std::mem::take(&mut ready))?);
        }
    }
    if let Some(published) = published {
        let publications: Vec<_> = ready.iter().map(Ready::publication).collect();
        let verdict = published.record(&publications).map_err(LineError::Ledger)?;
        if verdict != Verdict::Recorded {
            return Ok((verdict, Vec::new()));
        }
        packs.extend(place(ready)?);
        published.placed();
    }
    packs.sort_by_key(|(place, _)| *place);
    let several = outcome.job.part.is_some();
    let packs = packs.into_iter().map(|(_, pack)| pack);
    Ok((Verdict::Recorded, packs.filter(|_| several).collect()))
}

/// Returns the number of packs that are written at once: as many as the limit on open files allows.
fn at_once(job: &Job) -> usize {
    let files = 2 * job.scheme.levels.len() + 1;
    let open = open_files().map_or(usize::MAX, |most| most.saturating_sub(OTHER_FILES));
    (open / files).clamp(1, AT_ONCE)
}

/// Renames written packs into their places.
fn place(ready: Vec<Ready<'_>>) -> Result<Vec<(usize, PartMade)>, PackError> {
    let place = |one: Ready<'_>| {
        one.sealed.place()?;
        let pack = PartMade {
            folder: one.share.folder.clone(),
            made: one.made,
            was_there: false,
        };
        Ok((one.share.place, pack))
    };
    ready.into_iter().map(place).collect()
}

/// Returns the packs of a run that are there, with their indices among all, and those that are
/// still to be written.
#[allow(clippy::type_complexity)] // two lists, and a name for the pair would say no more
fn shares(
    part: &Path,
    outcome: &Outcome,
) -> Result<(Vec<(usize, PartMade)>, Vec<Share>), LineError> {
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
    Ok((packs, shares))
}

/// Writes some of the packs, not yet in their places, in one pass through the journal.
fn write<'a>(
    part: &Path,
    outcome: &Outcome,
    shares: &'a [Share],
    (summary, run): &(Summary, RunInfo),
    listed: bool,
) -> Result<Vec<Ready<'a>>, LineError> {
    let begin = |share: &Share| PackWriter::create(Disk, &share.job, &share.aside, &share.folder);
    let mut writers = shares.iter().map(begin).collect::<Result<Vec<_>, _>>()?;
    let mut deal = Deal::new(&outcome.job, &outcome.tally);
    let mut counts: Vec<PerLevel<u64>> = vec![[0; MOST_LEVELS]; shares.len()];
    let mut puzzles: Vec<Vec<Published>> = vec![Vec::new(); shares.len()];
    let mut met = [0; MOST_LEVELS];
    let journal = part.join(journal::FILE);
    journal::for_each_record(&journal, |record| {
        let level = record.level.index();
        met[level] += 1;
        let place = deal.next(record.level);
        if let Ok(at) = shares.binary_search_by_key(&place, |share| share.place) {
            counts[at][level] += 1;
            puzzles[at].extend(listed.then(|| Published::from(record)));
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
    let sealed = seal(writers, summary, run)?;
    let contents = counts.into_iter().zip(puzzles);
    let ready = shares.iter().zip(sealed).zip(contents);
    let ready = ready.map(|((share, sealed), (made, puzzles))| Ready {
        share,
        sealed,
        made,
        puzzles,
    });
    Ok(ready.collect())
}

/// Seals packs side by side: each waits a dozen times for the disk, which can wait for all of them
/// at once.
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
        // All are waited for, even if the first failed.
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
