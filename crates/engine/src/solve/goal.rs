//! The input of the fast search, the goal of a search, and the solutions found so far.

use super::guess::GuessCount;
use super::words::{BoardWords, board_of, lanes_of, words_of};
use crate::grid::{Board, Cell, CellSet, Digit};

/// The number of guesses after which a search counts as hard. Its open positions are then searched side by side, in
/// the lanes of a vector. With a smaller number, this would also be done for searches that are nearly over.
const HARD_AFTER: u32 = 40;

/// The puzzle to search: its givens, and possibly one candidate that is excluded from the start.
pub(super) struct SearchInput {
    pub(super) givens: BoardWords,
    pub(super) barred: Option<(Cell, Digit)>,
}

impl SearchInput {
    /// Makes the input for a puzzle. The candidate `barred` (a cell and a digit), if any, is excluded from the start.
    pub(super) fn new(puzzle: &Board, barred: Option<(Cell, Digit)>) -> Self {
        let givens = words_of(puzzle);
        Self { givens, barred }
    }

    /// Makes the input for the puzzle whose clues are the digits of `grid` in the cells `kept`. The candidate
    /// `barred` (a cell and a digit), if any, is excluded from the start.
    pub(super) fn of_part(grid: &BoardWords, kept: CellSet, barred: Option<(Cell, Digit)>) -> Self {
        let kept = lanes_of(kept.bits());
        let mut givens = *grid;
        for slot in &mut givens {
            for (lane, kept) in slot.iter_mut().zip(kept) {
                *lane &= kept;
            }
        }
        Self { givens, barred }
    }
}

/// The goal of a search, with the solutions found so far.
pub(crate) struct SearchGoal {
    limit: usize,
    /// A known solution that is not counted; `None` if all solutions are counted.
    pub(super) known: Option<BoardWords>,
    pub(super) guesses: GuessCount,
    /// The number of guesses after which the search counts as hard, and leaves its open positions to be searched side
    /// by side.
    hard_after: u32,
    /// The open positions that a hard search has left to be searched side by side.
    pub(super) left: Vec<BoardWords>,
    count: usize,
    first: Option<BoardWords>,
}

impl SearchGoal {
    /// Makes the goal of finding up to `limit` solutions.
    pub(super) const fn new(limit: usize) -> Self {
        Self {
            limit,
            known: None,
            guesses: GuessCount::CAREFUL,
            hard_after: u32::MAX,
            left: Vec::new(),
            count: 0,
            first: None,
        }
    }

    /// Makes the goal of finding one solution that differs from a known solution. In each cell, the known solution's
    /// digit is tried last.
    pub(super) const fn besides(known: BoardWords) -> Self {
        Self {
            limit: 1,
            known: Some(known),
            guesses: GuessCount::CAREFUL,
            hard_after: u32::MAX,
            left: Vec::new(),
            count: 0,
            first: None,
        }
    }

    /// Turns this goal into a new one, for a search that starts with the count `guesses`. This copies fewer bytes
    /// than making a new goal.
    #[inline(always)]
    pub(super) fn restart(&mut self, known: Option<BoardWords>, limit: usize, guesses: GuessCount) {
        self.limit = limit;
        self.known = known;
        self.guesses = guesses;
        self.count = 0;
        self.first = None;
    }

    /// Returns this goal, adapted to a search that is likely to find a solution soon: its first guesses are made in
    /// the first suitable cell, without comparing cells.
    pub(super) const fn soon(mut self) -> Self {
        self.guesses = GuessCount::HASTY;
        self
    }

    /// Returns this goal, adapted to a search that may turn out to be hard: if so, its open positions are left to
    /// be searched side by side.
    pub(super) const fn spread(mut self) -> Self {
        self.hard_after = HARD_AFTER;
        self
    }

    /// Returns whether the search has turned out to be hard, so that it leaves its open positions to be searched side
    /// by side.
    #[inline(always)]
    pub(super) const fn is_hard(&self) -> bool {
        self.guesses.made() >= self.hard_after
    }

    /// Leaves an open position to be searched side by side with others.
    #[cold]
    pub(super) fn leave(&mut self, position: &BoardWords) {
        self.left.push(*position);
    }

    /// Returns whether the number of solutions that the goal requires has been found.
    pub(super) const fn is_over(&self) -> bool {
        self.count >= self.limit
    }

    /// Returns the number of solutions found.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Returns the first solution found; `None` if none was found.
    pub(super) fn first(&self) -> Option<Board> {
        self.first.as_ref().and_then(board_of)
    }

    /// Returns the first solution found, as plain numbers; `None` if none was found.
    pub(crate) const fn first_words(&self) -> Option<&BoardWords> {
        self.first.as_ref()
    }

    /// Counts a solution unless it is the known one. Returns whether the goal is reached.
    pub(super) fn take(&mut self, solution: &BoardWords) -> bool {
        if self.known.as_ref() == Some(solution) {
            return false;
        }
        self.count += 1;
        self.first.get_or_insert(*solution);
        self.is_over()
    }
}
