//! Runs a whole job: finds its folder, begins or resumes the run, makes and journals puzzles, and publishes the
//! packs. The same code merges chunks, which are ranges of candidates that other processes made.

use super::candidate::Maker;
use super::candidate_source::collect_candidates;
use super::chunk::ChunkSource;
use super::collector::Collector;
use super::error::LineError;
use super::input_list::InputList;
use super::journal::Journal;
use super::layout_candidates::LayoutCandidates;
use super::outcome::{Outcome, PartMade};
use super::pipeline::Pipeline;
use super::progress::{RunHooks, RunProgress, grouped};
use super::publish::publish;
use super::published_index::{PublishedIndex, Verdict};
use super::quota_flags::QuotaFlags;
use super::run_dir::{RunDir, UnfinishedRun};
use super::space;
use super::stop::{StopCause, StopWatch};
use super::tally::{StageTimes, Tally};
use super::threads::processors;
use crate::config::{Job, RunSpec};
use crate::pack::{LayoutRecord, Pack, PackError, PackedPuzzle, Record};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of times that a run replaces puzzles that other jobs have published, before it gives up.
const MOST_ROUNDS: u32 = 8;

/// A request to run a job.
pub struct RunRequest {
    /// The checked settings.
    pub spec: RunSpec,
    /// `true` to begin a new run even if an unfinished run of the same job exists. The unfinished run is set aside.
    pub fresh: bool,
    /// The list of puzzles that the job's source describes; `None` if the job makes its puzzles.
    pub input: Option<InputList>,
    /// The hooks of the program that runs the job; `None` to show progress on the terminal and stop on signals.
    pub hooks: Option<Arc<dyn RunHooks>>,
}

/// Candidate puzzles that other processes made, to be merged into one run.
pub struct Merge<'a> {
    /// The source of the candidate puzzles, in chunks.
    pub chunks: MergeChunks<'a>,
    /// `true` to replace puzzles that other jobs published after the run was planned; `false` to end with
    /// [`LineError::Taken`] if there are such puzzles.
    pub replaces: bool,
}

