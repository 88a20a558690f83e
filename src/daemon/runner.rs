//! Runs one job of the queue in its own thread, and reports its progress and its end to the queue.

use super::error::in_one_line;
use super::job_queue::JobQueue;
use super::job_table::TakenJob;
use super::shelf::Inventory;
use super::view::{JobState, JobView, LevelView};
use crate::config::{Job, RunSpec};
use crate::exit::Exit;
use crate::ledger::{Ledger, LedgerCreation};
use crate::line::{Outcome, RunHooks, RunRequest, StopWatch, Tally};
use crate::scheduled_run;
use std::any::Any;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use tracing::{error, info, warn};

/// A function that takes an error, and returns the exit code with which the command line would report this error.
pub type ExitCode = fn(&(dyn Error + 'static)) -> u8;

/// The error of a job: an error of its settings, the ledger or the pipeline. The command line has an exit code for
/// each such error.
type JobError = Box<dyn Error + Send + Sync>;

/// Runs a job until it ends or is stopped. The job's pack is added to the stock before the queue shows that the job has
/// ended.
pub fn run(queue: &JobQueue, taken: &TakenJob, inventory: &dyn Inventory, exit_code: ExitCode) {
    let (id, work) = (taken.job.id, &taken.job.work);
    let name = work.name.as_str();
    info!(job = id, name, cause = work.cause.name(), "job begins");
    let ran = catch_unwind(AssertUnwindSafe(|| attempt(queue, taken)));
    if let Err(trouble) = inventory.refresh() {
        warn!(job = id, error = trouble, "the stock can't be counted");
    }
    match ran {
        Ok(Ok(outcome)) => {
            queue.end(id, |view| ended(view, &outcome));
            if let Some(view) = queue.job(id) {
                let JobView {
                    state,
                    pack,
                    candidates,
                    seconds,
                    ..
                } = view;
                let state = state.name();
                info!(
                    job = id,
                    name, state, pack, candidates, seconds, "job ended"
                );
            }
        }
        Ok(Err(failure)) => {
            let failure: &(dyn Error + 'static) = failure.as_ref();
            failed(queue, id, exit_code(failure), in_one_line(failure));
        }
        Err(panic) => {
            let why = format!("a bug, please report it: {}", said(panic.as_ref()));
            failed(queue, id, Exit::Bug.code(), why);
        }
    }
}

/// Records that a job failed.
pub fn failed(queue: &JobQueue, id: u64, exit: u8, why: String) {
    error!(job = id, exit, error = why, "job failed");
    queue.end(id, |view| {
        view.state = JobState::Failed;
        view.exit = Some(exit);
        view.error = Some(why);
    });
}

fn attempt(queue: &JobQueue, taken: &TakenJob) -> Result<Outcome, JobError> {
    let spec = taken.job.work.run_spec()?;
    let path = spec.run.ledger.as_deref();
    let ledger = path.map(|path| Ledger::open(path, LedgerCreation::IfMissing));
    let ledger = ledger.transpose()?;
    let request = RunRequest {
        spec,
        fresh: false,
        input: None,
        hooks: Some(Arc::new(ProgressSink {
            queue: queue.clone(),
            id: taken.job.id,
            stop: taken.stop.clone(),
        })),
    };
    let run = scheduled_run::run(&request, ledger.as_ref(), |_| Ok::<(), JobError>(()))?;
    let keep = request.spec.run.keep.unwrap_or_default();
    match run.pruned {
        Ok(folders) => folders.iter().for_each(
            |folder| warn!(folder = %folder.display(), "deleted: the newest {keep} are kept"),
        ),
        Err(error) => warn!(error = in_one_line(&error), "old packs can't be deleted"),
    }
    if let (Some(keep), Some(ledger)) = (taken.job.work.keep, &ledger) {
        remove_spent(ledger, &request.spec, keep);
    }
    Ok(run.outcome)
}

/// Deletes the packs of a shelf that have no puzzle left in stock, except the newest `keep` packs.
fn remove_spent(ledger: &Ledger, spec: &RunSpec, keep: usize) {
    match ledger.retain_spent(&spec.run.out, &spec.run.name, keep) {
        Ok(folders) => folders
            .iter()
            .for_each(|folder| warn!(folder = %folder.display(), "deleted: none of its puzzles is left in stock")),
        Err(error) => warn!(
            error = in_one_line(&error),
            "packs with no puzzle left in stock can't be deleted"
        ),
    }
}

/// Returns the name of the pack that a run made. For several packs, such as `spring-001` and `spring-002`, returns
/// their common name `spring`. Returns `None` if the run made no pack or was interrupted.
fn pack_of(outcome: &Outcome) -> Option<String> {
    let is_there = outcome.folder.is_dir() || !outcome.parts.is_empty();
    let name = outcome.folder.file_name().map(Path::new)?;
    (is_there && !outcome.was_interrupted()).then(|| name.display().to_string())
}

/// Returns the names of the packs that a run made.
fn packs_of(outcome: &Outcome) -> Vec<String> {
    if outcome.parts.is_empty() {
        return pack_of(outcome).into_iter().collect();
    }
    let names = outcome.parts.iter().filter_map(|it| it.folder.file_name());
    names
        .map(|it| Path::new(it).display().to_string())
        .collect()
}

fn ended(view: &mut JobView, outcome: &Outcome) {
    let exit = Exit::of(outcome);
    view.state = match exit {
        Exit::Done => JobState::Done,
        Exit::Short => JobState::Short,
        _ => JobState::Stopped,
    };
    view.exit = Some(exit.code());
    view.pack = pack_of(outcome);
    view.packs = packs_of(outcome);
    view.seed = Some(outcome.job.seed.to_string());
    view.candidates = outcome.tally.used;
    view.levels = LevelView::of(&outcome.job, &outcome.tally);
    view.per_second = outcome.candidates_per_second();
}

/// Returns the message of a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// A receiver of a running job's progress. It passes the progress on to the queue.
struct ProgressSink {
    queue: JobQueue,
    id: u64,
    stop: StopWatch,
}

impl RunHooks for ProgressSink {
    fn advance(&self, job: &Job, tally: &Tally) {
        self.queue.advance(self.id, job, tally);
    }

    fn notice(&self, text: &str) {
        info!(job = self.id, "{text}");
    }

    fn stop(&self) -> StopWatch {
        self.stop.clone()
    }
}
