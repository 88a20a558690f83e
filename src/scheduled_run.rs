//! Runs a scheduled job, for the command line and for the server. An unfinished run of an earlier date is finished
//! first. Then the run of the requested date follows, and at last packs that are too old are deleted.

use crate::config::RunSpec;
use crate::ledger::{Ledger, LedgerError};
use crate::line::{self, LineError, Outcome, PublishedIndex, RunRequest};
use std::path::{Path, PathBuf};

/// The result of a scheduled job.
#[derive(Debug)]
pub struct ScheduledRun {
    /// The outcome of the run for the requested date, or of an earlier date's run if that earlier run was
    /// interrupted again.
    pub outcome: Outcome,
    /// The folders of the old packs that were deleted, or the error that stopped the deletion. Such an error does
    /// not affect the new pack.
    pub pruned: Result<Vec<PathBuf>, LedgerError>,
}

/// Runs a scheduled job. If a run of this job for an earlier date is unfinished, that run is finished first, and
/// its outcome is passed to `on_earlier`. If there is a ledger and the run was not interrupted, old packs are then
/// deleted.
///
/// # Errors
/// The errors of [`line::run`] and of `on_earlier`.
pub fn run<E: From<LineError>>(
    request: &RunRequest,
    ledger: Option<&Ledger>,
    mut on_earlier: impl FnMut(&Outcome) -> Result<(), E>,
) -> Result<ScheduledRun, E> {
    let published = ledger.map(|it| it as &dyn PublishedIndex);
    let mut outcome = line::run(request, published)?;
    let folder = line::folder_of_date(&request.spec.run);
    let is_of_date = folder.is_none_or(|it| it == outcome.folder);
    if outcome.resumed_at.is_some() && !outcome.was_interrupted() && !is_of_date {
        on_earlier(&outcome)?;
        outcome = line::run(request, published)?;
    }
    let pruned = match ledger {
        Some(ledger) if !outcome.was_interrupted() => prune(ledger, &request.spec, &outcome.folder),
        _ => Ok(Vec::new()),
    };
    Ok(ScheduledRun { outcome, pruned })
}

/// Deletes the old packs of the job, except for those that its settings keep; deletes none if the setting `keep` is
/// missing.
fn prune(ledger: &Ledger, spec: &RunSpec, made: &Path) -> Result<Vec<PathBuf>, LedgerError> {
    let (run, several) = (&spec.run, spec.job.part.is_some());
    match run.keep {
        Some(keep) => ledger.retain(&run.out, &run.name, several, keep, made),
        None => Ok(Vec::new()),
    }
}
