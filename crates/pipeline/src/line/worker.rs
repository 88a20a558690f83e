//! The worker threads: each takes a range of numbers, makes its candidates, and sends them in one
//! message.
//!
//! Ranges are handed out as tickets, and their number is limited, so that the collector's reorder
//! window, and with it the memory of a run, stays small however unevenly the threads run.

use super::candidate::Candidate;
use super::tally::StageTimes;
use crate::config::Job;
use crate::create::Method;
use crate::dig::Uniqueness;
use crossbeam_channel::{Receiver, Sender};
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// Numbers in a block: some milliseconds of work, so that the cost of the channel is small, a stop
/// takes effect soon, and a small quota is not exceeded by much.
pub const BLOCK: u64 = 64;
/// Numbers in a block where one candidate takes a tenth of a second, or may.
const SLOW_BLOCK: u64 = 2;

/// Returns the number of candidates in a block of this job. The pack doesn't depend on it.
pub fn block_of(job: &Job) -> u64 {
    let is_slow = job.create == Method::DiagonalAll
        || job.dig.uniqueness == Uniqueness::Reverse
        || job.dig.pattern.is_some()
        || job.mix.iter().any(|aim| aim.tries > 1);
    if is_slow { SLOW_BLOCK } else { BLOCK }
}

/// The candidates of one range of numbers.
#[derive(Debug)]
pub struct Block {
    /// The first number.
    pub first: u64,
    /// One candidate for each number, in order.
    pub candidates: Vec<Candidate>,
    /// The time it took.
    pub times: StageTimes,
}

/// A block, or the message of a panicking stage.
pub type BlockResult = Result<Block, Box<dyn Any + Send>>;

/// Makes one candidate and adds the time it took.
pub trait Make: Fn(u64, &mut StageTimes) -> Candidate + Sync {}

impl<F: Fn(u64, &mut StageTimes) -> Candidate + Sync> Make for F {}

/// Works until no ticket is left, the line stops, or the receiver of the blocks is gone.
pub fn work(
    make: &impl Make,
    tickets: &Receiver<Range<u64>>,
    blocks: &Sender<BlockResult>,
    stop: &AtomicBool,
) {
    for range in tickets {
        let made = catch_unwind(AssertUnwindSafe(|| make_block(make, range, stop)));
        let delivery = match made {
            Ok(Some(block)) => Ok(block),
            Ok(None) => return,
            Err(panic) => Err(panic),
        };
        if blocks.send(delivery).is_err() {
            return;
        }
    }
}

/// Makes the candidates of a range; `None` if the line was stopped in the middle, since half a
/// block is of no use.
fn make_block(make: &impl Make, range: Range<u64>, stop: &AtomicBool) -> Option<Block> {
    let mut times = StageTimes::default();
    let first = range.start;
    let candidates = range
        .map(|k| (!stop.load(Ordering::Relaxed)).then(|| make(k, &mut times)))
        .collect::<Option<Vec<_>>>()?;
    Some(Block {
        first,
        candidates,
        times,
    })
}
