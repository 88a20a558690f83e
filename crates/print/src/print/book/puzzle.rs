//! A puzzle for a book, with the data that the book prints around the puzzle.

use crate::bucket::{Half, Scheme};
use crate::grid::{Board, CellFeatures, Layout, PuzzleId, ShapedBoard};
use crate::pack::{LayoutRecord, PackedPuzzle, Record};
use crate::print::GridContent;
use crate::rate::techniques::TechniquePath;
use crate::rate::{Minutes, Rule, RuleCounts};

/// A puzzle for a book.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// The layout.
    pub layout: Layout,
    /// The regions and marks of the puzzle, if it has them.
    pub features: CellFeatures,
    /// The puzzle, with as many cells as the layout has.
    pub puzzle: ShapedBoard,
    /// The unique solution.
    pub solution: ShapedBoard,
    /// The id.
    pub id: PuzzleId,
    /// The index of the level among the book's levels, from 0.
    pub level: usize,
    /// The difficulty D; for layouts other than 9×9, the points of the solving path.
    pub difficulty: f64,
    /// The half of the level that the puzzle is in, easier or harder; `None` if the level has no halves.
    pub half: Option<Half>,
    /// The estimated time that people need, if known.
    pub minutes: Option<Minutes>,
    /// The estimated time if the model of solving times was [checked](crate::rate::Ratings::checked_minutes); times
    /// from an unchecked model are not printed.
    pub checked_minutes: Option<Minutes>,
    /// The number of times that each rule placed a digit or removed candidates.
    pub used: RuleCounts,
    /// The solving path by the technique ladder, if it is known.
    pub techniques: Option<TechniquePath>,
}

impl Puzzle {
    /// Returns the puzzle of a record. The record's level must be a level of `scheme`.
    pub fn of(record: &Record, scheme: &Scheme) -> Self {
        Self {
            layout: Layout::NINE,
            features: CellFeatures::NONE,
            puzzle: ShapedBoard::from(&record.puzzle),
            solution: ShapedBoard::from(&record.solution),
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

    /// Returns the puzzle of a record of a layout other than 9×9; `level` is the index of the puzzle's level in the
    /// book. `None` if the record does not have the layout's number of cells.
    pub fn of_layout(record: &LayoutRecord, layout: Layout, level: usize) -> Option<Self> {
        let [puzzle, solution] = record.boards(layout.shape())?;
        Some(Self {
            layout,
            features: record.made.features.clone(),
            puzzle,
            solution,
            id: record.made.id,
            level,
            difficulty: record.difficulty(),
            half: None,
            minutes: None,
            checked_minutes: None,
            used: RuleCounts::default(),
            techniques: Some(record.made.path),
        })
    }

    /// Returns the puzzle and its solution as 9×9 boards; `None` for other layouts.
    pub fn nine(&self) -> Option<(Board, Board)> {
        let is_nine = self.layout == Layout::NINE;
        let boards = is_nine.then(|| (self.puzzle.nine(), self.solution.nine()));
        boards.and_then(|(puzzle, solution)| Some((puzzle?, solution?)))
    }

    /// Returns the puzzle to draw, or its solution if `shows_solution` is set.
    pub(in crate::print) fn content(&self, shows_solution: bool) -> GridContent<'_> {
        let solution = shows_solution.then_some(&self.solution);
        GridContent::of_layout(self.layout, &self.features, &self.puzzle, solution)
            .unwrap_or_else(|| GridContent::of(&Board::EMPTY, None))
    }

    /// Returns whether a person has to guess, because the techniques do not solve the puzzle. If the techniques are
    /// unknown, returns whether the rating rules used trial and error.
    pub(super) fn takes_guess(&self) -> bool {
        match self.techniques {
            Some(path) => path.rating.is_none(),
            None => self.used[Rule::Trial.index()] > 0,
        }
    }

    /// Returns the printed part of the id, its first eight characters.
    pub fn short_id(&self) -> String {
        let mut id = self.id.to_string();
        id.truncate(8);
        id
    }
}
