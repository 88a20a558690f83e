//! One puzzle on its way into a file, with all that formats can write of it.

use crate::bucket::Half;
use crate::grid::{Board, PuzzleId};
use crate::pack::Record;
use crate::rate::{Ratings, Step};

/// A puzzle with what is known about it: all of it for one from a pack, the puzzle alone for one
/// from a list.
#[derive(Debug, Clone, Copy)]
pub struct ExportEntry<'a> {
    /// The number of the puzzle among those of its level that are written, from 1.
    pub place: u64,
    /// The puzzle.
    pub puzzle: &'a Board,
    /// The only solution; `None` also if solutions are not to be shown.
    pub solution: Option<&'a Board>,
    /// The number and the name of the level.
    pub level: Option<(u8, &'a str)>,
    /// The half of the level, where it has halves.
    pub half: Option<Half>,
    /// The record in its pack, with id and ratings.
    pub record: Option<&'a Record>,
    /// The solving path, if it is asked for.
    pub steps: Option<&'a [Step]>,
}

impl<'a> ExportEntry<'a> {
    /// Makes an entry of a puzzle of which nothing else is known.
    pub const fn bare(place: u64, puzzle: &'a Board) -> Self {
        Self {
            place,
            puzzle,
            solution: None,
            level: None,
            half: None,
            record: None,
            steps: None,
        }
    }

    /// Returns the id, which all forms of the puzzle share.
    pub(super) fn id(&self) -> Option<PuzzleId> {
        self.record.map(|record| record.id)
    }

    /// Returns the ratings.
    pub(super) fn ratings(&self) -> Option<&'a Ratings> {
        self.record.map(|record| &record.ratings)
    }

    /// Returns the title for readers: `hard 12`, or `12`.
    pub(super) fn title(&self) -> String {
        match self.level {
            Some((_, name)) => format!("{name} {}", self.place),
            None => self.place.to_string(),
        }
    }
}
