//! The fast judge: counts solutions, finds the first one, and finds a solution other than a known one.
//!
//! The search is depth first. In each position, all rules run until nothing changes (`bands.rs`); then the search
//! guesses (`guess.rs`). A guess is made on a copy of the position, so nothing has to be undone. The order is fixed,
//! so the first solution found is the same on every processor.

use super::goal::{SearchGoal, SearchInput};
use super::guess::GuessCount;
use super::many::{Question, QuestionSource};
use super::simd;
pub use super::simd::BackEnd;
use super::words::{BoardWords, bits_of, words_of};
use crate::grid::{Board, Cell, CellSet};

/// The solutions that [`solve`] has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solutions {
    /// The number of solutions found, at most the limit.
    pub count: usize,
    /// The first solution found; `None` if none was found.
    pub first: Option<Board>,
}

impl Solutions {
    fn of(goal: &SearchGoal) -> Self {
        Self {
            count: goal.count(),
            first: goal.first(),
        }
    }
}

/// Counts the solutions of a puzzle up to `limit`. A board with contradicting clues has no solution.
///
/// A puzzle with few clues can have more solutions than can be counted in any reasonable time, so choose a suitable
/// limit.
///
/// ```
/// use sudoku_engine::{grid::Board, solve::search};
/// assert_eq!(search::count(&Board::EMPTY, 2), 2);
/// ```
pub fn count(puzzle: &Board, limit: usize) -> usize {
    let mut goal = counting(limit);
    run(&SearchInput::new(puzzle, None), &mut goal);
    goal.count()
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
    let input = SearchInput::new(puzzle, None);
    let mut goal = counting(limit);
    run(&input, &mut goal);
    // In lanes, the first of several solutions can be another one.
    if goal.is_hard() && goal.count() > 1 {
        goal = SearchGoal::new(limit);
        run(&input, &mut goal);
    }
    Solutions::of(&goal)
}

/// Counts the solutions of each puzzle in a list, up to `limit`. Several puzzles are searched at a time, which is
/// faster than calling [`count`] for each.
///
/// ```
/// use sudoku_engine::{Board, solve::search};
/// let puzzle: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(search::count_many(&[puzzle, Board::EMPTY], 2), [1, 2]);
/// # Ok::<(), sudoku_engine::TextError>(())
/// ```
pub fn count_many(puzzles: &[Board], limit: usize) -> Vec<usize> {
    let mut counts = vec![0; puzzles.len()];
    answer_list(BackEnd::in_use(), puzzles, limit, |place, goal| {
        counts[place] = goal.count();
    });
    counts
}

/// Solves each puzzle in a list like [`solve`], several at a time. If a puzzle has several solutions, the first one
/// found may differ from the one that [`solve`] finds, but it is the same on every processor.
pub fn solve_many(puzzles: &[Board], limit: usize) -> Vec<Solutions> {
    let mut all = vec![Solutions::of(&SearchGoal::new(0)); puzzles.len()];
    answer_list(BackEnd::in_use(), puzzles, limit, |place, goal| {
        all[place] = Solutions::of(goal);
    });
    all
}

/// Searches for the solutions of each puzzle in a list. For each puzzle, calls `tell` with the puzzle's place in the
/// list and the goal of the puzzle's search, which contains the solutions found.
fn answer_list(
    back_end: BackEnd,
    puzzles: &[Board],
    limit: usize,
    tell: impl FnMut(usize, &SearchGoal),
) {
    if limit > 0 {
        let mut queue = PuzzleQueue {
            puzzles,
            limit,
            next: 0,
            open: Vec::new(),
            tell,
        };
        simd::answer_with(back_end, &mut queue);
    }
}

/// A list of puzzles, from which each lane takes one puzzle after another.
struct PuzzleQueue<'a, F> {
    puzzles: &'a [Board],
    limit: usize,
    /// The place in the list of the next puzzle to be taken.
    next: usize,
    /// For each lane, its current puzzle and that puzzle's place in the list.
    open: Vec<(usize, BoardWords)>,
    tell: F,
}

impl<F: FnMut(usize, &SearchGoal)> QuestionSource for PuzzleQueue<'_, F> {
    fn question(&mut self, lane: usize) -> Option<Question<'_>> {
        let puzzle = self.puzzles.get(self.next)?;
        if self.open.len() <= lane {
            self.open.resize(lane + 1, (0, [[0; 4]; 10]));
        }
        self.open[lane] = (self.next, words_of(puzzle));
        self.next += 1;
        Some(Question {
            grid: &self.open[lane].1,
            kept: puzzle.clues(),
            blank: None,
            without_grid: false,
            limit: self.limit,
            guesses: GuessCount::CAREFUL,
        })
    }

    fn answer(&mut self, lane: usize, goal: &SearchGoal) {
        (self.tell)(self.open[lane].0, goal);
    }
}

/// Finds a solution of the puzzle other than `known`; `None` if there is no other.
pub fn other_solution(puzzle: &Board, known: &Board) -> Option<Board> {
    let mut goal = SearchGoal::besides(words_of(known));
    run(&SearchInput::new(puzzle, None), &mut goal);
    goal.first()
}

