//! The run of one job from the queue in a thread of its own: the ledger, the run, the progress in
//! the table of jobs, and the end.

use super::error::in_one_line;
use super::inventory::Inventory;
use super::job_queue::{JobQueue, Taken};
use super::view::{JobView, LevelView, State};
use crate::config::{Job, Order};
use crate::ledger::{Begin, Ledger, LedgerError};
use crate::line::{
    self, Outcome, PublishedIndex, RunHooks, RunRequest, StopWatch, Tally, of_tonight,
};
use std::any::Any;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use tracing::{error, info, warn};

/// A function that returns the exit code with which the command would end for an error.
pub type ExitCode = fn(&(dyn Error + 'static)) -> u8;

/// The exit codes of the command where nothing failed, and where it panicked.
const DONE: u8 = 0;
const SHORT: u8 = 3;
const STOPPED: u8 = 143;
const BUG: u8 = 70;

/// The error of a job: that of the ledger or of the pipeline, for which the command has an exit
/// code.
type JobError = Box<dyn Error + Send + Sync>;

/// Runs a job to its end, or until it is stopped. What it has published is counted in the stock
/// before the table of jobs says that it has ended.
pub fn run(queue: &JobQueue, taken: &Taken, inventory: &dyn Inventory, exit_code: ExitCode) {
    let (id, name) = (taken.id, taken.work.name.as_str());
    info!(
        job = id,
        name,
        cause = taken.work.cause.name(),
        "job begins"
    );
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
            failed(queue, id, BUG, why);
        }
    }
}

/// Notes that a job failed.
pub fn failed(queue: &JobQueue, id: u64, exit: u8, why: String) {
    error!(job = id, exit, error = why, "job failed");
    queue.end(id, |view| {
        view.state = State::Failed;
        view.exit = Some(exit);
        view.error = Some(why);
    });
}

fn attempt(queue: &JobQueue, taken: &Taken) -> Result<Outcome, JobError> {
    let order = taken.work.order.clone();
    let path = order.run.ledger.as_deref();
    let ledger = path.map(|path| Ledger::open(path, Begin::IfMissing));
    let ledger = ledger.transpose()?;
    let published = ledger.as_ref().map(|it| it as &dyn PublishedIndex);
    let request = RunRequest {
        order,
        fresh: false,
        input: None,
        hooks: Some(Arc::new(ProgressSink {
            queue: queue.clone(),
            id: taken.id,
            stop: taken.stop.clone(),
        })),
    };
    let mut outcome = line::run_beside(&request, published)?;
    let run = &request.order.run;
    // As for the command: an unfinished run of an earlier night comes first.
    let is_of_tonight = of_tonight(run).is_none_or(|it| it == outcome.folder);
    if outcome.resumed_at.is_some() && !outcome.was_interrupted() && !is_of_tonight {
        outcome = line::run_beside(&request, published)?;
    }
    if !outcome.was_interrupted() {
        // The pack is there, whatever becomes of older ones.
        if let Err(error) = retain(ledger.as_ref(), &request.order, &outcome.folder) {
            warn!(error = in_one_line(&error), "old packs stay");
        }
    }
    Ok(outcome)
}

/// Deletes packs that are older than those to be kept.
fn retain(
    ledger: Option<&Ledger>,
    Order { job, run, .. }: &Order,
    made: &Path,
) -> Result<(), LedgerError> {
    let (Some(ledger), Some(keep)) = (ledger, run.keep) else {
        return Ok(());
    };
    for folder in ledger.retain(&run.out, &run.name, job.part.is_some(), keep, made)? {
        warn!(folder = %folder.display(), "deleted: the newest {keep} are kept");
    }
    Ok(())
}

fn state_of(outcome: &Outcome) -> State {
    if outcome.was_interrupted() {
        State::Stopped
    } else if outcome.is_short() {
        State::Short
    } else {
        State::Done
    }
}

/// Returns the name of the pack, if there is one.
fn pack_of(outcome: &Outcome) -> Option<String> {
    let is_there = outcome.folder.is_dir() || !outcome.parts.is_empty();
    let name = outcome.folder.file_name().map(Path::new)?;
    (is_there && !outcome.was_interrupted()).then(|| name.display().to_string())
}

fn ended(view: &mut JobView, outcome: &Outcome) {
    view.state = state_of(outcome);
    view.pack = pack_of(outcome);
    view.candidates = outcome.tally.used;
    view.levels = LevelView::of(&outcome.job, &outcome.tally);
    view.per_second = outcome.candidates_per_second();
    view.exit = Some(match view.state {
        State::Short => SHORT,
        State::Stopped => STOPPED,
        _ => DONE,
    });
}

/// Returns the message of a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("it said nothing")
}

/// The hooks that notes the progress of a job in the table of jobs.
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
