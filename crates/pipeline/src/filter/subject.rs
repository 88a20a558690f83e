//! A puzzle as conditions see it: its number, id, level and ratings, as far as they are known.

use crate::bucket::Level;
use crate::grid::PuzzleId;
use crate::rate::Ratings;

/// A puzzle that conditions are tested on.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The candidate's number; `None` where it was not made.
    pub number: Option<u64>,
    /// The id.
    pub id: Option<PuzzleId>,
    /// The level; `None` where the scheme has none for it.
    pub level: Option<Level>,
    /// The ratings.
    pub ratings: &'a Ratings,
    /// `true` if values that are `None` may still become known.
    pub unfinished: bool,
}