/// A full grid, prepared for quick searches. Each search takes a part of the grid as a puzzle, and looks for a solution
/// other than the grid itself.
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
    /// Prepares a full grid.
    pub fn new(grid: &Board) -> Self {
        Self {
            grid: *grid,
            words: words_of(grid),
        }
    }

    /// Returns the grid.
    pub fn grid(&self) -> &Board {
        &self.grid
    }

    /// Returns the question that [`Self::difference`] answers: is there another solution that agrees with the grid
    /// in the kept cells? If a blank is given, the solution must also differ from the grid in this blank, as in
    /// [`Self::difference_at`]. Such questions are answered by the functions of [`many`](super::many).
    pub(crate) fn question(&self, blank: Option<Cell>, kept: CellSet) -> Question<'_> {
        Question {
            grid: &self.words,
            kept,
            blank,
            // With a blank, the search can't reach the grid.
            without_grid: blank.is_none(),
            limit: 1,
            guesses: GuessCount::HASTY,
        }
    }

    /// Finds another solution that agrees with the grid in the kept cells. Returns the cells in which this solution
    /// differs from the grid; `None` if there is no such solution. The cells returned are an *unavoidable set*: every
    /// puzzle that has this grid as its only solution needs a clue in at least one of them.
    pub fn difference(&self, kept: CellSet) -> Option<CellSet> {
        let input = SearchInput::of_part(&self.words, kept, None);
        self.cells_that_differ(&input, SearchGoal::besides(self.words).soon())
    }

    /// Finds another solution that agrees with the grid in the kept cells but not in `blank`. Returns the cells in
    /// which this solution differs from the grid; `None` if there is no such solution. This function is faster than
    /// [`Self::difference`], but misses solutions that agree with the grid in `blank`.
    pub fn difference_at(&self, blank: Cell, kept: CellSet) -> Option<CellSet> {
        let barred = self.grid.get(blank).map(|digit| (blank, digit));
        let input = SearchInput::of_part(&self.words, kept.without(blank), barred);
        self.cells_that_differ(&input, SearchGoal::new(1).soon())
    }

    fn cells_that_differ(&self, input: &SearchInput, mut goal: SearchGoal) -> Option<CellSet> {
        run(input, &mut goal);
        goal.first_words().map(|other| self.cells_of(other))
    }

    /// Returns the cells in which the solution `other` differs from the grid.
    pub(crate) fn cells_of(&self, other: &BoardWords) -> CellSet {
        let mut lanes = [0; 4];
        for (grid, other) in self.words.iter().zip(other) {
            for (lane, (grid, other)) in lanes.iter_mut().zip(grid.iter().zip(other)) {
                *lane |= grid & !other;
            }
        }
        CellSet::from_bits(bits_of(lanes))
    }
}

/// Answers all questions of a source, several at a time.
pub(crate) fn answer_many(source: &mut dyn QuestionSource) {
    simd::answer(source);
}

/// Returns the goal of counting up to `limit` solutions. With AVX-512, a hard search for more than one solution is
/// continued in all sixteen lanes. With the eight lanes of AVX2, this would not be faster.
fn counting(limit: usize) -> SearchGoal {
    match BackEnd::in_use() {
        BackEnd::Avx512 if limit > 1 => SearchGoal::new(limit).spread(),
        _ => SearchGoal::new(limit),
    }
}

fn run(input: &SearchInput, goal: &mut SearchGoal) {
    if !goal.is_over() {
        simd::search(input, goal);
    }
}

#[cfg(test)]
mod tests {
    use super::super::naive;
    use super::*;
    use crate::create::{Method, full_grid};
    use crate::grid::Digit;
    use crate::seed::Generator;

    /// The number of random positions. `PUZZLES` is the number of puzzles, `CELLS_ASKED` the number of cells about
    /// which questions are asked for each puzzle, and `LEAST_CLUES` the least number of clues. Under Miri, a search
    /// takes seconds, and the portable search of a hard puzzle takes minutes, so the tests then do less work.
    const POSITIONS: u64 = if cfg!(miri) { 12 } else { 100_000 };
    const PUZZLES: usize = if cfg!(miri) { 1 } else { 95 };
    const CELLS_ASKED: usize = if cfg!(miri) { 4 } else { 81 };
    const LEAST_CLUES: usize = if cfg!(miri) { 40 } else { 17 };

    /// Returns a random part of the grid with 17 to 81 clues, under Miri 40 to 81. If `number` is a multiple of 8,
    /// one clue may be wrong.
    fn random_position(grid: &Board, number: u64) -> Board {
        let mut rng = Generator::for_candidate(19, number);
        let mut cells: Vec<Cell> = Cell::all().collect();
        rng.shuffle(&mut cells);
        let clues = LEAST_CLUES + rng.below(82 - LEAST_CLUES as u32) as usize;
        let mut board = grid.keep(cells.iter().copied().take(clues).collect());
        if number.is_multiple_of(8) {
            let digit = Digit::from_index(rng.below(9) as usize);
            board.set(cells[0], Some(digit));
        }
        board
    }

