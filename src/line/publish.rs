//! From a journal to a pack: streamed, so that memory stays flat, and renamed into place at once.

use super::error::LineError;
use super::journal;
use super::outcome::Outcome;
use super::past::{Past, Publication, Published, Verdict};
use crate::bucket::MOST_LEVELS;
use crate::pack::{Disk, Dropped, PackWriter, RunInfo, SealedPack, StageSeconds, Summary};
use jiff::{SignedDuration, Timestamp};
use std::path::Path;

/// The folder, beside the journal, in which the pack is written before it is renamed.
const ASIDE: &str = "pack";

/// Writes the pack of a finished run to `outcome.folder`. Where there is a ledger, the pack is
/// recorded when it lies aside, whole, and put into its place after that: a kill between the two
/// leaves the journal, from which the same command does the rest.
///
/// # Errors
/// If it can't be written or recorded, or the journal can't be read. The journal stays as it was.
pub fn publish(
    part: &Path,
    outcome: &Outcome,
    past: Option<&dyn Past>,
) -> Result<Verdict, LineError> {
    let (sealed, puzzles) = write(part, outcome, past.is_some())?;
    let Some(past) = past else {
        sealed.place()?;
        return Ok(Verdict::Recorded);
    };
    let publication = Publication {
        folder: sealed.target(),
        job: &outcome.job,
        puzzles: &puzzles,
    };
    let verdict = past.record(&[publication]).map_err(LineError::Ledger)?;
    if verdict == Verdict::Recorded {
        sealed.place()?;
        past.placed();
    }
    Ok(verdict)
}

/// Writes the pack aside, and says what is in it if that is asked for.
fn write(
    part: &Path,
    outcome: &Outcome,
    listed: bool,
) -> Result<(SealedPack, Vec<Published>), LineError> {
    let mut writer = PackWriter::create(Disk, &outcome.job, &part.join(ASIDE), &outcome.folder)?;
    let journal = part.join(journal::FILE);
    let mut made = [0; MOST_LEVELS];
    let mut puzzles = Vec::new();
    journal::for_each_record(&journal, |record| {
        made[record.level.index()] += 1;
        puzzles.extend(listed.then(|| Published::from(record)));
        Ok(writer.push(record)?)
    })?;
    if made != outcome.tally.kept {
        return Err(LineError::JournalDamaged {
            path: journal,
            problem: "it holds other puzzles than were counted".to_owned(),
        });
    }
    let sealed = writer.seal(&summary(outcome), &run_info(outcome))?;
    Ok((sealed, puzzles))
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
