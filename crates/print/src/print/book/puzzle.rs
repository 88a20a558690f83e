//! A puzzle as books print it, with what is printed about it.

use crate::grid::{Board, PuzzleId};
use crate::pack::Record;
use crate::rate::{Minutes, RuleCounts};

/// A puzzle for a book.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// The puzzle.
    pub puzzle: Board,
    /// Its only solution.
    pub solution: Board,
    /// What names it.
    pub id: PuzzleId,
    /// Its level, from 0.
    pub level: usize,
    /// D.
    pub difficulty: f64,
    /// How long it takes a person, if that is known.
    pub minutes: Option<Minutes>,
    /// How often each rule really placed or removed something.
    pub used: RuleCounts,
}

impl From<&Record> for Puzzle {
    fn from(record: &Record) -> Self {
        Self {
            puzzle: record.puzzle,
            solution: record.solution,
            id: record.id,
            level: record.level.index(),
            difficulty: record.ratings.ladder.difficulty,
            minutes: record.ratings.minutes,
            used: record.ratings.ladder.used,
        }
    }
}

impl Puzzle {
    /// The first eight characters of its id: what is printed.
    pub fn short_id(&self) -> String {
        let mut id = self.id.to_string();
        id.truncate(8);
        id
    }
}
