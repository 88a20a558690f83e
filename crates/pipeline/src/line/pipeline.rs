//! Gives each worker a ticket for a range of numbers, receives the blocks of candidates that the workers make, and
//! puts the blocks into the order of their numbers. Only a limited number of blocks can be in progress or waiting at
//! any time.

use super::collector::Collector;
use super::error::LineError;
use super::stop::{StopCause, StopWatch};
use super::sync::{
    AtomicBool, Ordering, Receiver, RecvTimeoutError, Sender, ThreadPoolBuilder, bounded, sleep,
};
use super::tally::{StageTimes, Tally};
use super::worker::{Block, BlockResult, Make, block_of, work};
use crate::config::Job;
use crate::pack::PackedPuzzle;
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::resume_unwind;
use std::time::Duration;

/// The time that the collector waits for a block before it checks whether the time is up or a signal has arrived.
const PATIENCE: Duration = Duration::from_millis(50);

/// The time that the collector sleeps if no block has arrived. A shorter sleep would be wasteful: making a block
/// takes a few milliseconds, and the collector takes processor time from a worker each time it wakes up.
const REST: Duration = Duration::from_millis(3);

/// Makes a job's candidate puzzles on several threads.
#[derive(Debug, Clone, Copy)]
pub struct Pipeline<'a, M> {
    /// The job whose candidates are made.
    pub job: &'a Job,
    /// The maker of candidate puzzles.
    pub make: &'a M,
    /// The number of worker threads.
    pub threads: usize,
    /// The watch that can stop the pipeline.
    pub stop: &'a StopWatch,
}

impl<M: Make> Pipeline<'_, M> {
    /// Makes candidate puzzles, starting at the collector's next number, until the collector is done. If something
    /// stops the work earlier, returns the cause.
    ///
    /// `on_block` gets the kept puzzles of each block, in the order of their numbers, with the tally after these
    /// puzzles and the time of the block. `on_block` is called on the thread that called this function.
    ///
    /// # Errors
    /// If the threads can't be started, and the errors of `on_block`.
    ///
    /// # Panics
    /// If a stage panics, which is a bug in the stage. The panic has the stage's message and is
    /// raised when all threads have ended.
    pub fn run<E: From<LineError>>(
        &self,
        collector: &mut Collector<'_>,
        on_block: impl FnMut(Vec<M::Puzzle>, &Tally, StageTimes) -> Result<(), E>,
    ) -> Result<Option<StopCause>, E> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads);
        let pool = pool.build().map_err(LineError::from)?;
        // Two blocks per thread keep all threads busy while one block is late.
        let window = 2 * self.threads + 2;
        let (ticket_in, ticket_out) = bounded(window);
        let (block_in, block_out) = bounded(window);
        let halt = AtomicBool::new(false);
        let ended = pool.in_place_scope(|scope| {
            for _ in 0..self.threads {
                let (tickets, blocks) = (ticket_out.clone(), block_in.clone());
                let halt = &halt;
                scope.spawn(move |_| work(self.make, &tickets, &blocks, halt));
            }
            drop((ticket_out, block_in));
            let tickets = TicketIssuer::open(ticket_in, window, collector.tally().used, self.job);
            let ended = collect(tickets, &block_out, self.stop, collector, on_block);
            halt.store(true, Ordering::Relaxed);
            drop(block_out);
            ended
        });
        ended.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// Passes blocks to the collector in the order of their numbers. The outer error is the message of a stage that
/// panicked.
fn collect<R: PackedPuzzle, E>(
    mut tickets: TicketIssuer,
    blocks: &Receiver<BlockResult<R>>,
    stop: &StopWatch,
    collector: &mut Collector<'_>,
    mut on_block: impl FnMut(Vec<R>, &Tally, StageTimes) -> Result<(), E>,
) -> Result<Result<Option<StopCause>, E>, Box<dyn Any + Send>> {
    let mut early: BTreeMap<u64, Block<R>> = BTreeMap::new();
    while !collector.is_done() {
        if let Some(cause) = stop.cause() {
            return Ok(Ok(Some(cause)));
        }
        if blocks.is_empty() {
            sleep(REST);
        }
        let block = match blocks.recv_timeout(PATIENCE) {
            Ok(delivery) => delivery?,
            Err(RecvTimeoutError::Timeout) => continue,
            // Workers leave only if they are stopped, or at number u64::MAX, where numbers run out.
            Err(RecvTimeoutError::Disconnected) => break,
        };
        early.insert(block.first, block);
        while let Some(block) = early.remove(&collector.tally().used) {
            tickets.issue();
            let times = block.times;
            let kept = take_block(collector, block);
            if let Err(error) = on_block(kept, collector.tally(), times) {
                return Ok(Err(error));
            }
            if collector.is_done() {
                break;
            }
        }
    }
    Ok(Ok(None))
}

