//! Makes samples of random puzzles, each puzzle from its number. The puzzles are made on all threads and
//! collected in the order of their numbers, so that the findings of a study depend only on seed and size.

use super::report::Options;
use sudoku_engine::create::{self, Method};
use sudoku_engine::dig::{self, ClueRange, Plan};
use sudoku_engine::grid::Board;
use sudoku_engine::seed::Generator;
use sudoku_factory::line::Bulk;

/// The number of puzzles that are made before their results are collected, which limits the memory for a large
/// sample.
const CHUNK: u64 = 4096;

/// Applies `work` to every number below the sample's size, and hands the results to `gather` in
/// the order of the numbers.
pub fn each<R: Send>(
    options: &Options,
    work: impl Fn(u64) -> R + Send + Sync,
    mut gather: impl FnMut(R),
) {
    // If no threads can be started, this thread does the work.
    let bulk = Bulk::new(Some(options.threads)).ok();
    let mut first = 0;
    while first < options.size {
        let end = options.size.min(first + CHUNK);
        let numbers = (first..end).collect();
        match &bulk {
            Some(bulk) => bulk.map(numbers, &work).into_iter().for_each(&mut gather),
            None => numbers.into_iter().map(&work).for_each(&mut gather),
        }
        first = end;
    }
}

/// Applies `work` to every number below the sample's size; the results are in the order of the
/// numbers.
pub fn all<R: Send>(options: &Options, work: impl Fn(u64) -> R + Send + Sync) -> Vec<R> {
    let mut results = Vec::new();
    each(options, work, |result| results.push(result));
    results
}

/// Applies `work` to the numbers below `count`; the results are in the order of the numbers.
pub fn numbers<R: Send>(
    options: &Options,
    count: u64,
    work: impl Fn(u64) -> R + Send + Sync,
) -> Vec<R> {
    let options = Options {
        size: count,
        ..*options
    };
    all(&options, work)
}

/// Returns the random generator for item `number` of the sample and one question of the study. Different questions have
/// different generators.
pub fn stream(options: &Options, question: u64, number: u64) -> Generator {
    Generator::for_candidate(options.seed, question << 40 | number)
}

/// A random full grid made as in Wu 2012, and the puzzles dug from this grid, which all lose their digits in the same
/// order.
pub struct Digs {
    /// The full grid.
    pub grid: Board,
    rng: Generator,
}

impl Digs {
    /// Makes the full grid that belongs to this seed and this number.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut rng = Generator::for_candidate(seed, number);
        let grid = create::full_grid(&Method::Diagonal, &mut rng).grid;
        Self { grid, rng }
    }

    /// Returns the puzzle that is left when digging stops: at `stop` clues, or when no clue can be removed. All puzzles
    /// lose their clues in the same order, so a puzzle with fewer clues is a part of any puzzle with more clues.
    pub fn puzzle(&self, stop: Option<u8>) -> Board {
        let plan = Plan {
            clues: stop.map(|clues| ClueRange {
                min: clues,
                max: clues,
            }),
            ..Plan::default()
        };
        dig::dig(&self.grid, &plan, &mut self.rng.clone()).puzzle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_number_order_whatever_the_threads() {
        for threads in [1, 3] {
            let options = Options {
                seed: 1,
                size: CHUNK + 5,
                threads,
            };
            let mut gathered = Vec::new();
            each(&options, |number| number * 2, |twice| gathered.push(twice));
            assert!(gathered.iter().copied().eq((0..CHUNK + 5).map(|n| n * 2)));
        }
    }

    #[test]
    fn digs_of_one_grid_go_on_from_one_another() {
        for number in 0..20 {
            let digs = Digs::new(9, number);
            let [at_29, at_24, minimal] = [Some(29), Some(24), None].map(|stop| digs.puzzle(stop));
            assert_eq!(at_29.clue_count(), 29);
            assert!(at_29.extends(&at_24) && at_24.extends(&minimal));
        }
    }
}
