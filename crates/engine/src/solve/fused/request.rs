//! A search of a puzzle: the request, and what was found at what cost.

use super::BasicSet;
use super::choice::Ties;
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
