//! One kept puzzle with all that is known about it.

use crate::bucket::Level;
use crate::grid::Board;
use crate::rate::Rating;

/// One puzzle of a pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The candidate's number: with the job's seed it makes the puzzle again.
    pub number: u64,
    /// The puzzle.
    pub puzzle: Board,
    /// Its only solution.
    pub solution: Board,
    /// The level it was packed under.
    pub level: Level,
    /// What the ladder found out.
    pub rating: Rating,
}
