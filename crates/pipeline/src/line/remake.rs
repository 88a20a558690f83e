//! Makes individual candidates of a job of any layout again, to compare them with what another process made.

use super::candidate::{Candidate, Maker};
use super::layout_candidates::LayoutCandidates;
use super::tally::{LossReason, StageTimes};
use crate::bucket::Level;
use crate::config::Job;
use crate::layouts::LayoutMaker;
use crate::pack::PackedPuzzle;

/// A candidate puzzle that was made again from its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemadeCandidate {
    /// The number of random patterns that were tried; 1 unless the Las Vegas method made the grid.
    pub attempts: u32,
    /// The level of the puzzle and the bytes of its record, or the reason why there is no puzzle.
    pub made: Result<(Level, Vec<u8>), LossReason>,
}

impl RemadeCandidate {
    fn of(candidate: Candidate<impl PackedPuzzle>) -> Self {
        let made = candidate.made.map(|record| {
            let mut bytes = Vec::with_capacity(record.version().bytes());
            // No known record fails to be encoded.
            drop(record.encode_into(&mut bytes));
            (record.level(), bytes)
        });
        Self {
            attempts: candidate.attempts,
            made,
        }
    }
}

/// Makes the candidate puzzles with these numbers again, in this order.
pub fn remake(job: &Job, numbers: impl IntoIterator<Item = u64>) -> Vec<RemadeCandidate> {
    let numbers = numbers.into_iter();
    let times = &mut StageTimes::default();
    let Some(layout) = job.layout else {
        let maker = Maker::new(job);
        let made = numbers.map(|number| RemadeCandidate::of(maker.make(number, times)));
        return made.collect();
    };
    let kit = job.kit(layout);
    let candidates = LayoutCandidates::new(job, &kit);
    let mut maker = LayoutMaker::new(&kit);
    let made = numbers.map(|number| candidates.make(&mut maker, number, times));
    made.map(RemadeCandidate::of).collect()
}
