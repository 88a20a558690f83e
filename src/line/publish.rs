//! From a journal to a pack: streamed, so that memory stays flat, and renamed into place at once.

use super::error::LineError;
use super::journal;
use super::outcome::Outcome;
use crate::bucket::MOST_LEVELS;
use crate::pack::{Disk, Dropped, PackWriter, RunInfo, StageSeconds, Summary};
use jiff::{SignedDuration, Timestamp};
use std::path::Path;

/// The folder, beside the journal, in which the pack is written before it is renamed.
const ASIDE: &str = "pack";

/// Writes the pack of a finished run to `outcome.folder`.
///
/// # Errors
/// If it can't be written, or the journal can't be read. The journal stays as it was.
pub fn publish(part: &Path, outcome: &Outcome) -> Result<(), LineError> {
    let mut writer = PackWriter::create(Disk, &outcome.job, &part.join(ASIDE), &outcome.folder)?;
    let journal = part.join(journal::FILE);
    let mut made = [0; MOST_LEVELS];
    journal::for_each_record(&journal, |record| {
        made[record.level.index()] += 1;
        Ok(writer.push(record)?)
    })?;
    if made != outcome.tally.kept {
        return Err(LineError::JournalDamaged {
            path: journal,
            problem: "it holds other puzzles than were counted".to_owned(),
        });
    }
    writer.finish(&summary(outcome), &run_info(outcome))?;
    Ok(())
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
