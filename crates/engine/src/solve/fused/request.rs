//! The request for a search, its result and its cost.

use super::BasicSet;
use super::choice::TieBreak;
use crate::grid::{Shape, ShapedBoard};

/// The searches that Jiang 2018 compares. All start by applying the basic rules to the puzzle
/// itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Solver {
    /// A, fused: the basic rules run after every guess; guesses are made in the cell with the
    /// fewest candidates.
    Fused,
    /// B: guesses in the cell with the fewest candidates, and removes the digit from the cell's
    /// peers.
    SelectUpdate,
    /// C: guesses cell after cell in reading order, and removes the digit from the cell's peers.
    Update,
    /// D: guesses in the cells sorted by their number of candidates at the start, which is not
    /// updated; each guess is compared with the digits of the peers instead.
    Select,
}

impl Solver {
    /// The four searches in the paper's order.
    pub const ALL: [Self; 4] = [Self::Fused, Self::SelectUpdate, Self::Update, Self::Select];

    /// Returns the letter by which the paper calls the search.
    pub const fn letter(self) -> char {
        match self {
            Self::Fused => 'A',
            Self::SelectUpdate => 'B',
            Self::Update => 'C',
            Self::Select => 'D',
        }
    }
}

/// The settings of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FusedRequest {
    /// The search.
    pub solver: Solver,
    /// The rules that run before the first guess, and after each one in [`Solver::Fused`].
    pub basic: BasicSet,
    /// The rules after each guess in [`Solver::Fused`], if they differ from [`Self::basic`].
    pub inner: Option<BasicSet>,
    /// The rule by which [`Solver::Fused`] chooses among cells with equally few candidates.
    pub tie_break: TieBreak,
    /// The maximum number of solutions to count, at least 1.
    pub limit: usize,
    /// The maximum number of tries, after which the search gives up; `None` for no limit.
    pub most_tries: Option<u64>,
}

impl Default for FusedRequest {
    /// Makes a request for the fused search that stops at the second solution and uses all basic
    /// rules. The paper leaves out triples and quads to save time, but on 16×16 a search with them
    /// takes 20 tries, and a search without them 2,000.
    fn default() -> Self {
        Self {
            solver: Solver::Fused,
            basic: BasicSet::QUADS,
            inner: None,
            tie_break: TieBreak::Pressing,
            limit: 2,
            most_tries: None,
        }
    }
}

/// The cost of a search; all zero if the rules alone decide the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// The maximum depth of nested calls.
    pub depth: u32,
    /// The number of calls of the recursive function: each chooses a cell and tries its candidates.
    pub calls: u64,
    /// The number of candidates tried.
    pub tries: u64,
    /// The number of tries that did not fail at once.
    pub nodes: u64,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FusedResult {
    /// The number of solutions, up to the limit.
    pub count: usize,
    /// The first solution found.
    pub first: Option<ShapedBoard>,
    /// The cost of the search.
    pub effort: Effort,
    /// `true` if the search gave up: there may be more solutions than were found.
    pub gave_up: bool,
}

impl FusedResult {
    /// Counts a solution, and keeps the first one.
    pub(super) fn take(&mut self, shape: Shape, values: Vec<u8>) {
        self.count += 1;
        if self.first.is_none() {
            self.first = ShapedBoard::from_values(shape, values);
        }
    }

    /// Counts a try if it is allowed, and returns whether it is allowed.
    pub(super) const fn may_try(&mut self, request: &FusedRequest) -> bool {
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
