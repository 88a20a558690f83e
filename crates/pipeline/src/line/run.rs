//! Runs a whole job: find the place, resume or begin, work, journal, publish.

use super::candidate::Maker;
use super::candidate_source::collect_candidates;
use super::chunk::ChunkSource;
use super::collector::Collector;
use super::error::LineError;
use super::input_list::InputList;
use super::outcome::{End, Outcome};
use super::paths::first_pack;
use super::pipeline::PipelineEnd;
use super::progress::{Progress, grouped};
use super::publish::publish;
use super::published_index::{PublishedIndex, Verdict};
use super::quota_flags::QuotaFlags;
use super::replace_taken::{MOST_ROUNDS, replace_taken};
use super::run_dir::{self, RunDir, RunPlace};
use super::run_hooks::RunHooks;
use super::space;
use super::stage_times::StageTimes;
use super::stop::{StopCause, StopWatch};
use super::tally::Tally;
use crate::config::{Job, Order};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Instant;

/// The request for a run.
pub struct RunRequest {
    /// The checked settings.
    pub order: Order,
    /// `true` to begin a new run beside an unfinished one of the same job.
    pub fresh: bool,
    /// The puzzles to take instead of making some; the job's source is to be their list.
    pub input: Option<InputList>,
    /// The hooks of a program that runs it; `None` for people at a terminal, and signals.
    pub hooks: Option<Arc<dyn RunHooks>>,
}

/// Runs a job to its end, or as far as time and signals let it.
///
/// # Errors
/// Those of [`LineError`]. The puzzles kept until then are in the journal, and the same request
/// resumes it.
///
/// # Panics
/// If a stage panics, which is a bug in it: its panic is raised again here, after the journal is
/// written.
pub fn run(request: &RunRequest) -> Result<Outcome, LineError> {
    run_beside(request, None)
}

/// Runs a job against what was published before: published puzzles are not made again, and the pack
/// is recorded there in one step with its publication.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub fn run_beside(
    request: &RunRequest,
    published: Option<&dyn PublishedIndex>,
) -> Result<Outcome, LineError> {
    begin(request, published, None)
}

/// Runs a job whose candidates were made elsewhere: it ends as [`run_beside`] does, with the same
/// bytes. The job says itself what it runs against. Puzzles that were published by others meanwhile
/// are replaced, as [`run_beside`] does, if `replaces` says so.
///
/// # Errors
/// Those of [`run`], the errors of the source of chunks, and [`LineError::Taken`].
///
/// # Panics
/// As [`run`].
pub fn merge(
    request: &RunRequest,
    published: Option<&dyn PublishedIndex>,
    chunks: &mut dyn ChunkSource,
    replaces: bool,
) -> Result<Outcome, LineError> {
    begin(request, published, Some((chunks, replaces)))
}

/// Chunks to merge, and `true` if puzzles that others published meanwhile are replaced.
type Merged<'a> = (&'a mut dyn ChunkSource, bool);

