//! Tests the pipeline under many schedules (orders in which its threads run). Every run must end, with the same
//! puzzles and counts as on a single thread.

use super::collector::Collector;
use super::error::LineError;
use super::explore::explore;
use super::pipeline::Pipeline;
use super::quota_flags::QuotaFlags;
use super::seen::SeenPuzzles;
use super::stop::{StopCause, StopWatch};
use super::sync::{Ordering, sleep};
use super::tally::{StageTimes, Tally};
use super::worker::{Make, block_of};
use super::{Candidate, LossReason, Maker};
use crate::bucket::Quotas;
use crate::config::{Job, Settings};
use crate::dig::Uniqueness;
use crate::pack::Record;
use shuttle::rand::{Rng, thread_rng};
use shuttle::thread;
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// The maximum number of candidates of a job in these tests: ten blocks of two candidates.
const MOST: u64 = 20;
/// The number of different candidates. Candidates with higher numbers repeat these, starting with the first.
const PERIOD: u64 = 13;

/// The kept puzzles of a block, and the counts after it.
type BlockDone = (Vec<Record>, Tally);
/// The ending of a run: its result, or the message of its panic.
type RunEnding = Result<Result<Option<StopCause>, LineError>, Box<dyn Any + Send>>;

/// Returns a job with blocks of two candidate puzzles, and the first candidates of the job.
fn made() -> &'static (Job, Vec<Candidate>) {
    static MADE: OnceLock<(Job, Vec<Candidate>)> = OnceLock::new();
    MADE.get_or_init(|| {
        let asked = Settings {
            count: Some(MOST),
            per_level: Some(1),
            seed: Some(3),
            ..Settings::default()
        };
        let settings = asked.over(Settings::defaults().unwrap());
        let mut job = settings.run_spec().unwrap().job;
        let maker = Maker::new(&job);
        let mut candidates = maker.make_all(0..PERIOD, &mut StageTimes::default());
        candidates[4].made = Err(LossReason::OutOfRange);
        job.dig.uniqueness = Uniqueness::Reverse;
        assert_eq!(block_of(&job), 2);
        (job, candidates)
    })
}

/// A job of random size, and the candidates that its workers make.
struct ScheduledJob {
    job: Job,
    /// The number of the run's first candidate.
    first: u64,
    count: u64,
    threads: usize,
    /// The indices of the candidates for which the stage panics, counted from the run's first candidate.
    panics: Vec<u64>,
    full: QuotaFlags,
    /// The number of blocks that the collector has passed on.
    done: AtomicU64,
    /// The number of blocks that are being made.
    active: AtomicU64,
}

impl ScheduledJob {
    fn any() -> Self {
        let mut rng = thread_rng();
        let count = rng.gen_range(0..=MOST);
        let mut job = made().0.clone();
        let has_quotas = rng.gen_bool(0.75);
        let quotas = (0..5).map(|_| rng.gen_range(0..=2_u64).saturating_sub(1));
        job.quotas = has_quotas.then(|| Quotas::new(quotas.collect()));
        job.exhaust = rng.gen_bool(0.5);
        job.count = Some(count);
        let mut first = 0;
        if rng.gen_bool(0.1) {
            // Numbers run out.
            (first, job.count) = (u64::MAX - count, None);
            job.exhaust = true;
        }
        let start = tally_at(first);
        Self {
            first,
            count,
            threads: rng.gen_range(1..=3),
            panics: Vec::new(),
            full: QuotaFlags::of(&job, &start),
            done: AtomicU64::new(0),
            active: AtomicU64::new(0),
            job,
        }
    }

    fn candidate(&self, number: u64) -> Candidate {
        let base = &made().1[((number - self.first) % PERIOD) as usize];
        Candidate {
            attempts: base.attempts,
            made: base.made.clone().map(|made| Record { number, ..made }),
        }
    }

    /// Returns the blocks that a single thread makes. The tests compare the pipeline's blocks with them.
    fn alone(&self) -> Vec<BlockDone> {
        let mut seen = SeenPuzzles::default();
        let mut collector = Collector::new(&self.job, &mut seen, tally_at(self.first));
        let end = self.job.most_candidates().unwrap_or(u64::MAX);
        let mut blocks = Vec::new();
        while !collector.is_done() {
            let used = collector.tally().used;
            let mut kept = Vec::new();
            for number in used..used.saturating_add(block_of(&self.job)).min(end) {
                if !collector.is_done() {
                    kept.extend(collector.take(self.candidate(number)));
                }
            }
            blocks.push((kept, *collector.tally()));
        }
        blocks
    }

    /// Runs the pipeline. Returns the blocks that the pipeline passed on, and the ending of the run. `react` is called
    /// with the index of each block.
    fn run(
        &self,
        stop: &StopWatch,
        mut react: impl FnMut(usize) -> Result<(), LineError>,
    ) -> (Vec<BlockDone>, RunEnding) {
        let mut seen = SeenPuzzles::default();
        let mut collector = Collector::new(&self.job, &mut seen, tally_at(self.first));
        let mut blocks: Vec<BlockDone> = Vec::new();
        let pipeline = Pipeline {
            job: &self.job,
            make: self,
            threads: self.threads,
            stop,
        };
        let ending = catch_unwind(AssertUnwindSafe(|| {
            pipeline.run(&mut collector, |kept, tally, _| {
                self.full.note(&self.job, tally);
                blocks.push((kept, *tally));
                self.done.fetch_add(1, Ordering::Relaxed);
                react(blocks.len() - 1)
            })
        }));
        assert_eq!(self.active.load(Ordering::Relaxed), 0, "a worker goes on");
        let last = blocks
            .last()
            .map_or(tally_at(self.first), |(_, tally)| *tally);
        assert_eq!(*collector.tally(), last);
        (blocks, ending)
    }
}

