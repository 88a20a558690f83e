//! The view that conditions have of a puzzle: its number, id, level and ratings, as far as they are
//! known.

use crate::bucket::Level;
use crate::grid::PuzzleId;
use crate::rate::Ratings;
use crate::record::Record;

/// A puzzle that conditions are tested on.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The number of the puzzle's candidate in its run; `None` if this program did not make the puzzle.
    pub number: Option<u64>,
    /// The id.
    pub id: Option<PuzzleId>,
    /// The level; `None` if the scheme has no level for the puzzle.
    pub level: Option<Level>,
    /// The ratings.
    pub ratings: &'a Ratings,
    /// `true` if values that are `None` may still become known.
    pub unfinished: bool,
}

impl<'a> Subject<'a> {
    /// Returns a puzzle of a pack as a subject of conditions.
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
