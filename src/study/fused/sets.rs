//! The puzzle sets, built into the program so that the study can be made anywhere;
//! `tests/data/README.md` names their sources.

use super::Workers;
use crate::grid::text::{AnyBoard, AnyPuzzles, Reading};
use crate::grid::{Board, ShapedBoard};
use crate::solve::fused::{BasicSet, stuart_level};
use crate::solve::search;
use flate2::read::GzDecoder;
use std::io::BufReader;

const SEVENTEEN: &[u8] = include_bytes!("../../../tests/data/sudoku17.txt.gz");
const TOP95: &[u8] = include_bytes!("../../../tests/data/top95.txt");
const MAGICTOUR: &[u8] = include_bytes!("../../../tests/data/magictour1465.txt");
const HARDEST: &[u8] = include_bytes!("../../../tests/data/hardest1106.txt");
const GIANT: &[u8] = include_bytes!("../../../tests/data/giant16.txt.gz");
const GIANT_HARD: &[u8] = include_bytes!("../../../tests/data/giant16-hard.txt.gz");

/// A puzzle with its solution and Stuart's level.
pub struct Puzzle {
    pub puzzle: Board,
    pub solution: Board,
    /// With [`BasicSet::PAIRS`].
    pub level: u8,
}

impl Puzzle {
    /// A puzzle with its level.
    pub fn new(puzzle: Board, solution: Board) -> Self {
        Self {
            puzzle,
            solution,
            level: stuart_level(&puzzle, &solution, BasicSet::PAIRS),
        }
    }
}

/// The 49,151 puzzles of 17 clues: the paper's Su17.
pub fn seventeen(workers: &Workers) -> Vec<Puzzle> {
    solved(workers, nines(GzDecoder::new(SEVENTEEN)))
}

/// Peter Cock's 95.
pub fn top95(workers: &Workers) -> Vec<Puzzle> {
    solved(workers, nines(TOP95))
}

/// The 1,465 of magictour.
pub fn magictour(workers: &Workers) -> Vec<Puzzle> {
    solved(workers, nines(MAGICTOUR))
}

/// The 375 hardest known in June 2011.
pub fn hardest(workers: &Workers) -> Vec<Puzzle> {
    solved(workers, nines(HARDEST))
}

/// The 206 and the 20 puzzles of 16×16.
pub fn giants() -> [Vec<ShapedBoard>; 2] {
    [GIANT, GIANT_HARD].map(|packed| {
        let boards = boards(GzDecoder::new(packed));
        boards
            .filter_map(|board| match board {
                AnyBoard::Nine(_) => None,
                AnyBoard::Shaped(board) => Some(board),
            })
            .collect()
    })
}

fn nines(text: impl std::io::Read) -> Vec<Board> {
    boards(text)
        .filter_map(|board| match board {
            AnyBoard::Nine(board) => Some(board),
            AnyBoard::Shaped(_) => None,
        })
        .collect()
}

/// The boards of a text. What is built in is whole: a test reads all of it.
fn boards(text: impl std::io::Read) -> impl Iterator<Item = AnyBoard> {
    let puzzles = AnyPuzzles::new(BufReader::new(text), Reading::default());
    puzzles.flatten().filter_map(|(_, board)| board.ok())
}

fn solved(workers: &Workers, puzzles: Vec<Board>) -> Vec<Puzzle> {
    let solved = workers.map(puzzles, |puzzle| {
        let solution = search::solve(&puzzle, 1).first?;
        Some(Puzzle::new(puzzle, solution))
    });
    solved.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_whole() {
        let workers = Workers(None);
        assert_eq!(nines(GzDecoder::new(SEVENTEEN)).len(), 49_151);
        let sets = [top95(&workers), magictour(&workers), hardest(&workers)];
        assert_eq!(sets.map(|set| set.len()), [95, 1465, 375]);
        assert_eq!(giants().map(|set| set.len()), [206, 20]);
    }
}
