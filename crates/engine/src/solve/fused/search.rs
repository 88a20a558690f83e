//! Solves a puzzle by any of the four searches of Jiang 2018.
//!
//! Search A, the fused search, is in this file; B, C and D are in `plain.rs`.

use super::choice::Weights;
use super::plain::PlainSearch;
use super::position::{Ending, FusedPosition};
use super::request::{FusedRequest, FusedResult, Solver};
use super::{BasicSet, rules};
use crate::grid::{Layout, LayoutHouses, Shape, ShapedBoard};

/// A solver of puzzles of one layout, which reuses the layout's tables and its own memory.
///
/// ```
/// use sudoku_engine::grid::{Shape, ShapedBoard};
/// use sudoku_engine::solve::fused::{FusedRequest, Searcher};
/// let shape = Shape::new(2, 3)?;
/// let mut searcher = Searcher::new(shape);
/// let found = searcher.search(&ShapedBoard::empty(shape), &FusedRequest::default());
/// assert_eq!(found.count, 2);
/// assert!(found.first.is_some_and(|grid| grid.is_full_grid()));
/// # Ok::<(), sudoku_engine::grid::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    pub(super) table: LayoutHouses,
    /// The positions from the start to the current one, one for each depth.
    pub(super) path: Vec<FusedPosition>,
    pub(super) weights: Weights,
}

impl Searcher {
    /// Makes a searcher for boards of this shape without extra rules.
    pub fn new(shape: Shape) -> Self {
        Self::on(Layout::of(shape))
    }

    /// Makes a searcher for this layout.
    pub fn on(layout: Layout) -> Self {
        Self::of_houses(LayoutHouses::new(layout))
    }

    /// Makes a searcher for puzzles with these houses and these marks for odd and even digits.
    pub fn of_houses(table: LayoutHouses) -> Self {
        Self {
            path: Vec::new(),
            weights: Weights::new(&table),
            table,
        }
    }

    /// Returns the layout of the puzzles that this searcher solves.
    pub const fn layout(&self) -> Layout {
        self.table.layout()
    }

    /// Returns the shape of the boards that this searcher solves.
    pub const fn shape(&self) -> Shape {
        self.table.layout().shape()
    }

    /// Applies the basic rules to a puzzle of this shape. Returns the outcome, and the board with all digits that the
    /// rules place. A puzzle of another shape fails, and is returned unchanged.
    pub fn settle(&self, puzzle: &ShapedBoard, basic: BasicSet) -> (Ending, ShapedBoard) {
        if puzzle.shape() != self.shape() {
            return (Ending::Failed, puzzle.clone());
        }
        let mut position = FusedPosition::of(&self.table, puzzle.values(), basic);
        let ending = rules::settle(&mut position, &self.table, basic);
        let settled = ShapedBoard::from_values(self.shape(), position.values());
        (ending, settled.unwrap_or_else(|| puzzle.clone()))
    }

    /// Searches for the solutions of a puzzle of this shape, with the settings in `request`. A puzzle of another
    /// shape, or with contradicting clues, has no solution.
    pub fn search(&mut self, puzzle: &ShapedBoard, request: &FusedRequest) -> FusedResult {
        let mut found = FusedResult::default();
        if puzzle.shape() != self.shape() {
            return found;
        }
        let mut start = FusedPosition::of(&self.table, puzzle.values(), request.basic);
        match rules::settle(&mut start, &self.table, request.basic) {
            Ending::Failed => {}
            Ending::Solved => found.take(self.shape(), start.values()),
            Ending::Undecided if request.solver == Solver::Fused => {
                self.put(0, &start);
                self.weights.reset();
                self.descend(1, request, &mut found);
            }
            Ending::Undecided => PlainSearch::new(&self.table, &start, request).run(&mut found),
        }
        found
    }

    /// Stores a copy of a position at this depth of the path.
    fn put(&mut self, depth: usize, position: &FusedPosition) {
        match self.path.get_mut(depth) {
            Some(slot) => slot.clone_from(position),
            None => self.path.push(position.clone()),
        }
    }

    /// Guesses in the position at depth `depth - 1` of the path: tries each candidate of the cell with the fewest
    /// candidates. Adds the solutions and the cost to `found`.
    pub(super) fn descend(
        &mut self,
        depth: usize,
        request: &FusedRequest,
        found: &mut FusedResult,
    ) {
        found.call(depth as u32);
        let above = &self.path[depth - 1];
        let Some(cell) = self.weights.choose(above, &self.table, request.tie_break) else {
            return;
        };
        let mut digits = self.path[depth - 1].cells[cell];
        let basic = request.inner.unwrap_or(request.basic);
        while digits != 0 && found.may_try(request) {
            if depth == self.path.len() {
                self.path.push(FusedPosition::default());
            }
            let (above, below) = self.path.split_at_mut(depth);
            let position = &mut below[0];
            position.clone_from(&above[depth - 1]);
            position.demand(cell, digits.trailing_zeros() as usize);
            digits &= digits - 1;
            match rules::settle(position, &self.table, basic) {
                Ending::Failed => self.weights.count_failure(position.blame()),
                Ending::Solved => {
                    found.effort.nodes += 1;
                    let values = position.values();
                    found.take(self.shape(), values);
                }
                Ending::Undecided => {
                    found.effort.nodes += 1;
                    self.descend(depth + 1, request, found);
                }
            }
        }
    }
}
