//! The request for a search, its result and its cost.

use super::BasicSet;
use super::choice::TieBreak;
use crate::grid::{Shape, ShapedBoard};

/// The four searches that Jiang 2018 compares. Each of them first applies the basic rules to the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Solver {
    /// Search A, fused: guesses in the cell with the fewest candidates, and applies the basic rules after every guess.
    Fused,
    /// Search B: guesses in the cell with the fewest candidates, and removes the guessed digit from the cell's peers.
    SelectUpdate,
    /// Search C: guesses in one cell after another in reading order, and removes the guessed digit from the cell's
    /// peers.
    Update,
    /// Search D: guesses in the cells in the order of their number of candidates at the start. Candidates are not
    /// updated; instead, each guess is compared with the digits of the cell's peers.
    Select,
}

impl Solver {
    /// The four searches, in the order of Jiang 2018.
    pub const ALL: [Self; 4] = [Self::Fused, Self::SelectUpdate, Self::Update, Self::Select];

    /// Returns the letter that Jiang 2018 uses for the search.
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
    /// The search to use.
    pub solver: Solver,
    /// The rules that are applied before the first guess, and by [`Solver::Fused`] also after each guess.
    pub basic: BasicSet,
    /// The rules that [`Solver::Fused`] applies after each guess, if they differ from [`Self::basic`].
    pub inner: Option<BasicSet>,
    /// The way in which [`Solver::Fused`] chooses among cells with equally few candidates.
    pub tie_break: TieBreak,
    /// The maximum number of solutions to count, at least 1.
    pub limit: usize,
    /// The number of tries after which the search gives up; `None` for no limit.
    pub most_tries: Option<u64>,
}

impl Default for FusedRequest {
    /// Makes a request for the fused search, with all basic rules and a limit of two solutions. Jiang 2018 leaves out
    /// triples and quads to save time. But on 16×16 a search with them takes 20 tries, and a search without them 2,000.
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

/// The cost of a search. All numbers are zero if the rules alone decide the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// The maximum depth of the nested calls.
    pub depth: u32,
    /// The number of calls of the recursive function. Each call chooses a cell and tries its candidates.
    pub calls: u64,
    /// The number of candidates tried.
    pub tries: u64,
    /// The number of tries that did not fail immediately.
    pub nodes: u64,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FusedResult {
    /// The number of solutions found, at most the limit.
    pub count: usize,
    /// The first solution found; `None` if none was found.
    pub first: Option<ShapedBoard>,
    /// The cost of the search.
    pub effort: Effort,
    /// `true` if the search gave up, so that there may be more solutions than it found.
    pub gave_up: bool,
}

impl FusedResult {
    /// Counts a solution, and keeps it if it is the first one.
    pub(super) fn take(&mut self, shape: Shape, values: Vec<u8>) {
        self.count += 1;
        if self.first.is_none() {
            self.first = ShapedBoard::from_values(shape, values);
        }
    }

    /// Returns whether another try is allowed, and counts the try if it is.
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