    /// Checks on random positions that every back-end counts as many solutions as the naive search, both one board at a
    /// time and side by side. Where the naive search takes too long, only the two ways of counting are compared. Some
    /// of the positions contradict themselves.
    #[test]
    fn every_back_end_counts_a_hundred_thousand_positions_as_the_naive_search_does() {
        let grids = (0..POSITIONS.min(100)).map(|number| {
            let mut rng = Generator::for_candidate(18, number);
            full_grid(&Method::Diagonal, &mut rng).grid
        });
        let grids: Vec<Board> = grids.collect();
        let position = |number: u64| random_position(&grids[(number % 100) as usize], number);
        let boards: Vec<Board> = (0..POSITIONS).map(position).collect();
        let naive = boards.iter().map(|it| naive::count(it, 2, 200));
        let naive: Vec<Option<usize>> = naive.collect();
        for count in 0..=2 {
            assert!(naive.iter().filter(|&&it| it == Some(count)).count() >= boards.len() / 20);
        }
        for back_end in BackEnd::ALL.into_iter().filter(|it| it.is_here()) {
            let mut many = vec![0; boards.len()];
            answer_list(back_end, &boards, 2, |place, goal| {
                many[place] = goal.count();
            });
            for ((board, naive), many) in boards.iter().zip(&naive).zip(many) {
                let mut goal = SearchGoal::new(2);
                simd::search_with(back_end, &SearchInput::new(board, None), &mut goal);
                assert_eq!(goal.count(), many, "{} {board}", back_end.name());
                assert!(naive.is_none_or(|naive| naive == many), "{board}");
            }
        }
    }

    /// A source of questions about parts of grids. It keeps the answers.
    struct AnswerLog {
        asked: Vec<(KnownGrid, CellSet, Option<Cell>)>,
        next: usize,
        lanes: [usize; 16],
        answers: Vec<Option<BoardWords>>,
    }

    impl QuestionSource for AnswerLog {
        fn question(&mut self, lane: usize) -> Option<Question<'_>> {
            self.lanes[lane] = self.next;
            self.next += 1;
            let (grid, kept, blank) = self.asked.get(self.lanes[lane])?;
            Some(grid.question(*blank, *kept))
        }

        fn answer(&mut self, lane: usize, goal: &SearchGoal) {
            self.answers[self.lanes[lane]] = goal.first_words().copied();
        }
    }

    /// Checks thousands of questions about parts of grids, asked both one by one and side by side. The answers (another
    /// solution, or none) are the same for any number of lanes, and the naive search agrees.
    #[test]
    fn boards_side_by_side_are_answered_as_they_are_alone() {
        let mut asked = Vec::new();
        let set = include_str!("../../../../tests/data/top95.txt");
        let lines = set.lines().filter(|it| !it.starts_with('#'));
        for (k, line) in lines.take(PUZZLES).enumerate() {
            let puzzle: Board = line.parse().expect("a line of the set is a board");
            let solution = solve(&puzzle, 1).first;
            let grid = KnownGrid::new(&solution.expect("the set's puzzles have a solution"));
            let clues = puzzle.clues() | Cell::all().take(LEAST_CLUES - 17).collect();
            asked.push((grid.clone(), clues, None));
            for cell in Cell::all().take(CELLS_ASKED) {
                let fewer = clues.without(cell);
                let more = fewer | Cell::all().take(k % 50).collect::<CellSet>();
                asked.push((grid.clone(), fewer, Some(cell)));
                asked.push((grid.clone(), more.without(cell), None));
            }
        }
        let mut first: Option<Vec<Option<BoardWords>>> = None;
        for back_end in BackEnd::ALL.into_iter().filter(|it| it.is_here()) {
            let mut recorded = AnswerLog {
                answers: vec![None; asked.len()],
                asked: asked.clone(),
                next: 0,
                lanes: [0; 16],
            };
            simd::answer_with(back_end, &mut recorded);
            let first = first.get_or_insert_with(|| recorded.answers.clone());
            assert!(*first == recorded.answers, "{}", back_end.name());
        }
        for ((grid, kept, blank), other) in asked.iter().zip(first.into_iter().flatten()) {
            let alone = match blank {
                Some(blank) => grid.difference_at(*blank, *kept),
                None => grid.difference(*kept),
            };
            assert_eq!(other.is_some(), alone.is_some());
            let puzzle = grid.grid().keep(*kept);
            if let Some(count) = naive::count(&puzzle, 2, 1000)
                && blank.is_none()
            {
                assert_eq!(count > 1, other.is_some(), "{puzzle}");
            }
            let Some(other) = other else { continue };
            let differs = grid.cells_of(&other);
            assert!(!differs.is_empty() && differs.is_disjoint(*kept));
            assert!(blank.is_none_or(|blank| differs.contains(blank)));
            let mut goal = SearchGoal::new(1);
            goal.take(&other);
            assert!(goal.first().is_some_and(|it| it.is_full_grid()));
        }
    }
}
