//! One puzzle to be written, with all data that formats can write.

use crate::bucket::Half;
use crate::grid::{Board, PuzzleId};
use crate::pack::Record;
use crate::rate::{Ratings, Step};

/// A puzzle with its known data: all data if it is from a pack, only the puzzle if it is from a
/// list.
#[derive(Debug, Clone, Copy)]
pub struct ExportEntry<'a> {
    /// The puzzle's number in its title, from 1. If all puzzles are from one pack, this number is the puzzle's
    /// place in the file of its level. Otherwise, the puzzles of the level or list are numbered as they are
    /// written.
    pub place: u64,
    /// The puzzle.
    pub puzzle: &'a Board,
    /// The unique solution; `None` if the solution is unknown or must not be shown.
    pub solution: Option<&'a Board>,
    /// The number and the name of the level; `None` if the level is unknown.
    pub level: Option<(u8, &'a str)>,
    /// The half of the level that the puzzle is in, easier or harder; `None` if the level has no halves.
    pub half: Option<Half>,
    /// The puzzle's record in its pack, with id and ratings; `None` for a puzzle of a list.
    pub record: Option<&'a Record>,
    /// The solving path, if requested.
    pub steps: Option<&'a [Step]>,
}

impl<'a> ExportEntry<'a> {
    /// Creates an entry for a puzzle without other data.
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

    /// Returns the id, which all forms of the puzzle share; `None` if it is unknown.
    pub(super) fn id(&self) -> Option<PuzzleId> {
        self.record.map(|record| record.id)
    }

    /// Returns the ratings; `None` if they are unknown.
    pub(super) fn ratings(&self) -> Option<&'a Ratings> {
        self.record.map(|record| &record.ratings)
    }

    /// Returns the title for readers, such as `hard 12`, or `12` if the level is unknown.
    pub(super) fn title(&self) -> String {
        match self.level {
            Some((_, name)) => format!("{name} {}", self.place),
            None => self.place.to_string(),
        }
    }
}
