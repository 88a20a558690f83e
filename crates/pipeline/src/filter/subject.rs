//! Defines the data of a puzzle that conditions can test: its number, id, level and ratings, as far as they are
//! known.

use crate::bucket::Level;
use crate::grid::PuzzleId;
use crate::rate::Ratings;
use crate::record::Record;

/// A puzzle that is tested by conditions.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The number of the candidate puzzle in its run; `None` if this program did not make the puzzle.
    pub number: Option<u64>,
    /// The id of the puzzle, if it is known.
    pub id: Option<PuzzleId>,
    /// The level; `None` if the scheme has no level for the puzzle.
    pub level: Option<Level>,
    /// The ratings of the puzzle.
    pub ratings: &'a Ratings,
    /// `true` if fields that are `None` so far may become known later.
    pub unfinished: bool,
}

impl<'a> Subject<'a> {
    /// Wraps a puzzle of a pack so that conditions can be tested on it.
    pub const fn of(record: &'a Record) -> Self {
        Self {
            number: Some(record.number),
            id: Some(record.id),
            level: Some(record.level),
            ratings: &record.ratings,
            unfinished: false,
        }
    }
}
