//! Compares the two backtracking searches of Huang 2015, section 3: one fills the first blank, the other the blank
//! that has the fewest candidates.
//!
//! Both stop at the first solution. Their cost is the number of digits placed, which is the same on
//! every machine; see [`backtrack`].

use sudoku_engine::grid::{Board, ShapedBoard};
use sudoku_engine::solve::backtrack::{self, SearchOrder};

/// Puzzles that have been called the hardest of all, each with its name. Huang 2015 prints a puzzle of this kind only
/// as a picture (figure 5), taken from a source of 2013; that puzzle is probably the first one here.
pub const HARD: [(&str, &str); 5] = [
    (
        "Inkala 2012",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ),
    (
        "Inkala 2010",
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    ),
    (
        "AI Escargot",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ),
    (
        "Easter Monster",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ),
    (
        "Golden Nugget",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    ),
];

/// The choice of the next blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextBlank {
    /// The first blank in reading order.
    Plain,
    /// The first blank, in reading order, among those with the fewest candidates.
    Fewest,
}

/// The result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchOutcome {
    /// The number of digits placed.
    pub placed: u64,
    /// The solution; `None` if no solution exists, or if the limit was reached.
    pub solution: Option<Board>,
}

/// Searches for the first solution, and places at most `limit` digits. A board with contradictory
/// clues has no solution.
pub fn solve(puzzle: &Board, next: NextBlank, limit: u64) -> SearchOutcome {
    let order = match next {
        NextBlank::Plain => SearchOrder::Ascending,
        NextBlank::Fewest => SearchOrder::Fewest,
    };
    let found = backtrack::search(&ShapedBoard::from(puzzle), order, 1, Some(limit));
    SearchOutcome {
        placed: found.effort.tries,
        solution: found.first.and_then(|grid| grid.nine()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudoku_engine::grid::{Cell, Digit};
    use sudoku_engine::solve::lexical;

    #[test]
    fn both_find_the_solution_and_the_plain_one_the_smallest() {
        for (_, puzzle) in HARD {
            let puzzle: Board = puzzle.parse().unwrap();
            let solution = lexical::ascending(&puzzle);
            assert!(solution.is_some());
            for next in [NextBlank::Plain, NextBlank::Fewest] {
                assert_eq!(solve(&puzzle, next, u64::MAX).solution, solution);
            }
        }
        let few = Board::EMPTY;
        assert_eq!(
            solve(&few, NextBlank::Plain, u64::MAX).solution,
            lexical::ascending(&few)
        );
    }

    #[test]
    fn searches_end_without_a_solution_and_at_the_limit() {
        let mut contradictory = Board::EMPTY;
        contradictory.set(Cell::at(0, 0), Digit::new(1));
        contradictory.set(Cell::at(0, 1), Digit::new(1));
        let nothing = SearchOutcome {
            placed: 0,
            solution: None,
        };
        assert_eq!(solve(&contradictory, NextBlank::Plain, 10), nothing);
        let stopped = solve(&Board::EMPTY, NextBlank::Fewest, 30);
        assert_eq!((stopped.placed, stopped.solution), (30, None));
        // No digit is left for r1c9.
        let dead: Board = format!("12345678.........9{}", ".".repeat(63))
            .parse()
            .unwrap();
        assert_eq!(solve(&dead, NextBlank::Fewest, 1000), nothing);
        assert_eq!(solve(&dead, NextBlank::Plain, 1000), nothing);
    }
}
