//! Makes the candidate puzzles with the numbers of a range, for a caller that merges several ranges. Nothing is
//! compared with earlier puzzles and nothing is journaled; the caller gets the result of every block.

use super::candidate::Maker;
use super::collector::Collector;
use super::error::LineError;
use super::layout_candidates::LayoutCandidates;
use super::pipeline::Pipeline;
use super::quota_flags::QuotaFlags;
use super::seen::SeenPuzzles;
use super::stop::{StopCause, StopWatch};
use super::tally::Tally;
use super::threads::processors;
use super::worker::block_of;
use crate::config::Job;
use crate::pack::{LayoutRecord, PackedPuzzle, Record, RecordError};
use std::ops::Range;

/// The puzzles of a block that are kept, in the order of their numbers.
#[derive(Debug)]
pub enum KeptRecords {
    /// Puzzles of 9×9.
    Nine(Vec<Record>),
    /// Puzzles of another layout.
    Layout(Vec<LayoutRecord>),
}

impl KeptRecords {
    /// Appends the bytes of the records, and returns the number of records.
    ///
    /// # Errors
    /// If the encoder fails, which is not known to happen.
    pub fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<u64, RecordError> {
        match self {
            Self::Nine(records) => encode_all(records, bytes),
            Self::Layout(records) => encode_all(records, bytes),
        }
    }
}

fn encode_all(records: &[impl PackedPuzzle], bytes: &mut Vec<u8>) -> Result<u64, RecordError> {
    for record in records {
        record.encode_into(bytes)?;
    }
    Ok(records.len() as u64)
}

/// Returns the number of candidate puzzles in a chunk of this job. A chunk consists of whole blocks and takes a few
/// tenths of a second to make. The number must stay the same in all releases, since shard files depend on it.
pub fn chunk_of(job: &Job) -> u64 {
    64 * block_of(job).min(64)
}

/// Makes all candidate puzzles with these numbers, and keeps as many puzzles per level as the job wants. `on_block`
/// receives the kept puzzles of each block, in the order of their numbers, and the counts since the start of the
/// range. Only the count `used` does not start at 0: it is the number of the next candidate.
///
/// The first Ctrl-C or SIGTERM ends the work early, and the function returns the cause.
///
/// # Errors
/// If the threads can't be started or signals can't be watched, and the errors of `on_block`.
///
/// # Panics
/// If a stage panics, which is a bug in the stage.
pub fn make_range<E: From<LineError>>(
    job: &Job,
    numbers: Range<u64>,
    threads: Option<usize>,
    mut on_block: impl FnMut(KeptRecords, &Tally) -> Result<(), E>,
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
    let mut seen = SeenPuzzles::nothing();
    let mut collector = Collector::new(&job, &mut seen, start);
    let (threads, stop) = (threads.unwrap_or_else(processors), &stop);
    match job.layout {
        None => {
            let pipeline = Pipeline {
                job: &job,
                make: &Maker::new(&job).sparing(&full),
                threads,
                stop,
            };
            pipeline.run(&mut collector, |kept, tally, _| {
                full.note(&job, tally);
                on_block(KeptRecords::Nine(kept), tally)
            })
        }
        Some(layout) => {
            let kit = job.kit(layout);
            let pipeline = Pipeline {
                job: &job,
                make: &LayoutCandidates::new(&job, &kit),
                threads,
                stop,
            };
            pipeline.run(&mut collector, |kept, tally, _| {
                on_block(KeptRecords::Layout(kept), tally)
            })
        }
    }
}
