//! The four searches under one roof, and solver A, the fused one.

use super::choice::{Ties, Weights};
use super::plain::Plain;
use super::position::{Ending, Position};
use super::table::Table;
use super::{BasicSet, rules};
use crate::grid::{Shape, ShapedBoard};

/// The searches that the paper compares. All begin with the basic rules on the puzzle itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Solver {
    /// A, fused: the basic rules after every guess, which is made in the cell with the fewest
    /// candidates.
    Fused,
    /// B: guesses in the cell with the fewest candidates, and takes the digit out of its peers.
    SelectUpdate,
    /// C: guesses cell after cell in reading order, and takes the digit out of its peers.
    Update,
    /// D: guesses in the cells in the order of their candidates at the start, which are not
    /// updated: a guess is compared with the peers instead.
    Select,
}

impl Solver {
    /// The four in the paper's order.
    pub const ALL: [Self; 4] = [Self::Fused, Self::SelectUpdate, Self::Update, Self::Select];

    /// The paper's letter.
    pub const fn letter(self) -> char {
        match self {
            Self::Fused => 'A',
            Self::SelectUpdate => 'B',
            Self::Update => 'C',
            Self::Select => 'D',
        }
    }
}

/// How a puzzle is to be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The search.
    pub solver: Solver,
    /// The rules that run before the first guess, and after each one in [`Solver::Fused`].
    pub basic: BasicSet,
    /// Other rules for after each guess in [`Solver::Fused`].
    pub inner: Option<BasicSet>,
    /// Which of the cells with equally few candidates [`Solver::Fused`] takes.
    pub ties: Ties,
    /// Solutions are counted up to this many, at least 1.
    pub limit: usize,
    /// The search gives up after this many tries.
    pub most_tries: Option<u64>,
}

impl Default for Request {
    /// The fused search as far as a second solution, with all basic rules: the paper does without
    /// triples and quads to save time, but on 16×16 they take 20 tries where its set takes 2,000.
    fn default() -> Self {
        Self {
            solver: Solver::Fused,
            basic: BasicSet::QUADS,
            inner: None,
            ties: Ties::Pressing,
            limit: 2,
            most_tries: None,
        }
    }
}

/// What a search cost. A puzzle that the rules alone decide costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Calls inside one another at the deepest.
    pub depth: u32,
    /// Calls of the recursive function: each chooses a cell and tries its candidates.
    pub calls: u64,
    /// Candidates tried.
    pub tries: u64,
    /// Tries that did not fail at once.
    pub nodes: u64,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// How many solutions, up to the limit.
    pub count: usize,
    /// The first one.
    pub first: Option<ShapedBoard>,
    /// What it cost.
    pub effort: Effort,
    /// Whether the search gave up: there may be more solutions than were found.
    pub gave_up: bool,
}

impl Found {
    /// Takes a solution.
    pub(super) fn take(&mut self, shape: Shape, values: Vec<u8>) {
        self.count += 1;
        if self.first.is_none() {
            self.first = ShapedBoard::from_values(shape, values);
        }
    }

    /// Counts a try; says whether it may be made.
    pub(super) const fn may_try(&mut self, request: &Request) -> bool {
        if self.count >= request.limit || self.gave_up {
            return false;
        }
        if let Some(most) = request.most_tries
            && self.effort.tries >= most
        {
            self.gave_up = true;
            return false;
        }
        self.effort.tries += 1;
        true
    }

    /// Counts a call at this depth.
    pub(super) const fn call(&mut self, depth: u32) {
        self.effort.calls += 1;
        if self.effort.depth < depth {
            self.effort.depth = depth;
        }
    }
}

/// Solves puzzles of one shape, whose tables and memory it keeps.
///
/// ```
/// use sudoku_engine::grid::{Shape, ShapedBoard};
/// use sudoku_engine::solve::fused::{Request, Searcher};
/// let shape = Shape::new(2, 3)?;
/// let mut searcher = Searcher::new(shape);
/// let found = searcher.search(&ShapedBoard::empty(shape), &Request::default());
/// assert_eq!(found.count, 2);
/// assert!(found.first.is_some_and(|grid| grid.is_full_grid()));
/// # Ok::<(), sudoku_engine::grid::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    pub(super) table: Table,
    /// The positions on the way down, one a depth.
    path: Vec<Position>,
    weights: Weights,
}

impl Searcher {
    /// A solver for this shape.
    pub fn new(shape: Shape) -> Self {
        Self {
            table: Table::new(shape),
            path: Vec::new(),
            weights: Weights::new(shape),
        }
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.table.shape
    }

    /// Applies the basic rules to a puzzle of this shape: how they end, and the board with all
    /// that they place. A puzzle of another shape comes back failed and as it is.
    pub fn settle(&self, puzzle: &ShapedBoard, basic: BasicSet) -> (Ending, ShapedBoard) {
        if puzzle.shape() != self.shape() {
            return (Ending::Failed, puzzle.clone());
        }
        let mut position = Position::of(&self.table, puzzle);
        let ending = rules::settle(&mut position, &self.table, basic);
        let settled = ShapedBoard::from_values(self.shape(), position.values());
        (ending, settled.unwrap_or_else(|| puzzle.clone()))
    }

    /// Searches a puzzle of this shape. One of another shape, or with clues that contradict one
    /// another, has no solution.
    pub fn search(&mut self, puzzle: &ShapedBoard, request: &Request) -> Found {
        let mut found = Found::default();
        if puzzle.shape() != self.shape() {
            return found;
        }
        let mut start = Position::of(&self.table, puzzle);
        match rules::settle(&mut start, &self.table, request.basic) {
            Ending::Failed => {}
            Ending::Solved => found.take(self.shape(), start.values()),
            Ending::Undecided if request.solver == Solver::Fused => {
                self.put(0, &start);
                self.weights.forget();
                self.descend(1, request, &mut found);
            }
            Ending::Undecided => Plain::new(&self.table, &start, request).run(&mut found),
        }
        found
    }

    /// Puts a copy of a position at a depth of the path.
    fn put(&mut self, depth: usize, position: &Position) {
        match self.path.get_mut(depth) {
            Some(slot) => slot.clone_from(position),
            None => self.path.push(position.clone()),
        }
    }

    /// Tries every candidate of the scarcest cell of the position above this depth.
    fn descend(&mut self, depth: usize, request: &Request, found: &mut Found) {
        found.call(depth as u32);
        let above = &self.path[depth - 1];
        let Some(cell) = self.weights.choose(above, &self.table, request.ties) else {
            return;
        };
        let mut digits = self.path[depth - 1].cells[cell];
        let basic = request.inner.unwrap_or(request.basic);
        while digits != 0 && found.may_try(request) {
            if depth == self.path.len() {
                self.path.push(Position::default());
            }
            let (above, below) = self.path.split_at_mut(depth);
            let position = &mut below[0];
            position.clone_from(&above[depth - 1]);
            position.demand(cell, digits.trailing_zeros() as usize);
            digits &= digits - 1;
            match rules::settle(position, &self.table, basic) {
                Ending::Failed => self.weights.learn(position.blame()),
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
