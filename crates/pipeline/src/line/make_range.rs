//! Makes the candidate puzzles with the numbers of a range, for a caller that merges several ranges. Nothing is
//! compared with earlier puzzles and nothing is journaled; the caller gets the result of every block.

use super::candidate::Maker;
use super::collector::Collector;
use super::error::LineError;
use super::pipeline::Pipeline;
use super::quota_flags::QuotaFlags;
use super::seen::SeenPuzzles;
use super::stop::{StopCause, StopWatch};
use super::tally::Tally;
use super::threads::processors;
use super::worker::block_of;
use crate::config::Job;
use crate::pack::Record;
use std::ops::Range;

/// Returns the number of puzzle candidates in a chunk of this job: a whole number of blocks, which takes some tenths
/// of a second. The number must stay the same in all releases, since shard files depend on it.
pub fn chunk_of(job: &Job) -> u64 {
    64 * block_of(job).min(64)
}

/// Makes all puzzle candidates with these numbers, and keeps as many puzzles per level as the job wants. `on_block`
/// receives the kept puzzles of each block, in the order of their numbers, and the counts since the start of the
/// range; `used` of these counts is the next number.
///
/// The first Ctrl-C or SIGTERM ends it early; then the cause is returned.
///
/// # Errors
/// If the threads can't be started, and the errors of `on_block`.
///
/// # Panics
/// If a stage panics, which is a bug in the stage.
pub fn make_range<E: From<LineError>>(
    job: &Job,
    numbers: Range<u64>,
    threads: Option<usize>,
    mut on_block: impl FnMut(Vec<Record>, &Tally) -> Result<(), E>,
) -> Result<Option<StopCause>, E> {
    let job = Job {
        count: Some(numbers.end),
        exhaust: true,
        ..job.clone()
    };
    let start = Tally {
        used: numbers.start,
        ..Tally::default()
    };
    let stop = StopWatch::new(None)
        .on_signals()
        .map_err(LineError::Signals)?;
    let full = QuotaFlags::of(&job, &start);
    let maker = Maker::new(&job).sparing(&full);
    let mut seen = SeenPuzzles::nothing();
    let mut collector = Collector::new(&job, &mut seen, start);
    let pipeline = Pipeline {
        job: &job,
        make: &maker,
        threads: threads.unwrap_or_else(processors),
        stop: &stop,
    };
    pipeline.run(&mut collector, |kept, tally, _| {
        full.note(&job, tally);
        on_block(kept, tally)
    })
}
