//! Runs the worker threads. A worker takes a range of numbers, makes the candidate puzzles with these numbers, and
//! sends all of them in one message.
//!
//! Workers get ranges as tickets, and the number of tickets is limited. So only a few results have to wait for an
//! earlier range, and the memory of a run stays small even if threads run unevenly.

use super::candidate::{Candidate, Maker};
use super::sync::{AtomicBool, Ordering, Receiver, Sender};
use super::tally::StageTimes;
use crate::config::Job;
use crate::create::Method;
use crate::dig::Uniqueness;
use crate::pack::{PackedPuzzle, Record};
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The number of candidate puzzles in a block. A block takes a few milliseconds: long enough that passing it between
/// threads costs little, and short enough that a run stops quickly and wastes little work when the last quota is full.
pub const BLOCK: u64 = 128;
/// The number of candidates in a block if a single candidate may take a tenth of a second.
const SLOW_BLOCK: u64 = 2;
/// The number of candidates in a block for boards with a side above [`SMALL_SIDE`], where a single candidate takes
/// milliseconds.
const LAYOUT_BLOCK: u64 = 16;
const SMALL_SIDE: usize = 8;

/// Returns the number of candidate puzzles in a block of this job. The bytes of the pack don't depend on this number.
pub fn block_of(job: &Job) -> u64 {
    if let Some(layout) = job.layout {
        return match layout.side() <= SMALL_SIDE {
            true => BLOCK,
            false => LAYOUT_BLOCK,
        };
    }
    let is_slow = job.create == Method::DiagonalAll
        || job.dig.uniqueness == Uniqueness::Reverse
        || job.dig.pattern.is_some()
        || job.mix.iter().any(|aim| aim.tries > 1);
    if is_slow { SLOW_BLOCK } else { BLOCK }
}

impl Make for Maker<'_> {
    type Puzzle = Record;

    fn make_all(&self, range: Range<u64>, times: &mut StageTimes) -> Vec<Candidate> {
        Maker::make_all(self, range, times)
    }
}

/// A block of candidate puzzles with consecutive numbers.
#[derive(Debug)]
pub struct Block<R = Record> {
    /// The number of the first candidate.
    pub first: u64,
    /// One candidate for each number, in order.
    pub candidates: Vec<Candidate<R>>,
    /// The time spent in each stage for this block.
    pub times: StageTimes,
}

/// A block, or the message of a stage that panicked.
pub type BlockResult<R = Record> = Result<Block<R>, Box<dyn Any + Send>>;

/// A maker of candidate puzzles.
pub trait Make: Sync {
    /// The kind of puzzle, which depends on the layout.
    type Puzzle: PackedPuzzle;

    /// Makes the candidate puzzles of a range, in order, and adds the time spent to `times`.
    fn make_all(&self, range: Range<u64>, times: &mut StageTimes) -> Vec<Candidate<Self::Puzzle>>;
}

impl<F: Fn(u64, &mut StageTimes) -> Candidate + Sync> Make for F {
    type Puzzle = Record;

    fn make_all(&self, range: Range<u64>, times: &mut StageTimes) -> Vec<Candidate> {
        range.map(|k| self(k, times)).collect()
    }
}

/// Makes a block from each range of numbers in `tickets` and sends it to `blocks`. Ends when no range is left, when
/// `stop` is set, or when nobody receives the blocks any more.
pub fn work<M: Make>(
    make: &M,
    tickets: &Receiver<Range<u64>>,
    blocks: &Sender<BlockResult<M::Puzzle>>,
    stop: &AtomicBool,
) {
    for range in tickets {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let delivery = catch_unwind(AssertUnwindSafe(|| make_block(make, range)));
        if blocks.send(delivery).is_err() {
            return;
        }
    }
}

fn make_block<M: Make>(make: &M, range: Range<u64>) -> Block<M::Puzzle> {
    let mut times = StageTimes::default();
    let first = range.start;
    let candidates = make.make_all(range, &mut times);
    Block {
        first,
        candidates,
        times,
    }
}