impl Make for ScheduledJob {
    type Puzzle = Record;

    fn make_all(&self, range: Range<u64>, _: &mut StageTimes) -> Vec<Candidate> {
        self.active.fetch_add(1, Ordering::Relaxed);
        let ahead =
            (range.start - self.first) / block_of(&self.job) - self.done.load(Ordering::Relaxed);
        let window = 2 * self.threads as u64 + 2;
        assert!(ahead <= window, "{ahead} blocks in progress or waiting");
        sleep(Duration::ZERO);
        let candidates = range.clone().map(|number| {
            let mut candidate = self.candidate(number);
            if let Ok(record) = &mut candidate.made
                && self.full.holds(record.level)
            {
                // Puzzles of a full level are dropped, so this wrong number never comes out.
                record.number = u64::MAX;
            }
            candidate
        });
        let candidates = candidates.collect();
        self.active.fetch_sub(1, Ordering::Relaxed);
        if let Some(number) = range
            .map(|number| number - self.first)
            .find(|it| self.panics.contains(it))
        {
            // Unlike `panic!`, it prints nothing.
            resume_unwind(Box::new(number));
        }
        candidates
    }
}

fn tally_at(used: u64) -> Tally {
    Tally {
        used,
        ..Tally::default()
    }
}

fn is_prefix(blocks: &[BlockDone], of: &[BlockDone]) -> bool {
    of.get(..blocks.len())
        .is_some_and(|beginning| beginning == blocks)
}

#[test]
fn every_schedule_gives_the_result_of_one_thread() {
    explore("one thread's result", 1, || {
        let case = ScheduledJob::any();
        let (blocks, ending) = case.run(&StopWatch::new(None), |_| Ok(()));
        assert!(matches!(ending, Ok(Ok(None))), "{ending:?}");
        assert!(blocks == case.alone());
    });
}

#[test]
fn a_stop_at_any_moment_keeps_whole_blocks() {
    explore("a stop", 1, || {
        let case = ScheduledJob::any();
        let stop = StopWatch::new(None);
        let watch = stop.clone();
        let pauses = thread_rng().gen_range(0..100);
        let stopper = thread::spawn(move || {
            (0..pauses).for_each(|_| sleep(Duration::ZERO));
            watch.terminate();
        });
        let (blocks, ending) = case.run(&stop, |_| Ok(()));
        stopper.join().unwrap();
        match ending {
            Ok(Ok(None)) => assert!(blocks == case.alone()),
            Ok(Ok(Some(StopCause::Terminate))) => assert!(is_prefix(&blocks, &case.alone())),
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn an_error_at_any_block_ends_the_run() {
    explore("an error of a block", 1, || {
        let case = ScheduledJob::any();
        let wrong = thread_rng().gen_range(0..=MOST as usize / 2);
        let (blocks, ending) = case.run(&StopWatch::new(None), |block| match block == wrong {
            true => Err(LineError::NothingGiven("here".to_owned())),
            false => Ok(()),
        });
        let alone = case.alone();
        match ending {
            Ok(Ok(None)) => assert!(blocks == alone && alone.len() <= wrong),
            Ok(Err(LineError::NothingGiven(_))) => assert!(blocks == alone[..=wrong]),
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn a_panic_of_a_block_ends_the_run() {
    explore("a panic of a block", 1, || {
        let case = ScheduledJob::any();
        let wrong = thread_rng().gen_range(0..=MOST as usize / 2);
        let (blocks, ending) = case.run(&StopWatch::new(None), |block| match block == wrong {
            true => resume_unwind(Box::new(block)),
            false => Ok(()),
        });
        let alone = case.alone();
        match ending {
            Ok(Ok(None)) => assert!(blocks == alone && alone.len() <= wrong),
            Err(panic) if panic.is::<usize>() => assert!(blocks == alone[..=wrong]),
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn a_panic_at_any_candidate_ends_the_run() {
    explore("a panic of a stage", 1, || {
        let mut case = ScheduledJob::any();
        let panics = (0..thread_rng().gen_range(1..=2)).map(|_| thread_rng().gen_range(0..MOST));
        case.panics = panics.filter(|candidate| *candidate < case.count).collect();
        let (blocks, ending) = case.run(&StopWatch::new(None), |_| Ok(()));
        let alone = case.alone();
        let block = |candidate: &u64| (candidate / block_of(&case.job)) as usize;
        let first = case.panics.iter().map(block).min().unwrap_or(alone.len());
        assert!(blocks.len() <= first && is_prefix(&blocks, &alone));
        match ending {
            Ok(Ok(None)) => assert!(blocks.len() == alone.len()),
            Err(panic) => {
                let number = panic.downcast_ref::<u64>().expect("the stage's message");
                assert!(case.panics.contains(number));
            }
            other => panic!("{other:?}"),
        }
    });
}
