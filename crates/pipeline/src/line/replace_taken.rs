//! Lets a run continue after another one published some of its puzzles.
//!
//! The published puzzles are dropped from its journal, and from its current candidate on the run
//! uses the present state of the ledger: the next candidates take their places. The job names both
//! states, so the pack shows what happened.

use super::error::LineError;
use super::journal::{self, Journal, Owner};
use super::published_index::PublishedIndex;
use super::run_dir::RunDir;
use super::seen::ThisRun;
use super::tally::Tally;
use crate::config::{Job, LedgerState};
use crate::grid::PuzzleId;
use std::collections::HashSet;

/// Number of times that a run replaces taken puzzles before it gives up for now.
pub const MOST_ROUNDS: u32 = 8;

/// Removes these puzzles from a run and lets it continue against the ledger's state `now`.
///
/// # Errors
/// If the journal can't be read or written: it stays as it was.
pub fn replace_taken(
    run_dir: RunDir,
    taken: &HashSet<PuzzleId>,
    now: LedgerState,
    published: &dyn PublishedIndex,
) -> Result<RunDir, LineError> {
    let file = run_dir.part.join(journal::FILE);
    let Some(Owner::Ours(mut header)) = journal::owner(&file)? else {
        return Err(LineError::JournalDamaged {
            path: file,
            problem: "its beginning is gone".to_owned(),
        });
    };
    let from = run_dir.tally.used;
    header.job.ledger.states.push(LedgerState { from, ..now });
    let mut tally = Tally {
        kept: Tally::default().kept,
        clues: Tally::default().clues,
        difficulty: Tally::default().difficulty,
        ..run_dir.tally
    };
    let mut left = Vec::new();
    journal::for_each_record(&file, |record| {
        if taken.contains(&record.id) {
            tally.repeats += 1;
        } else {
            tally.keep(record);
            left.push(record.clone());
        }
        Ok(())
    })?;
    let against = published.run_against(&header.job.ledger);
    against.map_err(LineError::Ledger)?;
    journal::replace(&file, &header, &tally, left.into_iter().map(Ok))?;
    let mut seen = ThisRun::default();
    let (journal, tally) = Journal::open(&file, &header, &mut seen)?;
    Ok(RunDir {
        job: Job {
            ledger: header.job.ledger,
            ..run_dir.job
        },
        journal,
        tally,
        seen,
        ..run_dir
    })
}
