//! A whole run: find the place, carry on or start anew, work, journal, publish.

use super::candidate::{Maker, StageTimes};
use super::chunk::Chunks;
use super::collector::Collector;
use super::conveyor::Rest;
use super::error::LineError;
use super::full_levels::FullLevels;
use super::gather::gather;
use super::given::Given;
use super::journal::Journal;
use super::outcome::{End, Outcome};
use super::place::{self, Place, Site};
use super::progress::Progress;
use super::publish::publish;
use super::space;
use super::stop::{StopReason, StopWatch};
use super::tally::Tally;
use crate::config::{Job, Order};
use std::panic::resume_unwind;
use std::time::Instant;

/// What is asked of a run.
#[derive(Debug, Clone)]
pub struct RunRequest {
    /// The checked settings.
    pub order: Order,
    /// Whether to start anew beside an unfinished run of the same job.
    pub fresh: bool,
    /// The puzzles to take instead of making some; the job's source is to be their list.
    pub given: Option<Given>,
}

/// Runs a job to its end, or as far as time and signals let it.
///
/// # Errors
/// What [`LineError`] lists. What was kept until then is in the journal, and the same request
/// carries on.
///
/// # Panics
/// If a stage panics, which is a bug in it: its panic is raised again here, after the journal is
/// written.
pub fn run(request: &RunRequest) -> Result<Outcome, LineError> {
    begin(request, None)
}

/// Runs a job whose candidates were made elsewhere: it ends as [`run`] does, with the same bytes.
///
/// # Errors
/// As [`run`], and what the source of the chunks says.
///
/// # Panics
/// As [`run`].
pub fn merge(request: &RunRequest, chunks: &mut dyn Chunks) -> Result<Outcome, LineError> {
    begin(request, Some(chunks))
}

fn begin(request: &RunRequest, chunks: Option<&mut dyn Chunks>) -> Result<Outcome, LineError> {
    let started = Instant::now();
    let order = &request.order;
    let threads = order.run.threads.unwrap_or_else(processors);
    let site = match place::find(order, request.fresh)? {
        Place::Made(made) => {
            return Ok(Outcome {
                folder: made.folder,
                parts: made.parts,
                job: made.job,
                tally: made.tally,
                refused: made.refused,
                end: End::AlreadyMade,
                resumed_at: None,
                times: StageTimes::default(),
                elapsed: started.elapsed(),
                threads,
            });
        }
        Place::Open(site) => *site,
    };
    let room = space::check(&order.run.out, order, threads, &site.tally);
    if let Err(error) = room {
        if site.tally.used == 0 {
            site.lock.clear();
        }
        return Err(error);
    }
    let progress = Progress::new(&site.job, site.tally.used, order.run.quiet);
    for notice in &site.notices {
        progress.notice(notice);
    }
    let stop = StopWatch::new(order.run.timeout)
        .on_signals()
        .map_err(|source| LineError::Signals { source })?;
    let shift = Shift {
        started,
        threads,
        stop,
        progress,
    };
    shift.work(site, request.given.as_ref(), chunks)
}

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// One process's share of a run: a job may take several, each killed and carried on.
struct Shift {
    started: Instant,
    threads: usize,
    stop: StopWatch,
    progress: Progress,
}

impl Shift {
    fn work(
        mut self,
        mut site: Site,
        given: Option<&Given>,
        chunks: Option<&mut dyn Chunks>,
    ) -> Result<Outcome, LineError> {
        let began_at = site.tally.used;
        let mut times = StageTimes::default();
        let mut collector = Collector::new(&site.job, &mut site.seen, site.tally);
        let mut journal = site.journal;
        let full = FullLevels::of(&site.job, collector.tally());
        let maker = Maker::new(&site.job).of(given).sparing(&full);
        let rest = gather(
            &site.job,
            &|k, times| maker.make(k, times),
            self.threads,
            &self.stop,
            &mut collector,
            chunks,
            |kept, tally, spent| {
                times += spent;
                self.progress.advance(tally);
                full.note(&site.job, tally);
                journal.append(kept, tally)
            },
        )?;
        let tally = *collector.tally();
        self.progress.finish(&tally);
        let end = close(rest, journal, &site.job, &tally)?;
        let folder = match end {
            End::Stopped(StopReason::Interrupt | StopReason::Terminate) => site.part.clone(),
            _ => site.target,
        };
        if end == End::Stopped(StopReason::Timeout) {
            // The same bytes as a run of just so many candidates.
            site.job.count = Some(tally.used);
        }
        let mut outcome = Outcome {
            folder,
            parts: Vec::new(),
            job: site.job,
            tally,
            refused: given.map_or(0, |given| given.refused_among(tally.used)),
            end,
            resumed_at: (began_at > 0).then_some(began_at),
            times,
            elapsed: self.started.elapsed(),
            threads: self.threads,
        };
        if outcome.was_interrupted() {
            return Ok(outcome);
        }
        // Time that was up before the first candidate makes no pack.
        if tally.used > 0 {
            outcome.parts = publish(&site.part, &outcome)?;
        }
        site.lock.clear();
        Ok(outcome)
    }
}

/// How the line came to rest, with the journal closed where it may be.
fn close(
    rest: Rest<LineError>,
    journal: Journal,
    job: &Job,
    tally: &Tally,
) -> Result<End, LineError> {
    let end = match rest {
        Rest::Failed(error @ LineError::Supply(_)) => {
            journal.close()?;
            return Err(error);
        }
        // The journal ends in a torn batch now: nothing may be written behind it.
        Rest::Failed(error) => return Err(error),
        Rest::Panicked(panic) => {
            journal.close()?;
            resume_unwind(panic)
        }
        Rest::Stopped(reason) => End::Stopped(reason),
        Rest::Done => natural_end(job, tally),
    };
    journal.close()?;
    Ok(end)
}

fn natural_end(job: &Job, tally: &Tally) -> End {
    match &job.quotas {
        None => End::Counted,
        Some(quotas) if quotas.are_full(&tally.kept) => End::Full,
        Some(_) => End::Short,
    }
}