fn begin(
    request: &RunRequest,
    published: Option<&dyn PublishedIndex>,
    merged: Option<Merged<'_>>,
) -> Result<Outcome, LineError> {
    let started = Instant::now();
    let order = &request.order;
    let threads = order.run.threads.unwrap_or_else(processors);
    let dir = match run_dir::find(order, request.fresh, published, merged.is_some())? {
        RunPlace::Finished(made) => {
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
        RunPlace::Open(dir) => *dir,
    };
    let room = space::check(&order.run.out, order, threads, &dir.tally);
    if let Err(error) = room {
        if dir.tally.used == 0 {
            dir.lock.clear();
        }
        return Err(error);
    }
    let hooks = request.hooks.clone();
    let progress = Progress::new(&dir.job, dir.tally.used, order.run.quiet, hooks);
    for notice in &dir.notices {
        progress.notice(notice);
    }
    let stop = match &request.hooks {
        Some(hooks) => hooks.stop().within(order.run.timeout),
        None => StopWatch::new(order.run.timeout)
            .on_signals()
            .map_err(|source| LineError::Signals { source })?,
    };
    let (chunks, replaces) =
        merged.map_or((None, true), |(chunks, replaces)| (Some(chunks), replaces));
    let session = RunSession {
        started,
        threads,
        stop,
        progress,
        replaces,
    };
    session.work(dir, request.input.as_ref(), published, chunks)
}

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// One process's share of a run: a job may take several, each killed and resumed.
struct RunSession {
    started: Instant,
    threads: usize,
    stop: StopWatch,
    progress: Progress,
    /// `true` to replace puzzles that others published meanwhile.
    replaces: bool,
}

impl RunSession {
    fn work(
        mut self,
        mut dir: RunDir,
        input: Option<&InputList>,
        published: Option<&dyn PublishedIndex>,
        mut chunks: Option<&mut dyn ChunkSource>,
    ) -> Result<Outcome, LineError> {
        let began_at = dir.tally.used;
        let mut times = StageTimes::default();
        let mut rest = match is_recorded(&dir, published)? {
            true => PipelineEnd::Stopped(StopCause::Timeout),
            false => self.collect(
                &mut dir,
                (input, published),
                chunks.as_deref_mut(),
                &mut times,
            )?,
        };
        for _ in 0..MOST_ROUNDS {
            let end = match rest {
                PipelineEnd::Stopped(StopCause::Timeout) => {
                    // The same bytes as a run with this number of candidates.
                    dir.job.count = Some(dir.tally.used);
                    End::Stopped(StopCause::Timeout)
                }
                PipelineEnd::Stopped(reason) => End::Stopped(reason),
                _ => natural_end(&dir.job, &dir.tally),
            };
            let mut outcome = self.outcome(&dir, input, end, times);
            outcome.resumed_at = (began_at > 0).then_some(began_at);
            if outcome.was_interrupted() {
                outcome.folder = dir.part;
                return Ok(outcome);
            }
            // Time that was up before the first candidate makes no pack.
            if dir.tally.used == 0 {
                dir.lock.clear();
                return Ok(outcome);
            }
            let (verdict, parts) = publish(&dir.part, &outcome, published)?;
            match (verdict, published) {
                (Verdict::Taken { ids, .. }, _) if !self.replaces => {
                    return Err(LineError::taken(dir.part, &ids));
                }
                (Verdict::Taken { ids, now }, Some(published)) => {
                    self.progress.notice(&replacing(ids.len()));
                    dir = replace_taken(dir, &ids, now, published)?;
                }
                _ => {
                    dir.lock.clear();
                    outcome.parts = parts;
                    return Ok(outcome);
                }
            }
            rest = match end {
                End::Stopped(_) => PipelineEnd::Stopped(StopCause::Timeout),
                _ => self.collect(
                    &mut dir,
                    (input, published),
                    chunks.as_deref_mut(),
                    &mut times,
                )?,
            };
        }
        Err(LineError::Overtaken { path: dir.part })
    }

    /// Returns the outcome if the run ends here, before anything is published.
    fn outcome(
        &self,
        dir: &RunDir,
        input: Option<&InputList>,
        end: End,
        times: StageTimes,
    ) -> Outcome {
        Outcome {
            folder: dir.target.clone(),
            parts: Vec::new(),
            job: dir.job.clone(),
            tally: dir.tally,
            refused: input.map_or(0, |input| input.refused_among(dir.tally.used)),
            end,
            resumed_at: None,
            times,
            elapsed: self.started.elapsed(),
            threads: self.threads,
        }
    }

    /// Has candidates made until the dir is done or stopped; its journal is closed then.
    fn collect(
        &mut self,
        dir: &mut RunDir,
        (input, published): (Option<&InputList>, Option<&dyn PublishedIndex>),
        chunks: Option<&mut (dyn ChunkSource + '_)>,
        times: &mut StageTimes,
    ) -> Result<PipelineEnd<LineError>, LineError> {
        let mut collector = Collector::new(&dir.job, &mut dir.seen, dir.tally).beside(published);
        let full = QuotaFlags::of(&dir.job, collector.tally());
        let maker = Maker::new(&dir.job).of(input).sparing(&full);
        let rest = collect_candidates(
            &dir.job,
            &|k, times| maker.make(k, times),
            self.threads,
            &self.stop,
            &mut collector,
            chunks,
            |kept, tally, spent| {
                if let Some(trouble) = published.and_then(PublishedIndex::trouble) {
                    return Err(LineError::Ledger(trouble));
                }
                *times += spent;
                self.progress.advance(tally);
                full.note(&dir.job, tally);
                dir.journal.append(kept, tally)
            },
        )?;
        dir.tally = *collector.tally();
        let interrupted = matches!(rest, PipelineEnd::Stopped(StopCause::Interrupt));
        self.progress.finish(&dir.tally, interrupted);
        match rest {
            PipelineEnd::Failed(error @ LineError::Chunks(_)) => {
                dir.journal.close()?;
                // A puzzle that the ledger cannot look up counts as a repeat, and may be one of the
                // missing.
                let trouble = published.and_then(PublishedIndex::trouble);
                Err(trouble.map_or(error, LineError::Ledger))
            }
            // The journal ends in a torn batch now: nothing may be written behind it.
            PipelineEnd::Failed(error) => Err(error),
            PipelineEnd::Panicked(panic) => {
                dir.journal.close()?;
                resume_unwind(panic)
            }
            rest => dir.journal.close().map(|()| rest),
        }
    }
}

/// Returns whether a run that its time had cut was killed between the ledger and the renaming of
/// its pack: then it must end where it ended before.
fn is_recorded(dir: &RunDir, published: Option<&dyn PublishedIndex>) -> Result<bool, LineError> {
    let Some(published) = published else {
        return Ok(false);
    };
    // A run that ended by itself does so again.
    if dir.job.count == Some(dir.tally.used) {
        return Ok(false);
    }
    let cut = Job {
        count: Some(dir.tally.used),
        ..dir.job.clone()
    };
    let (first, its_job) = first_pack(&dir.target, &cut);
    published
        .has_recorded(&first, &its_job)
        .map_err(LineError::Ledger)
}

fn replacing(taken: usize) -> String {
    let taken = grouped(taken as u64);
    format!(
        "{taken} puzzles were published by another job meanwhile: the next candidates replace them"
    )
}

fn natural_end(job: &Job, tally: &Tally) -> End {
    match &job.quotas {
        None => End::Counted,
        Some(quotas) if quotas.are_full(&tally.kept) => End::Full,
        Some(_) => End::Short,
    }
}