/// A source of chunks of candidate puzzles, of 9×9 or of another layout. If the source does not match the job's layout,
/// no chunk is used and the run makes all candidates.
pub enum MergeChunks<'a> {
    /// Chunks of 9×9 puzzles.
    Nine(&'a mut dyn ChunkSource<Record>),
    /// Chunks of puzzles of another layout.
    Layout(&'a mut dyn ChunkSource<LayoutRecord>),
}

impl<'a> MergeChunks<'a> {
    fn nine(&mut self) -> Option<&mut (dyn ChunkSource<Record> + 'a)> {
        match self {
            Self::Nine(chunks) => Some(&mut **chunks),
            Self::Layout(_) => None,
        }
    }

    fn layout(&mut self) -> Option<&mut (dyn ChunkSource<LayoutRecord> + 'a)> {
        match self {
            Self::Layout(chunks) => Some(&mut **chunks),
            Self::Nine(_) => None,
        }
    }
}

/// Runs a job to its end, or until a time limit or a signal stops the run. Puzzles that are in the ledger `published`
/// are not kept. The pack is recorded in the ledger just before the pack is renamed.
///
/// # Errors
/// [`LineError`]. The puzzles kept so far are in the journal, and the same request resumes the run.
///
/// # Panics
/// If a stage panics, which is a bug in the stage. The journal is written before this function raises the stage's panic
/// again.
pub fn run(
    request: &RunRequest,
    published: Option<&dyn PublishedIndex>,
) -> Result<Outcome, LineError> {
    begin(request, published, None)
}

/// Runs a job whose candidate puzzles other processes made. The run ends after the same candidate as with [`run`], and
/// the pack has the same bytes. The job must name the ledger states with which the run compares its puzzles.
///
/// # Errors
/// The errors of [`run`] and of the chunk source, and [`LineError::Taken`].
///
/// # Panics
/// Same as [`run`].
pub fn merge(
    request: &RunRequest,
    published: Option<&dyn PublishedIndex>,
    merge: Merge<'_>,
) -> Result<Outcome, LineError> {
    begin(request, published, Some(merge))
}

fn begin(
    request: &RunRequest,
    published: Option<&dyn PublishedIndex>,
    merge: Option<Merge<'_>>,
) -> Result<Outcome, LineError> {
    let started = Instant::now();
    let spec = &request.spec;
    let threads = spec.run.threads.unwrap_or_else(processors);
    let run = match RunDir::find(spec, request.fresh, published, merge.is_some())? {
        RunDir::Finished { target, job, packs } => {
            let mut made = already_made(target, *job, &packs)?;
            (made.elapsed, made.threads) = (started.elapsed(), threads);
            return Ok(made);
        }
        RunDir::Unfinished(run) => *run,
    };
    if let Err(error) = space::check(&spec.run.out, spec, threads, &run.tally) {
        if run.tally.used == 0 {
            run.lock.clear();
        }
        return Err(error);
    }
    let progress = RunProgress::new(
        &run.job,
        run.tally.used,
        spec.run.quiet,
        request.hooks.clone(),
    );
    for notice in &run.notices {
        progress.notice(notice);
    }
    let stop = match &request.hooks {
        Some(hooks) => hooks.stop().within(spec.run.timeout),
        None => StopWatch::new(spec.run.timeout)
            .on_signals()
            .map_err(LineError::Signals)?,
    };
    let session = RunSession {
        started,
        threads,
        stop,
        progress,
        began_at: run.tally.used,
        times: StageTimes::default(),
        input: request.input.as_ref(),
        published,
    };
    session.work(run, merge)
}

/// Returns the outcome of a run whose packs all exist.
fn already_made(folder: PathBuf, job: Job, packs: &[Pack]) -> Result<Outcome, PackError> {
    let mut tally: Option<Tally> = None;
    for pack in packs {
        let of_pack = Tally::of_pack(pack)?;
        match &mut tally {
            None => tally = Some(of_pack),
            Some(all) => all.add_part(&of_pack),
        }
    }
    let several = job.part.is_some();
    let parts = packs.iter().filter(|_| several).map(PartMade::found);
    let refused = packs.first().map(|pack| pack.manifest().dropped.refused);
    Ok(Outcome {
        folder,
        parts: parts.collect(),
        job,
        tally: tally.unwrap_or_default(),
        refused: refused.unwrap_or(0),
        already_made: true,
        stopped: None,
        resumed_at: None,
        times: StageTimes::default(),
        elapsed: Duration::ZERO,
        threads: 0,
    })
}

/// The part of a run that one process does. A run that is killed and resumed has several such parts.
struct RunSession<'a> {
    started: Instant,
    threads: usize,
    stop: StopWatch,
    progress: RunProgress,
    /// The number of candidate puzzles that earlier processes have used.
    began_at: u64,
    times: StageTimes,
    input: Option<&'a InputList>,
    published: Option<&'a dyn PublishedIndex>,
}

