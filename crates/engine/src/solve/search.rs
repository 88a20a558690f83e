//! The fast judge: it counts solutions, finds the first one, and finds another than a known one.
//!
//! Depth-first over the positions of digit-by-band sets (`bands.rs`): all rules run to a fixed
//! point, then a guess in a cell with two candidates (`guess.rs`), the smaller digit first. Positions are
//! copied, never undone. The order is fixed, so that the first solution found is the same on every
//! processor.

use super::goal::{SearchGoal, SearchInput};
use super::simd;
use super::words::{BoardWords, words_of};
use crate::grid::{Board, Cell, CellSet};

/// The result of [`solve`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solutions {
    /// The number of solutions, counted up to the limit.
    pub count: usize,
    /// The first one found; `None` if there is none (or the limit is 0).
    pub first: Option<Board>,
}

/// Counts the solutions of a puzzle, up to `limit`. A board whose clues contradict one another
/// has none.
///
/// A puzzle with few clues has more solutions than can be counted: give a limit that fits.
///
/// ```
/// use sudoku_engine::{grid::Board, solve::search};
/// assert_eq!(search::count(&Board::EMPTY, 2), 2);
/// ```
pub fn count(puzzle: &Board, limit: usize) -> usize {
    run(&SearchInput::new(puzzle, None), SearchGoal::new(limit)).count()
}

/// Counts the solutions of a puzzle up to `limit` and returns the first one.
///
/// ```
/// use sudoku_engine::{Board, solve};
/// let puzzle: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solved = solve(&puzzle, 2);
/// assert_eq!(solved.count, 1);
/// assert!(solved.first.is_some_and(|solution| solution.is_full_grid()));
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
pub fn solve(puzzle: &Board, limit: usize) -> Solutions {
    let goal = run(&SearchInput::new(puzzle, None), SearchGoal::new(limit));
    Solutions {
        count: goal.count(),
        first: goal.first(),
    }
}

/// Finds a solution of the puzzle other than the known one, if there is any.
pub fn other_solution(puzzle: &Board, known: &Board) -> Option<Board> {
    run(
        &SearchInput::new(puzzle, None),
        SearchGoal::besides(words_of(known)),
    )
    .first()
}

/// A full grid that is known to be a solution: it answers quickly which of its parts have other
/// solutions.
///
/// ```
/// use sudoku_engine::{create, grid::CellSet, seed::Generator, solve::search::KnownGrid};
/// let mut rng = Generator::for_candidate(1, 0);
/// let grid = create::full_grid(&create::Method::Diagonal, &mut rng).grid;
/// assert_eq!(KnownGrid::new(&grid).difference(CellSet::ALL), None);
/// assert!(KnownGrid::new(&grid).difference(CellSet::EMPTY).is_some());
/// ```
#[derive(Debug, Clone)]
pub struct KnownGrid {
    grid: Board,
    words: BoardWords,
}

impl KnownGrid {
    /// Prepares this full grid.
    pub fn new(grid: &Board) -> Self {
        Self {
            grid: *grid,
            words: words_of(grid),
        }
    }

    /// Returns the cells in which another solution, one that agrees with the grid in the kept
    /// cells, differs from it; `None` if there is no other. The cells are an *unavoidable set*:
    /// every puzzle of this grid needs a clue in it.
    pub fn difference(&self, kept: CellSet) -> Option<CellSet> {
        let input = SearchInput::of_part(&self.words, kept, None);
        run(&input, SearchGoal::besides(self.words).soon()).difference(&self.words)
    }

    /// Returns the cells in which another solution differs, as [`Self::difference`] does, but only
    /// of solutions that differ in `blank`. If the kept cells and `blank` together leave no other
    /// solution, the answers are equivalent, and this one is quicker.
    pub fn difference_at(&self, blank: Cell, kept: CellSet) -> Option<CellSet> {
        let barred = self.grid.get(blank).map(|digit| (blank, digit));
        let input = SearchInput::of_part(&self.words, kept.without(blank), barred);
        run(&input, SearchGoal::new(1).soon()).difference(&self.words)
    }
}

/// Returns the name of the vectors that the judge uses on this processor: `avx512`, `avx2`, `sse2`
/// or `portable`.
pub fn back_end() -> &'static str {
    simd::back_end()
}

fn run(input: &SearchInput, mut goal: SearchGoal) -> SearchGoal {
    if !goal.is_over() {
        simd::search(input, &mut goal);
    }
    goal
}