fn take_block<R: PackedPuzzle>(collector: &mut Collector<'_>, block: Block<R>) -> Vec<R> {
    let mut kept = Vec::new();
    for candidate in block.candidates {
        if collector.is_done() {
            break;
        }
        kept.extend(collector.take(candidate));
    }
    kept
}

/// Issues tickets for ranges of candidate numbers. The number of open tickets is limited, so that only a limited number
/// of blocks can be in progress or waiting at any time.
struct TicketIssuer {
    tickets: Sender<Range<u64>>,
    next: u64,
    end: u64,
    block: u64,
}

impl TicketIssuer {
    fn open(tickets: Sender<Range<u64>>, window: usize, first: u64, job: &Job) -> Self {
        let mut issuer = Self {
            tickets,
            next: first,
            end: job.most_candidates().unwrap_or(u64::MAX),
            block: block_of(job),
        };
        for _ in 0..window {
            issuer.issue();
        }
        issuer
    }

    /// Sends the workers a ticket, which is the next range of candidate numbers. Does nothing if no numbers are
    /// left. The call never blocks, since the channel has room for all open tickets.
    fn issue(&mut self) {
        let end = self.next.saturating_add(self.block).min(self.end);
        if self.next < end && self.tickets.try_send(self.next..end).is_ok() {
            self.next = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use crate::line::worker::BLOCK;
    use crate::line::{Candidate, Maker, SeenPuzzles};
    use crate::pack::Record;

    const BLOCKS: u64 = 100;

    fn job() -> Job {
        let asked = Settings {
            count: Some(BLOCKS * BLOCK),
            per_level: Some(150),
            exhaust: Some(true),
            seed: Some(3),
            ..Settings::default()
        };
        asked
            .over(Settings::defaults().unwrap())
            .run_spec()
            .unwrap()
            .job
    }

    fn collect_all(
        job: &Job,
        threads: usize,
        make: &impl Make<Puzzle = Record>,
    ) -> (Vec<Record>, Tally) {
        let mut seen = SeenPuzzles::default();
        let mut collector = Collector::new(job, &mut seen, Tally::default());
        let mut all = Vec::new();
        let stop = StopWatch::new(None);
        let pipeline = Pipeline {
            job,
            make,
            threads,
            stop: &stop,
        };
        let ended = pipeline.run(&mut collector, |kept, _, _| {
            all.extend(kept);
            Ok::<(), LineError>(())
        });
        assert!(matches!(ended, Ok(None)));
        (all, *collector.tally())
    }

    /// Checks that threads and delays don't change the result. About one block in three is delayed by 20
    /// milliseconds, so that later blocks overtake it.
    #[test]
    fn threads_and_delays_change_nothing() {
        let job = job();
        let maker = Maker::new(&job);
        let plain = |k: u64, times: &mut StageTimes| maker.make(k, times);
        let delayed = |k: u64, times: &mut StageTimes| {
            if k.is_multiple_of(BLOCK) && blake3::hash(&k.to_le_bytes()).as_bytes()[0] < 85 {
                sleep(Duration::from_millis(20));
            }
            maker.make(k, times)
        };
        let alone = collect_all(&job, 1, &plain);
        assert_eq!(alone.1.used, BLOCKS * BLOCK);
        assert!(alone.0.len() > 500, "{} kept", alone.0.len());
        for threads in [2, 7] {
            assert!(
                alone == collect_all(&job, threads, &delayed),
                "{threads} threads"
            );
        }
    }

    /// Makes candidates until the time is up or the job is done. Returns the cause of a stop and the number of
    /// candidates.
    fn collect_until(time: Option<Duration>, make: &impl Make) -> (Option<StopCause>, u64) {
        let job = job();
        let mut seen = SeenPuzzles::default();
        let mut collector = Collector::new(&job, &mut seen, Tally::default());
        let stop = &StopWatch::new(time);
        let pipeline = Pipeline {
            job: &job,
            make,
            threads: 3,
            stop,
        };
        let ended = pipeline.run(&mut collector, |_, _, _| Ok::<(), LineError>(()));
        (ended.unwrap(), collector.tally().used)
    }

    #[test]
    #[should_panic(expected = "a stage fails")]
    fn a_panic_in_a_stage_is_passed_on_and_ends_the_line() {
        let failing = |_: u64, _: &mut StageTimes| -> Candidate { panic!("a stage fails") };
        collect_until(None, &failing);
    }

    #[test]
    fn time_that_is_up_stops_the_line() {
        let job = job();
        let maker = Maker::new(&job);
        let slow = |k: u64, times: &mut StageTimes| {
            sleep(Duration::from_millis(1));
            maker.make(k, times)
        };
        let (stopped, used) = collect_until(Some(Duration::from_millis(200)), &slow);
        assert_eq!(stopped, Some(StopCause::Timeout));
        assert!(used < BLOCKS * BLOCK);
    }
}
