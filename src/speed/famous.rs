//! Well-known sets of puzzles, on which most solvers are measured for speed. The sets are compiled in, so that
//! `factory bench` and the crate `papers` need no other files; `tests/data/README.md` names their sources.

use crate::grid::text::{AnyBoard, AnyPuzzles, Reading};
use crate::grid::{Board, ShapedBoard};
use flate2::read::GzDecoder;
use std::io::{BufReader, Read};

const SEVENTEEN: &[u8] = include_bytes!("../../tests/data/sudoku17.txt.gz");
const TOP95: &[u8] = include_bytes!("../../tests/data/top95.txt");
const MAGICTOUR: &[u8] = include_bytes!("../../tests/data/magictour1465.txt");
const HARDEST: &[u8] = include_bytes!("../../tests/data/hardest1106.txt");
const GIANT: &[u8] = include_bytes!("../../tests/data/giant16.txt.gz");
const GIANT_HARD: &[u8] = include_bytes!("../../tests/data/giant16-hard.txt.gz");

/// A well-known set of 9×9 puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Famous {
    /// The 49,151 puzzles with 17 clues that Gordon Royle collected.
    Seventeen,
    /// The 95 hard puzzles from Peter Cock's web page.
    Top95,
    /// The 1,465 hard puzzles from the website magictour.free.fr.
    Magictour,
    /// The 375 hardest puzzles known in June 2011.
    Hardest,
}

impl Famous {
    /// Returns the puzzles of this set in their order.
    pub fn boards(self) -> Vec<Board> {
        match self {
            Self::Seventeen => nines(GzDecoder::new(SEVENTEEN)),
            Self::Top95 => nines(TOP95),
            Self::Magictour => nines(MAGICTOUR),
            Self::Hardest => nines(HARDEST),
        }
    }
}

/// Returns the two sets of 16×16 puzzles, with 206 and 20 puzzles.
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

fn nines(text: impl Read) -> Vec<Board> {
    boards(text)
        .filter_map(|board| match board {
            AnyBoard::Nine(board) => Some(board),
            AnyBoard::Shaped(_) => None,
        })
        .collect()
}

/// Reads the boards in a text that is compiled into the program. Invalid boards are left out, and a test checks that no
/// board is missing.
fn boards(text: impl Read) -> impl Iterator<Item = AnyBoard> {
    let puzzles = AnyPuzzles::new(BufReader::new(text), Reading::default());
    puzzles.flatten().filter_map(|(_, board)| board.ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_whole() {
        use Famous::*;
        let sizes = [Seventeen, Top95, Magictour, Hardest].map(|set| set.boards().len());
        assert_eq!(sizes, [49_151, 95, 1465, 375]);
        assert_eq!(giants().map(|set| set.len()), [206, 20]);
    }
}
