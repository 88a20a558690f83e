//! A puzzle as books print it, with what is printed about it.

use crate::bucket::{Half, Scheme};
use crate::grid::{Board, PuzzleId};
use crate::pack::Record;
use crate::rate::techniques::TechniquePath;
use crate::rate::{Minutes, Rule, RuleCounts};

/// A puzzle for a book.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// The puzzle.
    pub puzzle: Board,
    /// The only solution.
    pub solution: Board,
    /// The id.
    pub id: PuzzleId,
    /// The level, from 0.
    pub level: usize,
    /// The difficulty D.
    pub difficulty: f64,
    /// The half of the level, where it has halves.
    pub half: Option<Half>,
    /// The time that it takes a person, if known.
    pub minutes: Option<Minutes>,
    /// The time where the model was [checked](crate::rate::Ratings::checked_minutes): no other is printed.
    pub checked_minutes: Option<Minutes>,
    /// The number of times that each rule placed or removed something.
    pub used: RuleCounts,
    /// The path by the ladder of techniques, if known.
    pub techniques: Option<TechniquePath>,
}

impl Puzzle {
    /// Makes the puzzle of a record whose level is of this scheme.
    pub fn of(record: &Record, scheme: &Scheme) -> Self {
        Self {
            puzzle: record.puzzle,
            solution: record.solution,
            id: record.id,
            level: record.level.index(),
            difficulty: record.ratings.ladder.difficulty,
            half: scheme.half(record.level, &record.ratings),
            minutes: record.ratings.minutes,
            checked_minutes: record.ratings.checked_minutes(),
            used: record.ratings.ladder.used,
            techniques: record.ratings.techniques,
        }
    }

    /// Returns whether a person has to guess: no technique solves it, or, where that is not known, a trial
    /// was among the rules.
    pub(super) fn takes_guess(&self) -> bool {
        match self.techniques {
            Some(path) => path.rating.is_none(),
            None => self.used[Rule::Trial.index()] > 0,
        }
    }

    /// Returns the first eight characters of the id, which are printed.
    pub fn short_id(&self) -> String {
        let mut id = self.id.to_string();
        id.truncate(8);
        id
    }
}