impl RunSession<'_> {
    /// Collects candidate puzzles and publishes the kept puzzles. If another job has published some of these puzzles
    /// in the meantime, replaces them and publishes again.
    fn work(
        mut self,
        mut run: UnfinishedRun,
        mut merge: Option<Merge<'_>>,
    ) -> Result<Outcome, LineError> {
        let replaces = merge.as_ref().is_none_or(|merge| merge.replaces);
        // A run that a timeout had stopped ends where it ended before.
        let was_cut = is_recorded(&run, self.published)?;
        let mut stopped = was_cut.then_some(StopCause::Timeout);
        for _ in 0..MOST_ROUNDS {
            if stopped.is_none() {
                stopped = self.collect(&mut run, merge.as_mut())?;
            }
            if stopped == Some(StopCause::Timeout) {
                // The same bytes as a run with this number of candidates.
                run.job.count = Some(run.tally.used);
            }
            let mut outcome = self.outcome(&run, stopped);
            if outcome.was_interrupted() {
                outcome.folder = run.folders.part;
                return Ok(outcome);
            }
            // A timeout before the first candidate makes no pack.
            if run.tally.used == 0 {
                run.lock.clear();
                return Ok(outcome);
            }
            let (verdict, parts) = publish(&run.folders, &outcome, self.published)?;
            match (verdict, self.published) {
                (Verdict::Taken { ids, .. }, _) if !replaces => {
                    return Err(LineError::taken(run.folders.part, &ids));
                }
                (Verdict::Taken { ids, now }, Some(published)) => {
                    self.progress.notice(&replacing(ids.len()));
                    run.replace_taken(&ids, now, published)?;
                }
                _ => {
                    run.lock.clear();
                    return Ok(Outcome { parts, ..outcome });
                }
            }
        }
        Err(LineError::Overtaken(run.folders.part))
    }

    /// Returns the outcome of a run that ends in its present state, before publication.
    fn outcome(&self, run: &UnfinishedRun, stopped: Option<StopCause>) -> Outcome {
        let used = run.tally.used;
        Outcome {
            folder: run.folders.target.clone(),
            parts: Vec::new(),
            job: run.job.clone(),
            tally: run.tally,
            refused: self.input.map_or(0, |input| input.refused_among(used)),
            already_made: false,
            stopped,
            resumed_at: (self.began_at > 0).then_some(self.began_at),
            times: self.times,
            elapsed: self.started.elapsed(),
            threads: self.threads,
        }
    }

    /// Makes candidate puzzles until the run is done or stopped, and writes all kept puzzles to the journal. Returns
    /// the cause of a stop; `None` if the run is done.
    fn collect(
        &mut self,
        run: &mut UnfinishedRun,
        merge: Option<&mut Merge<'_>>,
    ) -> Result<Option<StopCause>, LineError> {
        let published = self.published;
        let trouble = || published.and_then(PublishedIndex::trouble);
        let mut collector =
            Collector::new(&run.job, &mut run.seen, run.tally).without_published(published);
        let full = QuotaFlags::of(&run.job, collector.tally());
        let mut sink = BlockSink {
            times: &mut self.times,
            progress: &mut self.progress,
            journal: &mut run.journal,
            job: &run.job,
            full: &full,
            published,
        };
        let (job, threads, stop) = (&run.job, self.threads, &self.stop);
        let ended = match job.layout {
            None => {
                let make = &Maker::new(job).of(self.input).sparing(&full);
                let pipeline = Pipeline {
                    job,
                    make,
                    threads,
                    stop,
                };
                let chunks = merge.and_then(|merge| merge.chunks.nine());
                collect_candidates(&pipeline, &mut collector, chunks, |kept, tally, spent| {
                    sink.take(kept, tally, spent)
                })
            }
            Some(layout) => {
                let kit = job.kit(layout);
                let make = &LayoutCandidates::new(job, &kit).of(self.input);
                let pipeline = Pipeline {
                    job,
                    make,
                    threads,
                    stop,
                };
                let chunks = merge.and_then(|merge| merge.chunks.layout());
                collect_candidates(&pipeline, &mut collector, chunks, |kept, tally, spent| {
                    sink.take(kept, tally, spent)
                })
            }
        };
        run.tally = *collector.tally();
        let interrupted = matches!(ended, Ok(Some(StopCause::Interrupt)));
        self.progress.finish(&run.tally, interrupted);
        let stopped = ended.map_err(|error| match error {
            // A puzzle that the ledger can't look up counts as a repeat, and may be one of the
            // missing puzzles.
            LineError::Chunks(_) => trouble().map_or(error, LineError::Ledger),
            error => error,
        })?;
        run.journal.close().map(|()| stopped)
    }
}

/// The destinations of a block's puzzles, counts and times.
struct BlockSink<'a> {
    times: &'a mut StageTimes,
    progress: &'a mut RunProgress,
    journal: &'a mut Journal,
    job: &'a Job,
    full: &'a QuotaFlags,
    published: Option<&'a dyn PublishedIndex>,
}

impl BlockSink<'_> {
    fn take(
        &mut self,
        kept: Vec<impl PackedPuzzle>,
        tally: &Tally,
        spent: StageTimes,
    ) -> Result<(), LineError> {
        if let Some(trouble) = self.published.and_then(PublishedIndex::trouble) {
            return Err(LineError::Ledger(trouble));
        }
        *self.times += spent;
        self.progress.advance(tally);
        self.full.note(self.job, tally);
        self.journal.append(kept, tally)
    }
}

/// Returns whether a timeout ended this run and the ledger then recorded its pack. A run in this state was killed
/// before the pack was renamed. When the run is resumed, it must end after the same candidate as before.
fn is_recorded(
    run: &UnfinishedRun,
    published: Option<&dyn PublishedIndex>,
) -> Result<bool, LineError> {
    let Some(published) = published else {
        return Ok(false);
    };
    // A run that ended without a timeout ends there again.
    let count = Some(run.tally.used);
    if run.job.count == count {
        return Ok(false);
    }
    let cut = Job {
        count,
        ..run.job.clone()
    };
    let (first, its_job) = run.folders.first(&cut);
    let recorded = published.has_recorded(&first, &its_job);
    recorded.map_err(LineError::Ledger)
}

fn replacing(taken: usize) -> String {
    let taken = grouped(taken as u64);
    format!(
        "{taken} puzzles were published by another job meanwhile: the next candidates replace them"
    )
}
